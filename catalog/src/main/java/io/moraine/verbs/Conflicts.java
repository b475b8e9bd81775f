package io.moraine.verbs;

import io.moraine.verbs.ChangeKind.Effect;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which changes of two commits clash: the one table of that. The answer is the same whichever of
 * the two came first.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/transaction/operations.rs}.
 */
public final class Conflicts {
  /** What two effects on one table, of two commits, are to each other. */
  private enum Verdict {
    FINE,
    CLASH,
    /** They clash if both touch one data file, or one does not say which files it touches. */
    BY_FILE
  }

  private static final Map<Effect, Map<Effect, Verdict>> TABLE = table();

  private Conflicts() {}

  /** By ours, the verdicts on theirs. */
  private static Map<Effect, Map<Effect, Verdict>> table() {
    Verdict ok = Verdict.FINE;
    Verdict no = Verdict.CLASH;
    Map<Effect, Map<Effect, Verdict>> table = new EnumMap<>(Effect.class);
    //                      theirs: inserted, deleted, altered, dropped, compacted
    table.put(Effect.INSERTED, row(ok, no, no, no, ok));
    table.put(Effect.DELETED, row(no, Verdict.BY_FILE, no, no, no));
    table.put(Effect.ALTERED, row(no, no, no, no, ok));
    table.put(Effect.DROPPED, row(no, no, no, ok, no)); // the later drop finds nothing
    table.put(Effect.COMPACTED, row(ok, no, ok, no, no));
    return Collections.unmodifiableMap(table);
  }

  private static Map<Effect, Verdict> row(
      Verdict inserted, Verdict deleted, Verdict altered, Verdict dropped, Verdict compacted) {
    return Map.of(
        Effect.INSERTED,
        inserted,
        Effect.DELETED,
        deleted,
        Effect.ALTERED,
        altered,
        Effect.DROPPED,
        dropped,
        Effect.COMPACTED,
        compacted);
  }

  /** Why {@code ours}, decided before {@code theirs} was committed, cannot follow it; or empty. */
  public static Optional<String> between(ChangeSet ours, ChangeSet theirs) {
    if (ours.isUnknown() || theirs.isUnknown()) {
      return Optional.of("it is not known what it did");
    } else if (ours.changesSchemas() && theirs.changesSchemas()) {
      return Optional.of("both create, rename or drop schemas");
    }
    for (Map.Entry<Long, Set<Effect>> each : ours.effects().entrySet()) {
      Set<Effect> effects = theirs.effects().getOrDefault(each.getKey(), Set.of());
      for (Effect mine : each.getValue()) {
        for (Effect other : effects) {
          if (clash(mine, other, ours, theirs)) {
            return Optional.of(reason(each.getKey(), mine, other));
          }
        }
      }
    }
    return createdInDropped(ours, theirs).or(() -> createdInDropped(theirs, ours));
  }

  private static boolean clash(Effect mine, Effect other, ChangeSet ours, ChangeSet theirs) {
    Verdict verdict = Objects.requireNonNull(Objects.requireNonNull(TABLE.get(mine)).get(other));
    return switch (verdict) {
      case FINE -> false;
      case CLASH -> true;
      case BY_FILE ->
          ours.deletesFromUnnamedFiles()
              || theirs.deletesFromUnnamedFiles()
              || !Collections.disjoint(ours.deletedFiles(), theirs.deletedFiles());
    };
  }

  private static String reason(long id, Effect mine, Effect other) {
    return "table or view " + id + " is " + said(mine) + " here and was " + said(other) + " there";
  }

  private static String said(Effect effect) {
    return switch (effect) {
      case INSERTED -> "inserted into";
      case DELETED -> "deleted from";
      case ALTERED -> "altered";
      case DROPPED -> "dropped";
      case COMPACTED -> "compacted";
    };
  }

  /** Of what is parsed only names are known, so this finds what our own side created. */
  private static Optional<String> createdInDropped(ChangeSet creator, ChangeSet dropper) {
    for (Long schema : creator.schemasCreatedIn()) {
      if (dropper.droppedSchemas().contains(schema)) {
        return Optional.of("schema " + schema + " is dropped by one and created in by the other");
      }
    }
    return Optional.empty();
  }
}
