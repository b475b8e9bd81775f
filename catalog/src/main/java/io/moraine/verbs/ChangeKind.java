package io.moraine.verbs;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of entry in {@code changes_made}, in the order in which entries are written. Those that
 * only others write come last.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_snapshot_changes"; Moraine 0.7.0 {@code
 * crates/moraine/src/transaction/operations.rs} for the order.
 */
enum ChangeKind {
  DROPPED_SCHEMA(null),
  DROPPED_TABLE(Effect.DROPPED),
  DROPPED_VIEW(Effect.DROPPED),
  CREATED_SCHEMA(null),
  CREATED_TABLE(null),
  CREATED_VIEW(null),
  CREATED_SCALAR_MACRO(null),
  CREATED_TABLE_MACRO(null),
  DROPPED_SCALAR_MACRO(null),
  DROPPED_TABLE_MACRO(null),
  INSERTED_INTO_TABLE(Effect.INSERTED),
  DELETED_FROM_TABLE(Effect.DELETED),
  ALTERED_TABLE(Effect.ALTERED),
  ALTERED_VIEW(Effect.ALTERED),
  MERGE_ADJACENT(Effect.COMPACTED),
  REWRITE_DELETE(Effect.COMPACTED),
  COMPACTED_TABLE(Effect.COMPACTED),
  INLINE_FLUSH(Effect.COMPACTED),
  FLUSHED_INLINED(Effect.COMPACTED);

  /** What an entry does to the table or view that it names; these share one space of ids. */
  enum Effect {
    INSERTED,
    DELETED,
    ALTERED,
    DROPPED,
    COMPACTED
  }

  private final @Nullable Effect effect;

  ChangeKind(@Nullable Effect effect) {
    this.effect = effect;
  }

  /** The kind's word. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it does to the table or view that it names, if it names one by id. */
  Optional<Effect> effect() {
    return Optional.ofNullable(effect);
  }

  /** Whether the list of schemas changes. */
  boolean changesSchemas() {
    return this == CREATED_SCHEMA || this == DROPPED_SCHEMA;
  }

  /** Whether its payload is names. */
  boolean isOfNames() {
    return switch (this) {
      case CREATED_SCHEMA, CREATED_TABLE, CREATED_VIEW, CREATED_SCALAR_MACRO, CREATED_TABLE_MACRO ->
          true;
      default -> false;
    };
  }

  /** The kind of a word in lower case; empty if there is none that is known. */
  static Optional<ChangeKind> find(String word) {
    for (ChangeKind kind : values()) {
      if (kind.word().equals(word)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
