package io.moraine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.sql.Jar.Run;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that a user downloads, on a lake in a bucket. */
class S3JarTest {
  private static final String SAMPLE = System.getProperty("moraine.sampleLake");
  private static final String LOCATION = "s3://lakes/west/sample";
  private static final String SECRET = "secret-of-the-jar";
  private static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "AKIDOFTHEJAR", "AWS_SECRET_ACCESS_KEY", SECRET);
  private static final S3Server SERVER = S3Server.start();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void fill() {
    SERVER.addIdentity(Identity.of("AKIDOFTHEJAR", SECRET, "s3:PutObject"));
    SERVER.createBucket("lakes");
    SERVER.load(Path.of(SAMPLE), "lakes", "west/sample");
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void queryGivesTheSameAsInAFolder() throws Exception {
    String copy = Lakes.copyOfSample();
    for (String sql :
        List.of(
            "SELECT * FROM ducklake_snapshot ORDER BY snapshot_id",
            "SELECT t.table_name, count(*) FROM ducklake_table t JOIN ducklake_data_file f"
                + " USING (table_id) GROUP BY t.table_name ORDER BY 1")) {
      Run remote = onS3("query", LOCATION, sql, "--format=jsonl");
      assertThat(remote.err()).isEmpty();
      assertThat(remote.out()).isNotEmpty().isEqualTo(run("query", copy, sql, "--format=jsonl"));
      assertThat(remote.exit()).isZero();
    }
  }

  @Test
  void amazonsNativeClientIsUsedIfItLiesBesideTheJar() throws Exception {
    String sql = "SELECT count(*) AS snapshots FROM ducklake_snapshot";
    Map<String, String> environment = new HashMap<>(KEYS);
    environment.put("JDK_JAVA_OPTIONS", "-verbose:class");
    Run remote =
        new Jar(folder).runBeside(nativeClient(), environment, withServer("query", LOCATION, sql));
    assertThat(remote.out())
        .contains("awssdk.http.crt.AwsCrtAsyncHttpClient ", "snapshots", "37", "(1 row)")
        .doesNotContain("awssdk.http.nio.netty.NettyNioAsyncHttpClient ");
    assertThat(remote.exit()).isZero();
  }

  /** The jar of the native client, which is on the class path of the tests. */
  private static Path nativeClient() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().matches("aws-crt-[0-9.]+\\.jar"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void recordsGiveTheSameAsInAFolder() throws Exception {
    Run remote = onS3("records", LOCATION);
    assertThat(remote.err()).isEmpty();
    assertThat(remote.out()).isEqualTo(run("records", SAMPLE));
  }

  @Test
  void inspectShowsTheSameAsInAFolderButForThePlace() throws Exception {
    Run remote = onS3("inspect", LOCATION);
    assertThat(remote.err()).isEmpty();
    assertThat(remote.out()).contains(LOCATION);
    assertThat(withoutPlace(remote.out())).isEqualTo(withoutPlace(run("inspect", SAMPLE)));
  }

  @Test
  void aWrongSecretIsToldInOneLineThatDoesNotShowIt() throws Exception {
    String wrong = "cAnArY0123456789";
    for (String[] command :
        new String[][] {{"query", LOCATION, "SELECT 1"}, {"inspect", LOCATION}}) {
      List<String> line = new ArrayList<>(Arrays.asList(command));
      line.addAll(
          List.of("--set", "s3.accessKeyId=AKIDOFTHEJAR", "--set", "s3.secretAccessKey=" + wrong));
      Run remote = onS3(line.toArray(String[]::new));
      assertThat(remote.exit()).isEqualTo(1);
      assertThat(remote.err().lines()).hasSize(1);
      assertThat(remote.err()).contains("s3.secretAccessKey").doesNotContain(wrong);
    }
  }

  @Test
  void noSecretIsLoggedHoweverMuchIsLogged() throws Exception {
    SERVER.addIdentity(Identity.of("AKIDOFALOG", "cAnArY-key").withSessionToken("cAnArY-token"));
    Path settings =
        Files.writeString(
            folder.resolve("logging.properties"),
            """
            handlers=java.util.logging.ConsoleHandler
            java.util.logging.ConsoleHandler.level=ALL
            io.moraine.level=ALL
            """);
    Map<String, String> environment =
        Map.of(
            "AWS_ACCESS_KEY_ID", "AKIDOFALOG",
            "AWS_SECRET_ACCESS_KEY", "cAnArY-key",
            "AWS_SESSION_TOKEN", "cAnArY-token",
            "JDK_JAVA_OPTIONS", "-Djava.util.logging.config.file=" + settings);
    for (String[] command :
        new String[][] {{"query", LOCATION, "SELECT 1 AS one"}, {"inspect", LOCATION}}) {
      Run run = new Jar(folder).run(environment, null, withServer(command));
      assertThat(run.exit()).isZero();
      assertThat(run.err()).contains("Sending Request: ").doesNotContain("cAnArY");
    }
  }

  @Test
  void aMalformedSettingIsNotShown() throws Exception {
    Run run = onS3("inspect", LOCATION, "--set", "cAnArY0123456789");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--set").doesNotContain("cAnArY0123456789");
  }

  /** Runs a command with the server's region and address, and with a key in the environment. */
  private Run onS3(String... arguments) throws Exception {
    return new Jar(folder).run(KEYS, null, withServer(arguments));
  }

  private static String[] withServer(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--set", "s3.region=" + S3Server.REGION));
    all.addAll(List.of("--set", "s3.endpoint=" + SERVER.endpoint()));
    return all.toArray(String[]::new);
  }

  private String run(String... arguments) throws Exception {
    return new Jar(folder).run(Map.of(), null, arguments).out();
  }

  private static List<String> withoutPlace(String text) {
    return text.lines().filter(line -> !line.startsWith("location")).toList();
  }
}
