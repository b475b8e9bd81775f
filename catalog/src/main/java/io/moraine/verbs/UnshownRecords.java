package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.model.CatalogException;
import io.moraine.table.RecordSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What verbs must know of the records under a commit beyond the rows of the metadata tables. */
final class UnshownRecords {
  private final RecordSource records;
  private @Nullable Boolean encrypted;

  UnshownRecords(RecordSource records) {
    this.records = records;
  }

  /** Whether the files of the lake are encrypted: set when it was created, never changed. */
  boolean isLakeEncrypted() {
    Boolean known = encrypted;
    if (known == null) {
      known = "true".equals(lakeOption("encrypted"));
      encrypted = known;
    }
    return known;
  }

  /** Whether each commit that adds a snapshot must say who made it, or why. */
  boolean isMessageRequired() {
    return "true".equals(lakeOption("require_commit_message"));
  }

  private @Nullable String lakeOption(String name) {
    Bytes key = Key.Current.of(EntityKind.OPTION, 0L, 0L).encode();
    Bytes value = records.find(key);
    if (value == null) {
      return null;
    }
    return OptionScopeValue.TYPE.decode(key, value).options().stream()
        .filter(option -> option.key().equals(name))
        .map(OptionScopeValue.Option::value)
        .findFirst()
        .orElse(null);
  }

  /** Whether there are inlined rows of a table. */
  boolean hasInlinedRows(long tableId) {
    return isThereAny(KeyPrefix.inline(InlineKind.INSERT, tableId));
  }

  /**
   * Checks that a table has no equality index, whose entries this version does not keep up.
   *
   * @throws CatalogException of kind UNSUPPORTED if it has one
   */
  void requireNoIndex(long tableId) {
    if (isThereAny(KeyPrefix.current(EntityKind.INDEX, tableId))) {
      throw Refusals.unsupported(
          "Table "
              + tableId
              + " has an equality index, which this version cannot keep up; drop it by Moraine"
              + " first");
    }
  }

  private boolean isThereAny(Bytes prefix) {
    try (RecordSource.RecordIterator each =
        records.scan(List.of(KeyRange.prefix(prefix)), RecordSource.Direction.ASCENDING)) {
      return each.next();
    }
  }
}
