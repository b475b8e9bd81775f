package io.moraine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.sql.Jar.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that a user downloads, run as a user runs it. */
class JarTest {
  private static final String SAMPLE = Lakes.copyOfSample();

  @TempDir private Path folder = Path.of("");

  @Test
  void theJarShowsNoPackageButOursAndTheCodecsThatNativeCodeLooksUp() throws IOException {
    Set<String> packages = new TreeSet<>();
    try (JarFile jar = new JarFile(Jar.FILE.toFile())) {
      jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
          .forEach(
              name -> packages.add(String.join("/", List.of(name.split("/", 3)).subList(0, 2))));
    }
    assertThat(packages)
        .isSubsetOf(
            Set.of("io/moraine", "com/github", "net/jpountz", "org/xerial", "org/jspecify"));
  }

  @Test
  void nothingOfS3IsLoadedForALakeInAFolder() throws Exception {
    Run run =
        new Jar(folder).run(Map.of("JDK_JAVA_OPTIONS", "-verbose:class"), null, "inspect", SAMPLE);
    assertThat(run.out())
        .contains("io.moraine.objectstore.file.FileObjectStore")
        .doesNotContain(
            "io.moraine.objectstore.s3",
            "io.moraine.shaded.software.amazon",
            "io.moraine.shaded.io.netty");
  }

  @Test
  void queryPrintsATableByDefault() throws Exception {
    Run run = run("query", SAMPLE, "SELECT schema_id, schema_name FROM ducklake_schema ORDER BY 1");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().map(String::stripTrailing))
        .containsExactly(
            "schema_id | schema_name",
            "----------+------------",
            "        0 | main",
            "        5 | sales",
            "(2 rows)");
    assertThat(run.exit()).isZero();
  }

  @Test
  void queryPrintsJsonLinesWithNullsNumbersAndMicroseconds() throws Exception {
    Run run =
        run(
            "query",
            SAMPLE,
            "SELECT snapshot_id, snapshot_time, NULL AS nothing, 1.50 AS amount,"
                + " true AS truth FROM ducklake_snapshot WHERE snapshot_id = 1",
            "--format",
            "jsonl");
    assertThat(run.out())
        .isEqualTo(
            "{\"snapshot_id\":1,\"snapshot_time\":\"2026-11-30T00:10:41.025176Z\","
                + "\"nothing\":null,\"amount\":1.50,\"truth\":true}\n");
    assertThat(run.exit()).isZero();
  }

  @Test
  void queryPrintsCsvWithEmptyFieldsForNull() throws Exception {
    Run run =
        run(
            "query",
            SAMPLE,
            "SELECT 'a,b' AS x, '' AS y, NULL AS z, 'say \"hi\"' AS w",
            "--format=csv");
    assertThat(run.out()).isEqualTo("x,y,z,w\n\"a,b\",\"\",,\"say \"\"hi\"\"\"\n");
  }

  @Test
  void columnsWithoutANameAreCalledByTheirExpression() throws Exception {
    String sql = "SELECT count(*), max(t.table_id) + 1, 'x', table_name AS n FROM ducklake_table t";
    Run run = run("query", SAMPLE, sql + " GROUP BY table_name LIMIT 0", "--format=csv");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("COUNT(*),MAX(t.table_id) + 1,'x',n\n");
  }

  @Test
  void connectionPropertiesAreSetByName() throws Exception {
    Run run =
        run(
            "query",
            SAMPLE,
            "SELECT max(snapshot_id) AS newest FROM ducklake_snapshot",
            "--set",
            "snapshot=3",
            "--format",
            "csv");
    assertThat(run.out()).isEqualTo("newest\n3\n");
  }

  @Test
  void aRefusedStatementExitsWithOneLineOnStandardError() throws Exception {
    Run run = run("query", SAMPLE, "SELECT * FROM ducklake_nothing");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("ducklake_nothing").contains("42P01");
  }

  @Test
  void aPlaceWithoutALakeIsNamedAndStaysEmpty() throws Exception {
    Path empty = folder.resolve("no lake here");
    Run run = run("query", empty.toString(), "SELECT 1");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("no lake here");
    assertThat(empty).doesNotExist();
  }

  @Test
  void wrongUsageExitsWithTwo() throws Exception {
    assertThat(run("query", SAMPLE).exit()).isEqualTo(2);
    assertThat(run("query", SAMPLE, "SELECT 1", "--format", "xml").exit()).isEqualTo(2);
    assertThat(run("dance").exit()).isEqualTo(2);
    assertThat(run().exit()).isEqualTo(2);
  }

  @Test
  void inspectShowsManifestCheckpointsTablesAndSizes() throws Exception {
    Run run = run("inspect", Lakes.copyOfSample());
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("format             9")
        .contains("latest snapshot    36")
        .contains("manifest           13")
        .contains("moraine-tag-v1")
        .containsPattern("manifest: 13, \\d+ bytes");
    assertThat(run.exit()).isZero();
  }

  @Test
  void recordsPrintsALineARecord() throws Exception {
    Run run = run("records", SAMPLE);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).startsWith("{\"key\":\"0202\",\"value\":\"4d524e45");
    assertThat(lines).allMatch(line -> line.matches("\\{\"key\":\"[0-9a-f]+\",.*\\}"));
    assertThat(lines).hasSizeGreaterThan(200);
  }

  @Test
  void shellReadsStatementsAndCommandsFromAPipe() throws Exception {
    Run run =
        runWith(
            """
            \\d
            SELECT count(*) AS n
            FROM ducklake_snapshot;
            \\format csv
            SELECT 1 AS one;
            \\q
            """,
            "shell",
            SAMPLE);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("ducklake_data_file").contains("37").endsWith("one\n1\n");
    assertThat(run.exit()).isZero();
  }

  @Test
  void shellStopsAtTheFirstFailureInAPipe() throws Exception {
    Run run = runWith("SELECT nothing;\nSELECT 1 AS one;\n", "shell", SAMPLE);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("one");
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void aLakeIsCreatedWrittenAndToldOf() throws Exception {
    String lake = folder.resolve("new").toString();
    assertThat(run("init", lake, "--data-path", "files/").exit()).isZero();
    Run write =
        run(
            "query",
            lake,
            "INSERT INTO ducklake_metadata (key, value) VALUES ('team', 'storage');"
                + " UPDATE ducklake_metadata SET value = 'other/' WHERE key = 'data_path'");
    assertThat(write.err()).isEmpty();
    assertThat(write.out()).isEqualTo("(1 row changed)\n(1 row changed)\n");
    Run read =
        run(
            "query",
            lake,
            "SELECT value FROM ducklake_metadata WHERE key IN ('team', 'data_path') ORDER BY 1",
            "--format=csv");
    assertThat(read.out()).isEqualTo("value\nother/\nstorage\n");
    Run status = run("status", lake, "--json");
    assertThat(status.err()).isEmpty();
    assertThat(status.out())
        .contains("\"snapshot_id\":0")
        .contains("\"writer_state\":\"given_up\"");
  }

  private Run run(String... arguments) throws Exception {
    return runWith(null, arguments);
  }

  private Run runWith(@Nullable String input, String... arguments) throws Exception {
    return new Jar(folder).run(Map.of(), input, arguments);
  }
}
