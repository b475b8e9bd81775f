package io.moraine.slate.compaction;

import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.SsTableHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One compaction, as the state of compaction tells of it.
 *
 * @param id older than all tables that it writes
 * @param spec what it does
 * @param status how far it is
 * @param outputs the tables that it wrote, ascending by key; told only of one that is done
 * @param worker who does it; null if nobody ever took it
 * @param progress what was done of it, so that it can be resumed; null if nothing was
 */
public record Compaction(
    Ulid id,
    CompactionSpec spec,
    Status status,
    List<SsTableHandle> outputs,
    @Nullable Worker worker,
    @Nullable Progress progress) {
  /** Takes a copy of the list. */
  public Compaction {
    outputs = List.copyOf(outputs);
  }

  /** How far a compaction is. */
  public enum Status {
    /** Somebody asks for it. */
    SUBMITTED(0),
    /** A worker is at it. */
    RUNNING(1),
    /** The manifest has what it made. */
    COMPLETED(2),
    /** It will not be done. */
    FAILED(3),
    /** Its tables are written, and the manifest does not have them yet. */
    COMPACTED(4),
    /** The coordinator lets any worker do it. */
    SCHEDULED(5);

    private final int code;

    Status(int code) {
      this.code = code;
    }

    /** As it is stored. */
    int code() {
      return code;
    }

    /** The one that is stored as {@code code}, if any is. */
    static Optional<Status> of(int code) {
      return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
    }

    /** Whether nothing will happen to it any more. */
    public boolean isFinished() {
      return this == COMPLETED || this == FAILED;
    }

    /** Whether its tables are written. */
    boolean hasOutputs() {
      return isFinished() || this == COMPACTED;
    }
  }

  /**
   * Who does a compaction.
   *
   * @param id null if nobody does
   * @param heartbeatMillis when it last told that it is alive, milliseconds since 1970-01-01 UTC
   */
  public record Worker(@Nullable String id, long heartbeatMillis) {}

  /**
   * What was done of a compaction.
   *
   * @param parts the ranges of keys that it is divided into, ascending
   * @param retentionMinSeq older rows were dropped from this sequence number on, unsigned
   */
  public record Progress(List<Part> parts, long retentionMinSeq) {
    /** Takes a copy of the list. */
    public Progress {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A range of keys of a compaction.
   *
   * @param outputs the tables of it that were written, ascending by key
   * @param completed whether those are all
   */
  public record Part(BytesRange range, List<SsTableHandle> outputs, boolean completed) {
    /** Takes a copy of the list. */
    public Part {
      outputs = List.copyOf(outputs);
    }
  }

  /** The same with another status. */
  Compaction with(Status next) {
    return new Compaction(id, spec, next, outputs, worker, progress);
  }

  /** The same in the hands of {@code by}. */
  Compaction running(Worker by) {
    return new Compaction(id, spec, Status.RUNNING, outputs, by, null);
  }

  /** The same when the manifest has its {@code tables}. */
  Compaction completed(List<SsTableHandle> tables) {
    return new Compaction(id, spec, Status.COMPLETED, tables, worker, progress);
  }
}
