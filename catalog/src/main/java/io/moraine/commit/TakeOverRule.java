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

  /**
   * Who is in charge by a manifest.
   *
   * @param manifest the manifest
   * @param publication the newest publication of its epoch, if there is one
   */
  record Incumbent(Manifest manifest, Optional<Checkpoint> publication) {
    /** Whether nobody has the role: nobody ever wrote, or who did gave it up. */
    boolean isFree() {
      return manifest.writerEpoch() == 0
          || publication.map(each -> PublicationNames.CLOSED.equals(each.name())).orElse(false);
    }
  }

  /** Who is in charge by {@code newest}, the latest manifest. */
  Incumbent incumbent(Manifest newest) {
    return new Incumbent(newest, newestOfEpoch(newest));
  }

  /** Why the role must not be taken from {@code incumbent} now; empty if it may. */
  Optional<String> objection(Incumbent incumbent, TakeOver policy) {
    if (incumbent.isFree()) {
      return Optional.empty();
    }
    return switch (policy) {
      case FORCE -> Optional.empty();
      case IDLE -> atWork(incumbent);
      case NEVER ->
          Optional.of(
              "epoch "
                  + Long.toUnsignedString(incumbent.manifest().writerEpoch())
                  + " has not given the role up, and takeOver=never");
    };
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

  private Optional<String> atWork(Incumbent incumbent) {
    Manifest newest = incumbent.manifest();
    Duration limit = incumbent.publication().isPresent() ? IDLE : IDLE_UNPUBLISHED;
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
