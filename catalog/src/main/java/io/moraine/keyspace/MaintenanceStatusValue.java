package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;

/**
 * The last maintenance passes: {@code sys/maintenance_status}.
 *
 * @param passes oldest first, at most 16
 */
public record MaintenanceStatusValue(@Field(1) List<Pass> passes, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<MaintenanceStatusValue> TYPE =
      MessageType.of(MaintenanceStatusValue.class);

  public MaintenanceStatusValue {
    passes = List.copyOf(passes);
  }

  /** One pass over all steps. */
  public record Pass(
      @Field(1) long startedAtMicros,
      @Field(2) String trigger,
      @Field(3) List<Step> steps,
      Bytes unknownFields) {
    public Pass {
      steps = List.copyOf(steps);
    }
  }

  /** What became of one step of a pass. */
  public record Step(
      @Field(1) String step,
      @Field(2) String status,
      @Field(3) String detail,
      Bytes unknownFields) {}
}
