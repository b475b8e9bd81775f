package io.moraine.slate.gc;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.gc.Deletions.Doomed;
import io.moraine.slate.gc.Round.Age;
import io.moraine.slate.manifest.StoreLayout;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Collects objects of the write-ahead log that no manifest has anybody replay. */
final class LogObjects {
  private LogObjects() {}

  /** Those with rows. */
  static void collectObjects(Round round, Deletions deletions) {
    collect(round, deletions, object -> object.size() > 0);
  }

  /** Empty ones. */
  static void collectFences(Round round, Deletions deletions) {
    collect(round, deletions, object -> object.size() == 0);
  }

  private static void collect(Round round, Deletions deletions, Predicate<ObjectMeta> kind) {
    ObjectStore log = round.parts().log();
    References references = round.references();
    Age age = round.age(deletions.kind());
    List<ObjectMeta> all =
        log.list(round.parts().layout().walFolder(), "").stream()
            .filter(each -> StoreLayout.walId(each.name()).isPresent())
            .filter(kind)
            .toList();
    deletions.seen(all.size());
    List<ObjectMeta> dead =
        deletions.limited(
            all.stream()
                .filter(age::isReachedBy)
                .filter(each -> !isNeeded(each, references))
                .toList());
    deletions.delete(
        dead.stream().map(each -> new Doomed<>(each.path(), each)).toList(), log::delete);
  }

  private static boolean isNeeded(ObjectMeta object, References references) {
    OptionalLong id = StoreLayout.walId(object.name());
    return id.isEmpty() || references.needLog(id.getAsLong());
  }
}
