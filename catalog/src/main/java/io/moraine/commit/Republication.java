package io.moraine.commit;

import io.moraine.read.PublicationNames;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Has readers read what was merged while nobody has the writer role. They trust the publication by
 * which the role was given up, and its manifest has the tables from before. So another one is
 * added, of the same name and end, over the tables of now.
 *
 * <p>It shows the same rows: of what the writer owns, the manifest that it pins has everything as
 * the one that the first publication pins. That one stays: the writer who gave the role up resumes
 * it by that.
 */
final class Republication {
  private final LakeAccess access;

  Republication(LakeAccess access) {
    this.access = access;
  }

  /** Adds the publication, unless a writer is at work, who does that itself, or nothing differs. */
  void publish() {
    if (outdated(access.lake().slate().readLatestManifest()).isEmpty()) {
      return;
    }
    UUID id = access.ids().nextUuid();
    Manifest unused =
        access
            .lake()
            .slate()
            .updateCheckpoints(
                access.swept((base, nextId) -> with(base, nextId, id)), access.ids());
  }

  private List<Checkpoint> with(Manifest base, long nextId, UUID id) {
    List<Checkpoint> all = new ArrayList<>(base.checkpoints());
    outdated(base)
        .map(
            each ->
                new Checkpoint(
                    id,
                    nextId,
                    access.storeSeconds(),
                    each.expireTimeSeconds(),
                    PublicationNames.CLOSED))
        .ifPresent(all::add);
    return all;
  }

  /**
   * The newest publication, if it closed the epoch in charge and shows other tables than there are.
   */
  private Optional<Checkpoint> outdated(Manifest newest) {
    return newest.checkpoints().stream()
        .filter(PublicationNames::isOne)
        .max(Comparator.comparing(Checkpoint::manifestId, Long::compareUnsigned))
        .filter(each -> PublicationNames.CLOSED.equals(each.name()))
        .filter(each -> !each.isExpired(access.storeSeconds()))
        .filter(
            each ->
                access
                    .lake()
                    .manifests()
                    .findById(each.manifestId())
                    .filter(pinned -> showsSameRows(pinned, newest))
                    .filter(pinned -> !pinned.trees().equals(newest.trees()))
                    .isPresent());
  }

  private static boolean showsSameRows(Manifest pinned, Manifest newest) {
    return pinned.writerEpoch() == newest.writerEpoch()
        && pinned.lastL0Seq() == newest.lastL0Seq()
        && pinned.replayAfterWalId() == newest.replayAfterWalId()
        && pinned.walIdLastSeen() == newest.walIdLastSeen();
  }
}
