package io.moraine.interop;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.model.CatalogOptions;
import io.moraine.model.ColumnType;
import io.moraine.model.Cursor;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterSettings;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A lake in a folder, as Java writes and reads it. */
final class JavaLake {
  private final Path folder;

  private JavaLake(Path folder) {
    this.folder = folder;
  }

  /** The lake in {@code folder}. */
  static JavaLake in(Path folder) {
    return new JavaLake(folder);
  }

  /** A new lake in a folder of its own. */
  static JavaLake create() {
    JavaLake lake = in(Fixtures.temporaryFolder("moraine-interop").resolve("lake"));
    Catalog.create(lake.options(), new NewLake(Optional.of("s3://bucket/data/"), false));
    return lake;
  }

  Path folder() {
    return folder;
  }

  /** Opens it; the role is taken from whoever has it. */
  Catalog open() {
    return Catalog.open(options());
  }

  private CatalogOptions options() {
    return CatalogOptions.of("file:" + folder)
        .withWriter(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
  }

  /** Makes one commit. */
  static void commit(Catalog catalog, Consumer<DuckLakeCommit> steps) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      steps.accept(commit);
      commit.commit();
    }
  }

  /** All rows of all tables, through a catalog opened anew. */
  Map<String, List<List<@Nullable Object>>> tables() {
    try (Catalog catalog = open();
        ReadScope scope = catalog.readScope()) {
      return tables(scope);
    }
  }

  /** All rows of all tables that {@code scope} shows. */
  static Map<String, List<List<@Nullable Object>>> tables(ReadScope scope) {
    Map<String, List<List<@Nullable Object>>> tables = new LinkedHashMap<>();
    for (MetadataTable table : MetadataTable.values()) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      try (Cursor cursor = scope.open(TableScan.of(table))) {
        while (cursor.next()) {
          rows.add(Arrays.asList(cursor.row()));
        }
      }
      tables.put(table.sqlName(), rows);
    }
    return tables;
  }

  /** The tables of a dump that Rust made. */
  static Map<String, List<List<@Nullable Object>>> tables(JsonNode dump) {
    Map<String, List<List<@Nullable Object>>> tables = new LinkedHashMap<>();
    for (MetadataTable table : MetadataTable.values()) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      dump.get("tables").get(table.sqlName()).forEach(row -> rows.add(row(table, row)));
      tables.put(table.sqlName(), rows);
    }
    return tables;
  }

  private static List<@Nullable Object> row(MetadataTable table, JsonNode cells) {
    List<@Nullable Object> row = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      MetadataColumn column = table.columns().get(i);
      row.add(value(column.type(), cells.get(i)));
    }
    return row;
  }

  private static @Nullable Object value(ColumnType type, JsonNode cell) {
    if (cell.isNull()) {
      return null;
    }
    return switch (type) {
      case BIGINT, TIMESTAMPTZ -> cell.longValue();
      case BOOLEAN -> cell.booleanValue();
      case VARCHAR -> cell.textValue();
      case UUID -> UUID.fromString(cell.textValue());
    };
  }

  /** A copy of its store as it is now. */
  Path copy() {
    Path copy = Fixtures.temporaryFolder("moraine-interop-copy");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path to = copy.resolve(folder.relativize(each).toString());
        Files.createDirectories(to.getParent());
        Files.copy(each, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }
}
