package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.staged.ChangesMade;
import io.moraine.verbs.ChangeKind.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a commit did: the entries of {@code changes_made}, and the data files it deleted from.
 * Immutable.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_snapshot_changes"; Moraine 0.7.0 {@code
 * crates/moraine/src/transaction/operations.rs}.
 */
public final class ChangeSet {
  /** Names sort by their bytes. */
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::kind)
          .thenComparingLong(Entry::id)
          .thenComparing(Entry::first)
          .thenComparing(Entry::second);

  private final TreeSet<Entry> entries = new TreeSet<>(ORDER);
  private final Map<Long, Set<Effect>> effects = new HashMap<>();
  private final Set<Long> droppedSchemas = new HashSet<>();
  private final Set<Long> schemasCreatedIn;
  private final Set<Long> deletedFiles;
  private final boolean deletesFromUnnamedFiles;
  private final boolean unknown;
  private final boolean changesSchemas;
  private final boolean addsSnapshot;

  /**
   * One entry: of a kind of ids the id, of a kind of names one or two names.
   *
   * @param first its bytes, in which names sort
   */
  private record Entry(ChangeKind kind, long id, Bytes first, Bytes second) {
    static Entry of(ChangeKind kind, long id) {
      return new Entry(kind, id, Bytes.EMPTY, Bytes.EMPTY);
    }

    static Entry of(ChangeKind kind, String first, String second) {
      return new Entry(kind, 0, Bytes.utf8(first), Bytes.utf8(second));
    }

    String text() {
      String payload =
          switch (kind) {
            case CREATED_SCHEMA -> quoted(first);
            case CREATED_TABLE, CREATED_VIEW, CREATED_SCALAR_MACRO, CREATED_TABLE_MACRO ->
                quoted(first) + "." + quoted(second);
            default -> Long.toUnsignedString(id);
          };
      return kind.word() + ":" + payload;
    }

    private static String quoted(Bytes name) {
      return "\"" + name.toUtf8().replace("\"", "\"\"") + "\"";
    }
  }

  private ChangeSet(
      List<Entry> entries,
      Set<Long> schemasCreatedIn,
      Set<Long> deletedFiles,
      boolean unknown,
      boolean addsSnapshot) {
    this.entries.addAll(entries);
    this.schemasCreatedIn = Set.copyOf(schemasCreatedIn);
    this.deletedFiles = Set.copyOf(deletedFiles);
    this.unknown = unknown;
    this.changesSchemas = entries.stream().anyMatch(entry -> entry.kind.changesSchemas());
    this.addsSnapshot = addsSnapshot;
    for (Entry entry : entries) {
      entry
          .kind
          .effect()
          .ifPresent(
              effect ->
                  effects
                      .computeIfAbsent(entry.id, none -> EnumSet.noneOf(Effect.class))
                      .add(effect));
      if (entry.kind == ChangeKind.DROPPED_SCHEMA) {
        droppedSchemas.add(entry.id);
      }
    }
    this.deletesFromUnnamedFiles =
        deletedFiles.isEmpty()
            && entries.stream().anyMatch(each -> each.kind == ChangeKind.DELETED_FROM_TABLE);
  }

  /**
   * What the snapshot record of a commit says. Kinds that are not known, and payloads that do not
   * parse, make the whole set {@link #isUnknown unknown}.
   */
  public static ChangeSet of(SnapshotValue snapshot) {
    List<Entry> entries = new ArrayList<>();
    boolean unknown = false;
    for (ChangesMade.Entry read : ChangesMade.read(snapshot.changesMade()).entries()) {
      Optional<Entry> entry = parse(read);
      entry.ifPresent(entries::add);
      unknown |= entry.isEmpty();
    }
    return new ChangeSet(
        entries, Set.of(), new HashSet<>(snapshot.deletedDataFileIds()), unknown, true);
  }

  /** The names of what others created are compared with nothing, so they are left out. */
  private static Optional<Entry> parse(ChangesMade.Entry read) {
    Optional<ChangeKind> kind = ChangeKind.find(read.kind());
    if (kind.isEmpty() || !read.isWellFormed()) {
      return Optional.empty();
    } else if (kind.get().isOfNames()) {
      return Optional.of(Entry.of(kind.get(), read.payload(), ""));
    }
    try {
      return Optional.of(Entry.of(kind.get(), Long.parseUnsignedLong(read.payload())));
    } catch (NumberFormatException e) {
      return Optional.empty(); // no id has so many digits
    }
  }

  /** Whether nobody can tell what the commit did. */
  boolean isUnknown() {
    return unknown;
  }

  /** Whether it creates or drops schemas. */
  boolean changesSchemas() {
    return changesSchemas;
  }

  Set<Long> droppedSchemas() {
    return droppedSchemas;
  }

  /** Schemas that it created something in, as far as they are known by id. */
  Set<Long> schemasCreatedIn() {
    return schemasCreatedIn;
  }

  /** What it does to tables and views, by id. */
  Map<Long, Set<Effect>> effects() {
    return effects;
  }

  /** The data files that it deleted rows from, if it names them. */
  Set<Long> deletedFiles() {
    return deletedFiles;
  }

  /** Whether it deleted rows without naming the files. */
  boolean deletesFromUnnamedFiles() {
    return deletesFromUnnamedFiles;
  }

  /** Whether it adds a snapshot: options alone do not. */
  boolean addsSnapshot() {
    return addsSnapshot;
  }

  /** The text of {@code changes_made}. */
  String text() {
    return String.join(",", entries.stream().map(Entry::text).toList());
  }

  /** Collects what a commit does, and can take back what came last. */
  static final class Builder {
    private final List<Entry> entries = new ArrayList<>();
    private final List<Long> schemasCreatedIn = new ArrayList<>();
    private final List<Long> deletedFiles = new ArrayList<>();
    private boolean addsSnapshot;

    /** How much was collected. */
    record Mark(int entries, int schemasCreatedIn, int deletedFiles, boolean addsSnapshot) {}

    /** Adds an entry of a kind whose payload is an id. */
    Builder add(ChangeKind kind, long id) {
      return add(kind, Entry.of(kind, id));
    }

    /** Adds the schema {@code name}. */
    Builder createdSchema(String name) {
      return add(ChangeKind.CREATED_SCHEMA, Entry.of(ChangeKind.CREATED_SCHEMA, name, ""));
    }

    /** Adds something that was created in a schema. */
    Builder created(ChangeKind kind, long schemaId, String schema, String name) {
      schemasCreatedIn.add(schemaId);
      return add(kind, Entry.of(kind, schema, name));
    }

    /** Adds that rows of a data file were deleted. */
    Builder deletedFromFile(long tableId, long dataFileId) {
      deletedFiles.add(dataFileId);
      return add(ChangeKind.DELETED_FROM_TABLE, tableId);
    }

    private Builder add(ChangeKind kind, Entry entry) {
      if (kind.compareTo(ChangeKind.REWRITE_DELETE) > 0) {
        throw new IllegalArgumentException(kind + " is not written any more");
      }
      entries.add(entry);
      addsSnapshot = true;
      return this;
    }

    /** The commit adds a snapshot though no entry says why. */
    Builder snapshot() {
      addsSnapshot = true;
      return this;
    }

    Mark mark() {
      return new Mark(entries.size(), schemasCreatedIn.size(), deletedFiles.size(), addsSnapshot);
    }

    /** Forgets what came after a mark. */
    void rollBackTo(Mark mark) {
      entries.subList(mark.entries, entries.size()).clear();
      schemasCreatedIn.subList(mark.schemasCreatedIn, schemasCreatedIn.size()).clear();
      deletedFiles.subList(mark.deletedFiles, deletedFiles.size()).clear();
      addsSnapshot = mark.addsSnapshot;
    }

    ChangeSet build() {
      return new ChangeSet(
          entries,
          new HashSet<>(schemasCreatedIn),
          new HashSet<>(deletedFiles),
          false,
          addsSnapshot);
    }
  }
}
