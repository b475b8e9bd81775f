package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogOptions;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The programs under {@code docs/examples}, compiled and run as a user would. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "docs", "examples");

  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  /** Three rows, columns id and name; written by DuckDB 1.5.5. */
  private static final byte[] PARQUET =
      Base64.getDecoder()
          .decode(
              """
              UEFSMRUAFTwVLCwVBhUAFQYVBgAAHhgCAAAABgEADQERCRwCAAAAAAAAABUAFTAVMiwVBhUAFQYVBgAAGBQCAAAA\
              BgEBBjRuMAIAAABuMQIAAABuMhUCGTw1ABgNZHVja2RiX3NjaGVtYRUEABUEJQIYAmlkJSQAFQwlAhgEbmFtZSUA\
              ABYGGRwZLCYAHBUEGRUAGRgCaWQVAhYGFl4WTiYIPBgIAgAAAAAAAAAYCAAAAAAAAAAAFgAoCAIAAAAAAAAAGAgA\
              AAAAAAAAABERAAAAJgAcFQwZFQAZGARuYW1lFQIWBhZSFlQmVjwYAm4yGAJuMBYAKAJuMhgCbjAREQAAABawARYG\
              JggWogEAKChEdWNrREIgdmVyc2lvbiB2MS41LjUgKGJ1aWxkIGQ4Y2RhYTMzZmQpGSwcAAAcAAAA7AAAAFBBUjE=\
              """);

  @Test
  void aFolderOfParquetFilesBecomesATable() throws Exception {
    Path folder = Fixtures.temporaryFolder("moraine-example");
    Path lake = folder.resolve("lake");
    Path files = Files.createDirectory(folder.resolve("files"));
    Files.write(files.resolve("a.parquet"), PARQUET);
    Files.write(files.resolve("b.parquet"), PARQUET);
    Files.writeString(files.resolve("notes.txt"), "not one of them");
    String[] arguments = {lake.toString(), files.toString(), "things", "id:int64", "name:varchar"};
    Path classes = compile();
    run(classes, "RegisterFiles", arguments);
    run(classes, "RegisterFiles", arguments);
    try (Catalog catalog = Catalog.open(CatalogOptions.of(lake.toString()));
        ReadScope scope = catalog.readScope()) {
      assertThat(rows(scope, MetadataTable.TABLE, "table_name")).containsExactly(List.of("things"));
      assertThat(
              rows(
                  scope,
                  MetadataTable.DATA_FILE,
                  "record_count",
                  "file_size_bytes",
                  "footer_size",
                  "row_id_start",
                  "mapping_id"))
          .containsExactly(
              List.of(3L, 329L, 236L, 0L, 0L),
              List.of(3L, 329L, 236L, 3L, 0L),
              List.of(3L, 329L, 236L, 6L, 3L),
              List.of(3L, 329L, 236L, 9L, 3L));
      assertThat(rows(scope, MetadataTable.NAME_MAPPING, "source_name", "target_field_id"))
          .containsExactly(
              List.of("id", 1L), List.of("name", 2L), List.of("id", 1L), List.of("name", 2L));
    }
  }

  @Test
  void theReadmeShowsWhatIsInTheProgram() throws IOException {
    String readme = Files.readString(EXAMPLES.resolve("../../README.md"));
    int start = readme.indexOf("public static void main");
    String shown = readme.substring(start, readme.indexOf("```", start));
    assertThat(shown.lines()).hasSizeLessThanOrEqualTo(30);
    String program = Files.readString(EXAMPLES.resolve("RegisterFiles.java"));
    assertThat(unindented(program)).contains(unindented(shown));
  }

  @Test
  void tablesAreDefinedAndChanged() throws Exception {
    Path lake = Fixtures.temporaryFolder("moraine-example").resolve("lake");
    run(compile(), "DefineTables", lake.toString(), "s3://bucket/data");
    try (Catalog catalog = Catalog.open(CatalogOptions.of(lake.toString()));
        ReadScope scope = catalog.readScope()) {
      assertThat(scope.snapshotId()).isEqualTo(4);
      assertThat(live(scope, MetadataTable.TABLE, "table_name", "path"))
          .containsExactly(List.of("sales", "orders/"));
      assertThat(live(scope, MetadataTable.COLUMN, "column_name", "column_type"))
          .containsExactly(
              List.of("order_id", "int64"),
              List.of("at", "timestamp"),
              List.of("place", "struct"),
              List.of("city", "varchar"),
              List.of("zip", "varchar"),
              List.of("note", "varchar"));
      assertThat(live(scope, MetadataTable.VIEW, "view_name")).containsExactly(List.of("cities"));
      assertThat(live(scope, MetadataTable.MACRO, "macro_name")).containsExactly(List.of("gross"));
    }
  }

  @Test
  void theDocumentShowsWhatIsInTheProgram() throws IOException {
    String document = Files.readString(EXAMPLES.resolve("../java-api.md"));
    String program = unindented(Files.readString(EXAMPLES.resolve("DefineTables.java")));
    String shown = document.substring(document.indexOf("## Commits"), document.indexOf("## Files"));
    String[] parts = shown.split("```java\n|```\n", -1);
    for (int i = 1; i < parts.length; i += 2) {
      assertThat(program).contains(unindented(parts[i]));
    }
    assertThat(parts).hasSizeGreaterThan(12);
  }

  @Test
  void eachVerbTellsWhatItConflictsWithAndWhatItCosts() throws IOException {
    String source = Files.readString(Path.of("src/main/java/io/moraine/model/Changes.java"));
    String[] verbs = source.substring(source.indexOf("// Schemas.")).split("\\);\n", -1);
    assertThat(verbs).hasSizeGreaterThan(30);
    assertThat(List.of(verbs).subList(0, verbs.length - 1))
        .allSatisfy(
            verb ->
                assertThat(verb)
                    .containsPattern("(Conflicts with|Alters|Drops:|Inserts|Deletes|Compacts)")
                    .containsPattern("(Costs|Reads names)"));
  }

  private static List<List<@Nullable Object>> live(
      ReadScope scope, MetadataTable table, String... columns) {
    TableScan scan = TableScan.of(table).select(columns).asOf(scope.snapshotId());
    return ScopeRows.of(scope, scan).stream().map(Arrays::asList).toList();
  }

  private static String unindented(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }

  private static List<List<@Nullable Object>> rows(
      ReadScope scope, MetadataTable table, String... columns) {
    return ScopeRows.of(scope, TableScan.of(table).select(columns)).stream()
        .map(Arrays::asList)
        .toList();
  }

  private static void run(Path classes, String program, String... arguments) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
  }

  private static Path compile() throws IOException {
    Path classes = Fixtures.temporaryFolder("moraine-example-classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (Stream<Path> sources = Files.list(EXAMPLES);
        var files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> programs =
          sources.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-d", classes.toString(), "-proc:none", "-cp", CLASS_PATH),
                  null,
                  files.getJavaFileObjectsFromPaths(programs))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
    }
    return classes;
  }
}
