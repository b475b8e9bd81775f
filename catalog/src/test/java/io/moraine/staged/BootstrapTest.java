package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.keyspace.FormatValue;
import io.moraine.keyspace.Key;
import io.moraine.model.CommitPosition;
import io.moraine.staged.CommitBatch.RecordChange;
import io.moraine.testing.StoredRecords;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final UUID MAIN = UUID.fromString("00000000-0000-4000-8000-000000000000");

  @Test
  void anEmptyLakeIsTheFiveRecordsThatMoraineWrites() {
    CommitBatch batch =
        Bootstrap.batch(Instant.ofEpochSecond(1_700_000_000), MAIN, Optional.empty(), "false");
    assertThat(batch.changes())
        .extracting(change -> change.key().toHex())
        .containsExactly(
            "0202",
            "0203",
            "030000000000000000",
            "0402020000000000000000",
            "04020d00000000000000000000000000000000");
    assertThat(batch.changes().subList(1, 5))
        .extracting(change -> Objects.requireNonNull(change.value()).toHex())
        .containsExactly(
            "4d524e4500",
            "4d524e4500108080f9c0c1c4820320013a15637265617465645f736368656d613a226d61696e22",
            "4d524e4500122430303030303030302d303030302d343030302d383030302d3030303030303030303030302a"
                + "046d61696e32056d61696e2f3801",
            "4d524e45000a120a09656e63727970746564120566616c7365");
    assertThat(format(batch).formatVersion()).isEqualTo(9);
    assertThat(batch.position()).isEqualTo(new CommitPosition(0, 0));
    assertThat(batch.snapshotRecord()).contains(value(batch.changes().get(2)));
  }

  @Test
  void aLakeOfMoraineIsMadeAnew() {
    for (String fixture : new String[] {"moraine/empty", "moraine/empty-encrypted"}) {
      StoredRecords lake = StoredRecords.ofFixture(fixture);
      CommitBatch batch = Lakes.bootstrapLike(lake);
      assertThat(lake.all().keySet())
          .containsExactlyElementsOf(batch.changes().stream().map(RecordChange::key).toList());
      for (RecordChange change : batch.changes()) {
        if (!change.key().equals(Key.Sys.FORMAT.encode())) {
          assertThat(Lakes.canonical(change.key(), value(change)))
              .as(fixture)
              .isEqualTo(
                  Lakes.canonical(change.key(), Objects.requireNonNull(lake.find(change.key()))));
        }
      }
    }
  }

  private static FormatValue format(CommitBatch batch) {
    RecordChange change = batch.changes().get(0);
    return FormatValue.TYPE.decode(change.key(), value(change));
  }

  private static Bytes value(RecordChange change) {
    return Objects.requireNonNull(change.value());
  }
}
