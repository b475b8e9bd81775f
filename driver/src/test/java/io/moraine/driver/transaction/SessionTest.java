package io.moraine.driver.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.api.Catalog;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import io.moraine.testing.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When transactions begin and end, over transactions that only tell what is done to them. */
class SessionTest {
  private final Catalog catalog =
      Catalog.open(CatalogOptions.of(Fixtures.store("moraine/shop").toString()));
  private final List<RecordingTransaction> begun = new ArrayList<>();
  private final Session session = new Session(catalog, TimeTravel.NEWEST, this::begin);

  private Transaction begin(ReadScope scope) {
    RecordingTransaction transaction = new RecordingTransaction(scope);
    begun.add(transaction);
    return transaction;
  }

  @AfterEach
  void close() {
    session.close();
  }

  private int write(int rows) {
    return session.write(
        Optional::empty,
        transaction -> {
          stage(transaction, rows);
          return transaction.stagedRows();
        });
  }

  private static void stage(Transaction transaction, int rows) {
    for (int i = 0; i < rows; i++) {
      transaction.insert(MetadataTable.METADATA, List.<@Nullable Object[]>of(new Object[4]));
    }
  }

  private List<String> ends() {
    return begun.stream().map(RecordingTransaction::end).toList();
  }

  private void explicit() {
    session.changeMode(CommitMode.EXPLICIT, Optional.empty());
  }

  @Test
  void withAutocommitEachWriteIsATransaction() {
    write(2);
    write(3);
    assertThat(ends()).containsExactly("committed 2", "committed 3");
    assertThat(catalog.figures().scopes()).isEmpty();
    assertThat(session.inTransaction()).isFalse();
  }

  @Test
  void withAutocommitAFailedWriteCommitsNothing() {
    assertThatThrownBy(
            () ->
                session.write(
                    Optional::empty,
                    transaction -> {
                      stage(transaction, 2);
                      throw new StatementException(SqlState.INVALID_DATA, "wrong");
                    }))
        .hasMessage("wrong");
    assertThat(ends()).containsExactly("rolled back");
    assertThat(catalog.figures().scopes()).isEmpty();
  }

  @Test
  void aTransactionBeginsToWriteOnTheScopeThatItReads() {
    explicit();
    ReadScope read = session.pin(Optional.empty(), () -> {}).scope();
    write(1);
    assertThat(begun.get(0).scope()).isSameAs(read);
    write(2);
    assertThat(begun).hasSize(1);
    assertThat(session.pin(Optional.empty(), () -> {}).scope()).isSameAs(begun.get(0).scope());
    session.commit(Optional.empty());
    assertThat(ends()).containsExactly("committed 3");
    assertThat(catalog.figures().scopes()).isEmpty();
  }

  @Test
  void aFailedWriteLeavesWhatWasStagedBefore() {
    explicit();
    write(2);
    assertThatThrownBy(
            () ->
                session.write(
                    Optional::empty,
                    transaction -> {
                      stage(transaction, 3);
                      throw new StatementException(SqlState.INVALID_DATA, "wrong");
                    }))
        .hasMessage("wrong");
    assertThat(write(1)).isEqualTo(3);
    session.commit(Optional.empty());
    assertThat(ends()).containsExactly("committed 3");
  }

  @Test
  void commitAndRollbackEndResultsBefore() {
    explicit();
    List<String> order = new ArrayList<>();
    session.pin(Optional.empty(), () -> order.add("ended while " + ends()));
    write(1);
    session.commit(Optional.empty());
    assertThat(order).containsExactly("ended while [open]");
    session.pin(Optional.empty(), () -> order.add("ended"));
    session.rollback();
    assertThat(order).hasSize(2);
  }

  @Test
  void rollbackForgetsWhatWasStaged() {
    explicit();
    write(2);
    session.rollback();
    assertThat(ends()).containsExactly("rolled back");
    assertThat(session.inTransaction()).isFalse();
    session.rollback();
    session.commit(Optional.empty());
    assertThat(begun).hasSize(1);
  }

  @Test
  void closingRollsBack() {
    explicit();
    write(2);
    session.close();
    assertThat(ends()).containsExactly("rolled back");
    assertThatThrownBy(() -> write(1))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
  }

  @Test
  void switchingAutocommitOnCommits() {
    explicit();
    write(2);
    session.changeMode(CommitMode.EXPLICIT, Optional.empty());
    assertThat(ends()).containsExactly("open");
    session.changeMode(CommitMode.AUTOMATIC, Optional.empty());
    assertThat(ends()).containsExactly("committed 2");
  }

  @Test
  void aTransactionIsOverHoweverItsCommitGoes() {
    explicit();
    write(2);
    begun.get(0).failWith(new CatalogException(Kind.CONFLICT, "lost"));
    assertThatThrownBy(() -> session.commit(Optional.empty())).hasMessage("lost");
    assertThat(session.inTransaction()).isFalse();
    assertThat(catalog.figures().scopes()).isEmpty();
    write(1);
    begun.get(1).failWith(new CatalogException(Kind.CONFLICT, "lost again"));
    assertThatThrownBy(() -> session.changeMode(CommitMode.AUTOMATIC, Optional.empty()))
        .hasMessage("lost again");
    assertThat(session.mode()).isEqualTo(CommitMode.EXPLICIT);
    assertThat(session.inTransaction()).isFalse();
  }

  @Test
  void aMarkIsReturnedToAsOftenAsWanted() {
    explicit();
    Mark start = session.mark();
    write(2);
    Mark two = session.mark();
    write(3);
    session.rollbackTo(two);
    assertThat(write(1)).isEqualTo(3);
    session.rollbackTo(two);
    assertThat(write(0)).isEqualTo(2);
    session.rollbackTo(start);
    assertThat(write(0)).isZero();
    session.commit(Optional.empty());
    assertThat(ends()).containsExactly("committed 0");
  }

  @Test
  void marksEndWithEarlierOnesAndWithTheTransaction() {
    explicit();
    Mark first = session.mark();
    write(1);
    Mark second = session.mark();
    Mark third = session.mark();
    session.rollbackTo(second);
    assertGone(third);
    session.release(first);
    assertGone(first);
    assertGone(second);
    assertThat(write(1)).isEqualTo(2);
    Mark last = session.mark();
    session.rollback();
    assertGone(last);
  }

  private void assertGone(Mark mark) {
    assertThatThrownBy(() -> session.rollbackTo(mark))
        .isInstanceOfSatisfying(
            StatementException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_SAVEPOINT));
    assertThatThrownBy(() -> session.release(mark)).isInstanceOf(StatementException.class);
  }

  @Test
  void aReadOnlySessionRefusesToWriteBeforeItBegins() {
    session.changeReadOnly(true);
    assertReadOnly(session);
    session.changeReadOnly(false);
    write(1);
    assertThat(begun).hasSize(1);
  }

  @Test
  void aSessionThatShowsAnOlderSnapshotRefusesToWrite() {
    Catalog other = Catalog.open(catalog.options());
    try (Session past = new Session(other, new TimeTravel.AtSnapshot(3), this::begin)) {
      assertReadOnly(past);
    }
  }

  private void assertReadOnly(Session writer) {
    assertThatThrownBy(() -> writer.write(Optional::empty, Transaction::stagedRows))
        .isInstanceOfSatisfying(
            StatementException.class, e -> assertThat(e.state()).isEqualTo(SqlState.READ_ONLY));
    assertThat(begun).isEmpty();
  }
}
