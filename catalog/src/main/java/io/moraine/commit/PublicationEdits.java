package io.moraine.commit;

import io.moraine.read.PublicationNames;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.CheckpointEdit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Which publications a manifest keeps. Pure.
 *
 * <p>A publication lives 24 hours. The newest three of the epoch stay; the others go with the next
 * one, and all of them with the one that gives the role up, except for those that readers of this
 * process need. What an earlier epoch published goes ten minutes after it was made.
 */
final class PublicationEdits {
  private static final long LIFETIME_SECONDS = 24 * 60 * 60;
  private static final long EARLIER_SECONDS = 10 * 60;
  private static final int KEPT = 3;

  private PublicationEdits() {}

  /**
   * What a publication is made with.
   *
   * @param id its id
   * @param name {@link PublicationNames#OPEN} or {@link PublicationNames#CLOSED}
   * @param own the publications of the epoch so far
   * @param inUse those that readers of this process need
   * @param nowSeconds the time, seconds since 1970-01-01 UTC
   */
  record Making(UUID id, String name, Set<UUID> own, Set<UUID> inUse, long nowSeconds) {}

  /** Adds a publication that pins the manifest which records it. */
  static CheckpointEdit add(Making making) {
    return (base, nextId) -> {
      List<Checkpoint> kept = new ArrayList<>(kept(base.checkpoints(), making));
      kept.add(
          new Checkpoint(
              making.id(),
              nextId,
              making.nowSeconds(),
              making.nowSeconds() + LIFETIME_SECONDS,
              making.name()));
      return kept;
    };
  }

  private static List<Checkpoint> kept(List<Checkpoint> checkpoints, Making making) {
    boolean closing = making.name().equals(PublicationNames.CLOSED);
    Set<UUID> stay = new HashSet<>(making.inUse());
    checkpoints.stream()
        .filter(each -> making.own().contains(each.id()))
        .sorted(Comparator.comparing(Checkpoint::manifestId, Long::compareUnsigned).reversed())
        .limit(closing ? 0 : KEPT - 1)
        .forEach(each -> stay.add(each.id()));
    return checkpoints.stream()
        .filter(
            each ->
                !PublicationNames.isOne(each) || stay.contains(each.id()) || young(each, making))
        .toList();
  }

  /** Whether it was made by an earlier epoch a short while ago. */
  private static boolean young(Checkpoint checkpoint, Making making) {
    return !making.own().contains(checkpoint.id())
        && making.nowSeconds() - checkpoint.createTimeSeconds() < EARLIER_SECONDS;
  }
}
