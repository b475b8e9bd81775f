package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.Changes;
import io.moraine.model.ColumnDefault;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import io.moraine.model.NameMap;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import io.moraine.model.NewMacro;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import io.moraine.model.OptionScope;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random verbs leave the same lake whether each is a commit of its own, several make one, or all
 * do, and the same ones fail.
 */
class RandomVerbsTest {
  private static final int LAKES = 20;
  private static final int VERBS = 60;
  private static final long NOBODY = 99;
  private static final List<String> NAMES = List.of("n0", "n1", "n2", "n3");

  /** What of live rows differs with the commits that they came by. */
  private static final Set<String> OF_COMMITS = Set.of("begin_snapshot", "end_snapshot");

  private static final Set<MetadataTable> OF_SNAPSHOTS =
      Set.of(MetadataTable.SNAPSHOT, MetadataTable.SNAPSHOT_CHANGES, MetadataTable.SCHEMA_VERSIONS);

  /** One verb; what it gives. */
  @FunctionalInterface
  private interface Verb {
    Object on(Changes changes, Known known);
  }

  /** What verbs are about: something that is live, by a random number, if there is anything. */
  private static final class Known {
    private final List<Long> macros = new ArrayList<>();
    private final Map<Long, List<Long>> files = new HashMap<>();
    private final Map<Long, List<Long>> deletes = new HashMap<>();

    private static long pick(List<Long> ids, int number) {
      return ids.isEmpty() ? NOBODY : ids.get(number % ids.size());
    }

    private static List<Long> schemas(Changes changes) {
      List<Long> ids = new ArrayList<>(List.of(0L));
      NAMES.forEach(name -> changes.findSchema(name).ifPresent(ids::add));
      return ids;
    }

    long schema(Changes changes, int number) {
      return pick(schemas(changes), number);
    }

    long table(Changes changes, int number) {
      List<Long> ids = new ArrayList<>();
      for (long schema : schemas(changes)) {
        NAMES.forEach(name -> changes.findTable(schema, name).ifPresent(ids::add));
      }
      return pick(ids, number);
    }

    long view(Changes changes, int number) {
      List<Long> ids = new ArrayList<>();
      for (long schema : schemas(changes)) {
        NAMES.forEach(name -> changes.findView(schema, name).ifPresent(ids::add));
      }
      return pick(ids, number);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void commitsOfManyVerbsDoWhatManyCommitsDo(long seed) {
    for (int i = 0; i < LAKES; i++) {
      long own = seed * 1000 + i;
      List<Verb> verbs = verbs(new Random(own));
      Played alone = play(verbs, 1);
      for (int together : List.of(3, VERBS)) {
        Played played = play(verbs, together);
        assertThat(played.answers)
            .as("seed %d, %d together", own, together)
            .isEqualTo(alone.answers);
        assertThat(played.live).as("seed %d, %d together", own, together).isEqualTo(alone.live);
      }
    }
  }

  /** What verbs said, and the rows that are live then. */
  private record Played(List<String> answers, List<String> live) {}

  private static Played play(List<Verb> verbs, int together) {
    VerbLake lake = VerbLake.create();
    List<String> answers = new ArrayList<>();
    Known known = new Known();
    for (int i = 0; i < verbs.size(); i += together) {
      List<Verb> some = verbs.subList(i, Math.min(verbs.size(), i + together));
      lake.commit(changes -> some.forEach(verb -> answers.add(answer(verb, changes, known))));
    }
    return new Played(answers, live(lake));
  }

  private static String answer(Verb verb, Changes changes, Known known) {
    try {
      return String.valueOf(verb.on(changes, known));
    } catch (CatalogException e) {
      return e.kind() + " " + e.getMessage();
    }
  }

  private static List<String> live(VerbLake lake) {
    Set<Object> holders = new HashSet<>();
    for (MetadataTable table :
        List.of(MetadataTable.SCHEMA, MetadataTable.TABLE, MetadataTable.VIEW)) {
      lake.live(table, table.columns().get(0).name()).forEach(row -> holders.add(row.get(0)));
    }
    Set<Object> files = new HashSet<>();
    lake.live(MetadataTable.DATA_FILE, "data_file_id").forEach(row -> files.add(row.get(0)));
    Set<Object> owners = new HashSet<>();
    lake.live(MetadataTable.PARTITION_INFO, "partition_id").forEach(row -> owners.add(row.get(0)));
    lake.live(MetadataTable.SORT_INFO, "sort_id").forEach(row -> owners.add(row.get(0)));
    lake.live(MetadataTable.MACRO, "macro_id").forEach(row -> owners.add(row.get(0)));
    Set<List<@Nullable Object>> columnsOfTables =
        new HashSet<>(lake.live(MetadataTable.COLUMN, "table_id", "column_id"));
    List<String> live = new ArrayList<>();
    for (MetadataTable table : MetadataTable.values()) {
      if (OF_SNAPSHOTS.contains(table)) {
        continue;
      }
      String[] columns =
          table.columns().stream()
              .map(column -> column.name())
              .filter(name -> !OF_COMMITS.contains(name) && !name.endsWith("_uuid"))
              .toArray(String[]::new);
      for (List<@Nullable Object> row : lake.live(table, columns)) {
        boolean shown =
            switch (table) {
              case TAG -> holders.contains(row.get(0));
              case COLUMN_TAG -> columnsOfTables.contains(row.subList(0, 2));
              case FILE_COLUMN_STATS, FILE_PARTITION_VALUE -> files.contains(row.get(0));
              case PARTITION_COLUMN, SORT_EXPRESSION, MACRO_IMPL, MACRO_PARAMETERS ->
                  owners.contains(row.get(0));
              case COLUMN_MAPPING, NAME_MAPPING -> false;
              default -> true;
            };
        if (shown) {
          live.add(table + " " + row);
        }
      }
    }
    live.sort(null);
    return live;
  }

  private static List<Verb> verbs(Random random) {
    List<Verb> verbs = new ArrayList<>();
    for (int i = 0; i < VERBS; i++) {
      verbs.add(verb(random, i));
    }
    return verbs;
  }

  /** A verb about a table. */
  private static Verb ofTable(int number, BiFunction<Changes, Long, Object> verb) {
    return (changes, known) -> verb.apply(changes, known.table(changes, number));
  }

  /** The same for a verb that gives nothing. */
  private static Verb withTable(int number, BiConsumer<Changes, Long> verb) {
    return ofTable(number, (changes, table) -> done(() -> verb.accept(changes, table)));
  }

  private static Object done(Runnable verb) {
    verb.run();
    return "done";
  }

  private static Verb verb(Random random, int number) {
    int one = random.nextInt(100);
    int two = random.nextInt(100);
    long column = 1L + random.nextInt(6);
    String name = (random.nextBoolean() ? "n" : "N") + random.nextInt(4);
    boolean flag = random.nextBoolean();
    return switch (random.nextInt(31)) {
      case 0 -> (changes, known) -> changes.createSchema(name);
      case 1 -> (changes, known) -> done(() -> changes.dropSchema(known.schema(changes, one)));
      case 2 ->
          (changes, known) -> done(() -> changes.renameSchema(known.schema(changes, one), name));
      case 3, 4, 5 ->
          (changes, known) -> changes.createTable(known.schema(changes, one), table(name));
      case 6 -> withTable(one, Changes::dropTable);
      case 7 -> withTable(one, (changes, table) -> changes.renameTable(table, name));
      case 8 ->
          (changes, known) ->
              done(() -> changes.moveTable(known.table(changes, one), known.schema(changes, two)));
      case 9, 10 ->
          ofTable(
              one,
              (changes, table) ->
                  changes.addColumn(
                      table,
                      flag ? OptionalLong.empty() : OptionalLong.of(2),
                      NewColumn.of(name, flag ? "varchar" : "int16")));
      case 11, 12 -> withTable(one, (changes, table) -> changes.dropColumn(table, column));
      case 13 -> withTable(one, (changes, table) -> changes.renameColumn(table, column, name));
      case 14 ->
          withTable(
              one,
              (changes, table) -> changes.widenColumn(table, column, flag ? "int64" : "float64"));
      case 15 ->
          withTable(
              one,
              (changes, table) ->
                  changes.setColumnDefault(
                      table,
                      column,
                      flag ? Optional.of(ColumnDefault.literal("3")) : Optional.empty()));
      case 16 -> withTable(one, (changes, table) -> changes.setColumnNullable(table, column, flag));
      case 17 ->
          (changes, known) ->
              changes.createView(known.schema(changes, one), NewView.of(name, "SELECT " + number));
      case 18 -> (changes, known) -> done(() -> changes.dropView(known.view(changes, one)));
      case 19 -> (changes, known) -> done(() -> changes.renameView(known.view(changes, one), name));
      case 20 ->
          (changes, known) -> {
            long macro = changes.createMacro(known.schema(changes, one), macro(name));
            known.macros.add(macro);
            return macro;
          };
      case 21 ->
          (changes, known) -> {
            long macro = Known.pick(known.macros, one);
            if (flag) {
              return done(() -> changes.dropMacro(macro));
            }
            long renamed = changes.renameMacro(macro, name);
            known.macros.add(renamed);
            return renamed;
          };
      case 22 ->
          (changes, known) -> {
            long holder =
                switch (one % 3) {
                  case 0 -> known.schema(changes, two);
                  case 1 -> known.view(changes, two);
                  default -> known.table(changes, two);
                };
            return done(() -> changes.setTag(holder, "t" + column % 2, flag ? name : null));
          };
      case 23 ->
          withTable(
              one,
              (changes, table) ->
                  changes.setColumnTag(table, column, "comment", flag ? name : null));
      case 24 ->
          ofTable(
              one,
              (changes, table) ->
                  changes.setPartitioning(
                      table,
                      two < 20 ? List.of(new PartitionField(column, "identity")) : List.of()));
      case 25 ->
          ofTable(
              one,
              (changes, table) ->
                  changes.setSortOrder(
                      table, flag ? List.of(new SortField(name, flag, flag)) : List.of()));
      case 26 ->
          (changes, known) -> {
            OptionScope scope =
                switch (one % 3) {
                  case 0 -> new OptionScope.Lake();
                  case 1 -> new OptionScope.OfSchema(known.schema(changes, two));
                  default -> new OptionScope.OfTable(known.table(changes, two));
                };
            return flag
                ? done(() -> changes.setOption(scope, "auto_compact", "" + (column > 3)))
                : changes.removeOption(scope, "auto_compact");
          };
      case 27 ->
          ofTable(
              one,
              (changes, table) ->
                  changes.addNameMap(
                      table, new NameMap(List.of(NameMap.Entry.of("x" + number, column)))));
      case 28 ->
          (changes, known) -> {
            long table = known.table(changes, one);
            List<Long> ids =
                changes.addDataFiles(
                    table, List.of(file(number, column, flag), file(number + 1000, 1, !flag)));
            known.files.computeIfAbsent(table, none -> new ArrayList<>()).addAll(ids);
            return ids;
          };
      case 29 ->
          (changes, known) -> {
            long table = known.table(changes, one);
            long file = Known.pick(known.files.getOrDefault(table, List.of()), two);
            long id =
                changes.addDeleteFile(
                    table,
                    new NewDeleteFile(
                        file, "d" + number, true, "parquet", 1, 90, 9, Optional.empty()));
            known.deletes.computeIfAbsent(table, none -> new ArrayList<>()).add(id);
            return id;
          };
      default ->
          (changes, known) -> {
            long table = known.table(changes, one);
            long file = Known.pick(known.files.getOrDefault(table, List.of()), two);
            long deletes = Known.pick(known.deletes.getOrDefault(table, List.of()), two);
            return flag
                ? done(() -> changes.removeDataFiles(table, Set.of(file)))
                : done(() -> changes.removeDeleteFile(table, deletes));
          };
    };
  }

  private static NewTable table(String name) {
    return NewTable.of(
        name,
        NewColumn.of("n0", "int32"),
        NewColumn.of("s", "struct", NewColumn.of("n1", "int32")),
        NewColumn.of("n2", "varchar"));
  }

  private static NewMacro macro(String name) {
    return new NewMacro(
        name,
        NewMacro.Kind.SCALAR,
        List.of(
            new NewMacro.Implementation(
                "duckdb", "a + 1", List.of(new NewMacro.Parameter("a", Optional.empty())))));
  }

  private static NewDataFile file(int number, long column, boolean told) {
    NewDataFile file = NewDataFile.of("f" + number, true, 1 + number % 3, 900, 9);
    return told
        ? file.withColumns(
            Map.of(column, ColumnStatistics.of(8, 1, 0, "" + number, "" + (number + 5))))
        : file;
  }
}
