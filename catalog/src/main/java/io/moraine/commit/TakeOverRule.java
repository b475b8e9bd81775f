package io.moraine.commit;

import io.moraine.model.TakeOver;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.read.PublicationNames;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether the writer of an epoch is at work. It is not if its newest publication is a closed one,
 * or if nothing was written to the log for a while: 30 s, or 10 minutes if the epoch has no
 * publication, as a writer that does not publish may just have little to do. Manifests do not
 * count: readers write them too.
 */
final class TakeOverRule {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration IDLE_UNPUBLISHED = Duration.ofMinutes(10);

  private final LakeAccess access;

  TakeOverRule(LakeAccess access) {
    this.access = access;
  }

  /** Why the role must not be taken from the writer of {@code newest} now; empty if it may. */
  Optional<String> objection(Manifest newest, TakeOver policy) {
    return switch (policy) {
      case FORCE -> Optional.empty();
      case IDLE -> isFree(newest) ? Optional.empty() : atWork(newest);
      case NEVER ->
          isFree(newest)
              ? Optional.empty()
              : Optional.of(
                  "epoch "
                      + Long.toUnsignedString(newest.writerEpoch())
                      + " has not given the role up, and takeOver=never");
    };
  }

  /** Whether nobody has the role: nobody ever wrote, or who did gave it up. */
  boolean isFree(Manifest newest) {
    return newest.writerEpoch() == 0
        || newestOfEpoch(newest)
            .map(each -> PublicationNames.CLOSED.equals(each.name()))
            .orElse(false);
  }

  /** The newest publication, if the manifest that it pins is of the epoch in charge. */
  private Optional<Checkpoint> newestOfEpoch(Manifest newest) {
    return newest.checkpoints().stream()
        .filter(PublicationNames::isOne)
        .max(Comparator.comparing(Checkpoint::manifestId, Long::compareUnsigned))
        .filter(each -> epochOf(each, newest) == newest.writerEpoch());
  }

  private long epochOf(Checkpoint publication, Manifest newest) {
    return publication.manifestId() == newest.id()
        ? newest.writerEpoch()
        : access
            .lake()
            .manifests()
            .findById(publication.manifestId())
            .map(Manifest::writerEpoch)
            .orElse(0L);
  }

  private Optional<String> atWork(Manifest newest) {
    Duration limit = newestOfEpoch(newest).isPresent() ? IDLE : IDLE_UNPUBLISHED;
    return lastLogObject(newest)
        .map(each -> Duration.ofMillis(access.storeMillis() - each.modifiedMillis()))
        .filter(age -> age.compareTo(limit) <= 0)
        .map(
            age ->
                "epoch "
                    + Long.toUnsignedString(newest.writerEpoch())
                    + " wrote to the log "
                    + age.toSeconds()
                    + " s ago, and counts as idle after "
                    + limit.toSeconds()
                    + " s");
  }

  private Optional<ObjectMeta> lastLogObject(Manifest newest) {
    List<ObjectMeta> tail = access.lake().probe().findAfter(newest.replayAfterWalId());
    return tail.isEmpty()
        ? access
            .lake()
            .objects()
            .head(access.lake().manifests().layout().wal(newest.replayAfterWalId()))
        : Optional.of(tail.get(tail.size() - 1));
  }
}
