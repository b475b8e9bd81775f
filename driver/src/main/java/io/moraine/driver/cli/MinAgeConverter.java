package io.moraine.driver.cli;

import io.moraine.model.CollectedKind;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads ages of objects, such as {@code 10m} or {@code tables=1h}. */
final class MinAgeConverter implements ITypeConverter<MinAge> {
  private final DurationConverter durations = new DurationConverter();

  @Override
  public MinAge convert(String value) {
    int equals = value.indexOf('=');
    return equals < 0
        ? new MinAge(Optional.empty(), durations.convert(value))
        : new MinAge(
            Optional.of(kind(value.substring(0, equals))),
            durations.convert(value.substring(equals + 1)));
  }

  private static CollectedKind kind(String name) {
    return Arrays.stream(CollectedKind.values())
        .filter(each -> each.word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException("'" + name + "' is no kind of object such as tables"));
  }
}
