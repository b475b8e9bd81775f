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
    int start = readme.indexOf("CatalogOptions lake");
    String shown = readme.substring(start, readme.indexOf("```", start));
    String program = Files.readString(EXAMPLES.resolve("RegisterFiles.java"));
    assertThat(unindented(program)).contains(unindented(shown));
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
