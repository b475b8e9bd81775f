package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Commits of one log object: each had its turn, and waits for what becomes of it. All in one
 * thread, so that the store sees the same each time.
 */
final class CommitGroup {
  private static final int MEMBERS = 3;
  private static final Kind UNKNOWN = Kind.OUTCOME_UNKNOWN;

  private final List<Supplier<CommitPosition>> members;

  private CommitGroup(List<Supplier<CommitPosition>> members) {
    this.members = members;
  }

  /**
   * Has three members hand in a file each, called {@code path} and a number but for the first, and
   * a fourth one fail; nothing is written yet.
   */
  static CommitGroup handIn(LakeProcess process, String path) {
    List<Supplier<CommitPosition>> members = new ArrayList<>();
    members.add(process.beginOnNewest(GroupStage.file(path)));
    Supplier<CommitPosition> failing =
        process.beginOnNewest(
            commit -> {
              throw new IllegalStateException("of no use");
            });
    for (int i = 1; i < MEMBERS; i++) {
      members.add(process.beginOnNewest(GroupStage.file(path + i)));
    }
    members.add(failing);
    return new CommitGroup(members);
  }

  /**
   * Waits for all.
   *
   * @throws CatalogException as the first failed
   */
  void settle() {
    List<Optional<CatalogException>> failures =
        members.subList(0, MEMBERS).stream().map(CommitGroup::failure).toList();
    List<Optional<Kind>> ends =
        failures.stream().map(each -> each.map(CatalogException::kind)).distinct().toList();
    if (ends.size() > 1) {
      // Who could not publish does not know that others did.
      assertThat(ends).containsExactlyInAnyOrder(Optional.empty(), Optional.of(UNKNOWN));
    }
    assertThatThrownBy(members.get(MEMBERS)::get).isInstanceOf(RuntimeException.class);
    if (failures.get(0).isPresent()) {
      throw failures.get(0).get();
    }
  }

  private static Optional<CatalogException> failure(Supplier<CommitPosition> member) {
    try {
      assertThat(member.get()).isNotNull();
      return Optional.empty();
    } catch (CatalogException e) {
      return Optional.of(e);
    }
  }
}
