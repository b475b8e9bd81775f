package io.moraine.driver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.testing.Fixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands for those who keep a lake. */
class OperatorCommandsTest {
  @TempDir private Path folder = Path.of("");

  /** What a command printed, and its exit code. */
  private record Run(int exit, String out, String err) {
    JsonNode json() throws IOException {
      assertThat(out.lines()).as(out + err).hasSize(1);
      return new ObjectMapper().readTree(out);
    }
  }

  private static Run run(String... arguments) {
    return runWith("", arguments);
  }

  private static Run runWith(String input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Output output =
        new Output(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            null);
    int exit = Main.run(output, arguments);
    output.flush();
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String lake() {
    return folder.resolve("lake").toString();
  }

  private String newLake() {
    Run init = run("init", lake());
    assertThat(init.exit()).as(init.err()).isZero();
    return lake();
  }

  private static List<String> with(String json, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(json);
    return all;
  }

  private static JsonNode json(String... arguments) throws IOException {
    Run run = run(with("--json", arguments).toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    return run.json();
  }

  @Test
  void initCreatesALakeThatCanBeReadAndWritten() {
    Run init = run("init", lake(), "--data-path", "s3://bucket/files/", "--encrypted");
    assertThat(init.err()).isEmpty();
    assertThat(init.out()).contains(lake()).contains("s3://bucket/files/").contains("encrypted");
    assertThat(init.exit()).isZero();
    Run query =
        run(
            "query",
            lake(),
            "SELECT value FROM ducklake_metadata WHERE key IN ('data_path', 'encrypted')"
                + " ORDER BY key",
            "--format=csv");
    assertThat(query.out()).isEqualTo("value\ns3://bucket/files/\ntrue\n");
    Run insert =
        run("query", lake(), "INSERT INTO ducklake_metadata (key, value) VALUES ('my_a', '1')");
    assertThat(insert.err()).isEmpty();
    assertThat(insert.out()).isEqualTo("(1 row changed)\n");
  }

  @Test
  void initTellsScriptsWhatItMade() throws IOException {
    JsonNode made = json("init", lake(), "--data-path", "files/");
    assertThat(made.get("created").booleanValue()).isTrue();
    assertThat(made.get("data_path").textValue()).isEqualTo("files/");
    assertThat(made.get("encrypted").booleanValue()).isFalse();
  }

  @Test
  void collectTellsWhatItWouldDeleteAndThenDeletesIt() throws IOException {
    String lake = Fixtures.copyOfStore("moraine/shop").toString();
    JsonNode before = json("status", lake);
    Path manifests = Path.of(lake, "manifest");
    long count = files(manifests);
    JsonNode dry = json("collect", lake, "--dry-run", "--min-age", "0s");
    assertThat(dry.get("dry_run").booleanValue()).isTrue();
    assertThat(files(manifests)).isEqualTo(count);
    JsonNode done = json("collect", lake, "--min-age", "0s");
    assertThat(done.get("dry_run").booleanValue()).isFalse();
    assertThat(done.at("/objects/manifests/deleted").longValue())
        .isPositive()
        .isEqualTo(dry.at("/objects/manifests/deleted").longValue());
    assertThat(done.at("/objects/manifests/boundary").longValue()).isPositive();
    assertThat(files(manifests)).isLessThan(count);
    assertThat(json("status", lake).get("snapshot_id")).isEqualTo(before.get("snapshot_id"));
    Run text = run("collect", lake);
    assertThat(text.exit()).isZero();
    assertThat(text.out()).contains("manifests          0 of ");
  }

  @Test
  void collectTakesAnAgeForEachKind() throws IOException {
    String lake = Fixtures.copyOfStore("moraine/shop").toString();
    JsonNode dry =
        json("collect", lake, "--dry-run", "--min-age=0s", "--min-age", "manifests=876000h");
    assertThat(dry.at("/objects/manifests/deleted").longValue()).isZero();
    assertThat(dry.at("/objects/log_objects/deleted").longValue()).isPositive();
  }

  private static long files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void initRefusesAPlaceWhereThereIsSomething() throws IOException {
    newLake();
    Run again = run("init", lake());
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.out()).isEmpty();
    assertThat(again.err().lines()).hasSize(1);
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("notes.txt"), "mine");
    assertThat(run("init", other.toString()).exit()).isEqualTo(1);
    assertThat(other).isDirectoryContaining("glob:**/notes.txt");
  }

  @Test
  void statusTellsWhoWritesAndWhatIsNotFlushed() throws IOException {
    newLake();
    Run text = run("status", lake());
    assertThat(text.err()).isEmpty();
    assertThat(text.out())
        .contains("latest snapshot    0")
        .contains("writer epoch       1, given up at ")
        .contains("log not in tables");
    JsonNode status = json("status", lake());
    assertThat(status.get("snapshot_id").longValue()).isZero();
    assertThat(status.get("writer_state").textValue()).isEqualTo("given_up");
    assertThat(status.get("tail_objects").longValue()).isPositive();
    assertThat(status.get("checkpoints").longValue()).isZero();
    assertThat(status.get("segments").isArray()).isTrue();
  }

  @Test
  void statusTellsOfAWriterThatPublishesNothing() throws IOException {
    JsonNode status = json("status", Fixtures.store("moraine/shop").toString());
    assertThat(status.get("writer_state").textValue()).isEqualTo("unpublished");
    assertThat(status.get("published_at").isNull()).isTrue();
    assertThat(status.get("snapshot_id").longValue()).isEqualTo(7);
  }

  @Test
  void statusWritesNothing() throws IOException {
    newLake();
    List<Path> before = files();
    run("status", lake());
    run("checkpoint", "list", lake());
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void aCheckpointIsCreatedListedReadThroughAndDeleted() throws IOException {
    newLake();
    JsonNode made = json("checkpoint", "create", lake(), "--name", "kept", "--lifetime", "1h");
    String id = made.get("checkpoint").textValue();
    assertThat(made.get("lifetime_seconds").longValue()).isEqualTo(3600);
    Run list = run("checkpoint", "list", lake());
    assertThat(list.out()).contains(id + " \"kept\" pins manifest");
    Run lines = run("checkpoint", "list", lake(), "--json");
    assertThat(lines.out().lines()).allMatch(line -> line.startsWith("{\"checkpoint\":\""));
    run("query", lake(), "INSERT INTO ducklake_metadata (key, value) VALUES ('my_a', '1')");
    Run past =
        run(
            "query",
            lake(),
            "SELECT count(*) AS n FROM ducklake_metadata WHERE key = 'my_a'",
            "--set",
            "checkpoint=" + id,
            "--format=csv");
    assertThat(past.out()).isEqualTo("n\n0\n");
    Run deleted = run("checkpoint", "delete", lake(), id);
    assertThat(deleted.err()).isEmpty();
    assertThat(deleted.out()).contains("Deleted").contains(id);
    String other = json("checkpoint", "create", lake()).get("checkpoint").textValue();
    assertThat(json("checkpoint", "delete", lake(), other).get("deleted").booleanValue()).isTrue();
    Run again = run("checkpoint", "delete", lake(), id);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains(id);
  }

  @Test
  void flushWritesTablesOnce() throws IOException {
    newLake();
    assertThat(json("flush", lake()).get("tables").longValue()).isPositive();
    assertThat(json("status", lake()).get("tail_bytes").longValue()).isNotNegative();
    Run again = run("flush", lake());
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.out()).contains("flush");
  }

  @Test
  void compactMergesEachSegmentOnce() throws IOException {
    newLake();
    JsonNode flushed = json("flush", lake());
    JsonNode done = json("compact", lake()).get("compactions");
    assertThat(done).hasSize(flushed.get("tables").intValue());
    for (JsonNode each : done) {
      assertThat(each.get("l0_tables").intValue()).isEqualTo(1);
      assertThat(each.get("tables").intValue()).isLessThanOrEqualTo(1);
    }
    Run again = run("compact", lake());
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo("There was nothing to merge.\n");
    assertThat(json("status", lake()).get("compactor_epoch").longValue()).isEqualTo(1);
  }

  @Test
  void compactTellsHowFarItIsAndTakesOneSegment() throws IOException {
    newLake();
    var unused = json("flush", lake());
    String segment = json("status", lake()).get("segments").get(0).get("prefix").textValue();
    Run run = run("compact", lake(), "--segment", segment);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).startsWith("segment " + segment + ": ").hasLineCount(1);
    assertThat(run.out()).startsWith("segment " + segment + ": 1 L0 tables");
    Run unknown = run("compact", lake(), "--segment", "ffff");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("no segment ffff").contains(segment);
  }

  @Test
  void reconcileTellsACommitThatNeverWas() throws IOException {
    newLake();
    String token = "moraine-commit:1:1:1:1:01KB9ZSC9MT4Q1X0000000000A:1:2:-";
    Run run = run("reconcile", lake(), token, "--json");
    assertThat(run.err()).isEmpty();
    JsonNode found = run.json();
    assertThat(found.get("outcome").textValue()).isEqualTo("not_committed");
    assertThat(found.get("reason").textValue()).isNotBlank();
    assertThat(run.exit()).isEqualTo(3);
  }

  @Test
  void reconcileLeavesWhatMayStillArriveUntilToldToSettle() throws IOException {
    newLake();
    String token = "moraine-commit:1:1:900:9000:01KB9ZSC9MT4Q1X0000000000A:1:2:-";
    Run open = run("reconcile", lake(), token);
    assertThat(open.exit()).isEqualTo(4);
    assertThat(open.out()).startsWith("Still unknown: ");
  }

  @Test
  void reconcileSettlesByTakingTheLogObjectThatTheCommitWouldNeed() throws IOException {
    newLake();
    String token = "moraine-commit:1:1:3:3:01KB9ZSC9MT4Q1X0000000000A:1:2:-";
    assertThat(run("reconcile", lake(), token).exit()).isEqualTo(4);
    JsonNode before = json("status", lake());
    Run settled = run("reconcile", lake(), token, "--settle", "--json");
    assertThat(settled.json().get("outcome").textValue()).isEqualTo("not_committed");
    assertThat(settled.exit()).isEqualTo(3);
    assertThat(json("status", lake()).get("snapshot_id")).isEqualTo(before.get("snapshot_id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "checkpoint",
        "checkpoint create",
        "checkpoint delete LAKE",
        "checkpoint delete LAKE not-a-uuid",
        "checkpoint create LAKE --lifetime soon",
        "flush LAKE --take-over maybe",
        "compact LAKE --segment xyz",
        "collect LAKE --min-age manifest=1h",
        "collect LAKE --min-age tables=old",
        "reconcile LAKE",
        "reconcile LAKE moraine-commit:2:x",
        "init"
      })
  void wrongUsageExitsWithTwoAndTouchesNothing(String command) throws IOException {
    Run run = run(command.replace("LAKE", lake()).split(" "));
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"status", "flush", "compact", "collect", "checkpoint list", "checkpoint create"})
  void aPlaceWithoutALakeIsNamedAndStaysEmpty(String command) throws IOException {
    Run run = run((command + " " + lake()).split(" "));
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains(lake());
    assertThat(files()).isEmpty();
  }

  @Test
  void theShellWritesToo() {
    newLake();
    Run run =
        runWith(
            """
            INSERT INTO ducklake_metadata (key, value) VALUES ('my_a', '1'), ('my_b', '2');
            DELETE FROM ducklake_metadata WHERE key = 'my_a';
            \\format jsonl
            UPDATE ducklake_metadata SET value = '3' WHERE key = 'my_b';
            SELECT key, value FROM ducklake_metadata WHERE key LIKE 'my_%';
            """,
            "shell", lake());
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            (2 rows changed)
            (1 row changed)
            {"changed_rows":1}
            {"key":"my_b","value":"3"}
            """);
  }

  @Test
  void everyCommandHasHelp() {
    for (String command :
        List.of(
            "init",
            "status",
            "checkpoint",
            "checkpoint create",
            "checkpoint list",
            "checkpoint delete",
            "flush",
            "compact",
            "collect",
            "reconcile")) {
      Run run = run((command + " --help").split(" "));
      assertThat(run.exit()).as(command).isZero();
      assertThat(run.out()).as(command).contains("Usage: moraine " + command);
    }
  }
}
