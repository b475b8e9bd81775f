package io.moraine.driver.cli;

import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How old objects must be to be collected.
 *
 * @param kind the kind of object; empty for all
 * @param age the age
 */
record MinAge(Optional<CollectedKind> kind, Duration age) {
  /** The options with this age. */
  CollectionOptions in(CollectionOptions options) {
    return kind.isPresent() ? options.withMinAge(kind.get(), age) : options.withMinAge(age);
  }
}
