package io.moraine.driver.cli;

import io.moraine.model.SettingTexts;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as connection properties have them. */
final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String value) {
    return SettingTexts.duration(value)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + value + "' is no duration such as 500ms, 10s, 5m, 1h or PT1.5S"));
  }
}
