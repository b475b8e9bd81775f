package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogOptions;
import io.moraine.model.S3Options;
import io.moraine.model.S3Settings;
import io.moraine.model.TakeOver;
import io.moraine.model.Upkeep;
import io.moraine.model.WriterSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionPropertyTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  @RegisterExtension static final Lake CHECKPOINTED = Lake.of("moraine/shop-checkpoint");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model",
        "schemaFactory",
        "schema.url",
        "schemaType",
        "parserFactory",
        "typeSystem",
        "metaTableFactory",
        "metaColumnFactory",
        "factory",
        "httpclient_factory",
        "httpclient_impl",
        "lb_strategy",
        "lb_urls",
        "url",
        "truststore",
        "keystore",
        "keytab",
        "spark",
        "fun",
        "lex",
        "conformance",
        "timeZone",
        "serialization",
        "authentication",
        "avatica_user",
        "token_provider_class",
        "bearertoken",
        "tokenfile",
        "readerlease"
      })
  void anUnknownPropertyIsRefusedByName(String name) {
    assertRefused(LAKE.url() + "?" + name + "=x", new Properties(), name);
    Properties beside = new Properties();
    beside.setProperty(name, "x");
    assertRefused(LAKE.url(), beside, name);
  }

  @ParameterizedTest
  @CsvSource({
    "readerLease,maybe",
    "checkpoint,7",
    "freshness,soon",
    "freshness,-PT1S",
    "snapshot,-1",
    "snapshot,x",
    "snapshotTime,2026-11-30",
    "snapshotTime,2026-11-30T00:00:00",
    "workingMemory,much",
    "workingMemory,0",
    "blockCache,1XB",
    "statementTimeout,10",
    "access,write",
    "acquisitionTimeout,x"
  })
  void aMalformedValueIsRefusedWithTheName(String name, String value) {
    assertRefused(LAKE.url() + "?" + name + "=" + value, new Properties(), name);
  }

  @Test
  void aPropertyGivenTwiceIsRefused() throws SQLException {
    assertRefused(
        LAKE.url() + "?readerLease=false&readerLease=false", new Properties(), "readerLease");
    Properties beside = new Properties();
    beside.setProperty("readerLease", "auto");
    assertRefused(LAKE.url() + "?readerLease=false", beside, "readerLease");
    try (Connection same = DriverManager.getConnection(LAKE.url() + "?readerLease=auto", beside)) {
      assertThat(same.isValid(0)).isTrue();
    }
  }

  @Test
  void malformedPairsAreRefused() {
    assertRefused(LAKE.url() + "?snapshot", new Properties(), "snapshot");
    assertRefused(LAKE.url() + "?schema=%zz", new Properties(), "schema");
    Properties beside = new Properties();
    beside.put("snapshot", 3);
    assertRefused(LAKE.url(), beside, "snapshot");
    assertRefused(
        LAKE.url() + "?snapshot=1&snapshotTime=2026-11-30T00:00:00Z",
        new Properties(),
        "snapshotTime");
  }

  @Test
  void usersAndPasswordsMustBeEmptyAndAreNotShown() throws SQLException {
    DriverManager.getConnection(LAKE.url(), "", "").close();
    assertThatThrownBy(() -> DriverManager.getConnection(LAKE.url(), "", "s3cret"))
        .hasFieldOrPropertyWithValue("SQLState", "08001")
        .hasMessageContaining("password")
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(() -> DriverManager.getConnection(LAKE.url(), "someone", ""))
        .hasMessageContaining("user");
  }

  @Test
  void aSnapshotIsShownByIdOrTime() throws SQLException {
    String newest = "SELECT max(snapshot_id) FROM ducklake_snapshot";
    assertThat(LAKE.value(newest)).isEqualTo("7");
    for (String property :
        new String[] {
          "?snapshot=1",
          // Snapshot 1 was committed at 1795997599063489, snapshot 2 at 1795997599074812.
          "?snapshotTime=2026-11-30T00:13:19.063489Z",
          "?snapshotTime=2026-11-30%2000:13:19.074811%2B00",
          "?snapshotTime=2026-11-30T01:13:19.0635%2B01:00"
        }) {
      try (Connection connection = LAKE.connect(property)) {
        assertThat(Lake.query(connection, newest)).as(property).containsExactly(List.of("1"));
        assertThat(Lake.query(connection, "SELECT column_name FROM ducklake_column"))
            .as(property)
            .containsExactly(List.of("id"), List.of("amount"), List.of("who"));
      }
    }
  }

  @Test
  void aTimeBeforeTheFirstSnapshotIsAnError() throws SQLException {
    try (Connection connection = LAKE.connect("?snapshotTime=2020-01-01T00:00:00Z")) {
      assertThatThrownBy(() -> Lake.query(connection, "SELECT * FROM ducklake_table"))
          .hasFieldOrPropertyWithValue("SQLState", "42704")
          .hasMessageContaining("snapshotTime");
    }
  }

  @Test
  void aCheckpointIsReadThrough() throws SQLException {
    String newest = "SELECT max(snapshot_id) FROM ducklake_snapshot";
    assertThat(CHECKPOINTED.value(newest)).isEqualTo("12");
    try (Connection connection =
        CHECKPOINTED.connect("?checkpoint=c8b09079-df8c-40bd-8bd9-44c5e71703a2")) {
      assertThat(Lake.query(connection, newest)).containsExactly(List.of("9"));
    }
    assertThatThrownBy(
            () -> CHECKPOINTED.connect("?checkpoint=00000000-0000-0000-0000-000000000000"))
        .hasFieldOrPropertyWithValue("SQLState", "42704");
  }

  @Test
  void theStatementTimeoutHoldsForStatementsWithoutOne() throws SQLException {
    try (Connection connection = LAKE.connect("?statementTimeout=100ms")) {
      assertThatThrownBy(() -> Lake.query(connection, StatementTest.ENDLESS))
          .isInstanceOf(java.sql.SQLTimeoutException.class);
    }
  }

  @Test
  void everyPropertyIsDescribed() throws SQLException {
    DriverPropertyInfo[] infos =
        new MoraineDriver().getPropertyInfo(LAKE.url() + "?readerLease=false", new Properties());
    assertThat(infos).hasSize(ConnectionProperty.values().length);
    DriverPropertyInfo lease =
        Arrays.stream(infos)
            .filter(each -> each.name.equals("readerLease"))
            .findFirst()
            .orElseThrow();
    assertThat(lease.value).isEqualTo("false");
    assertThat(lease.choices).containsExactly("auto", "true", "false");
    assertThat(lease.required).isFalse();
    assertThat(infos).allSatisfy(info -> assertThat(info.description).isNotBlank());
  }

  @Test
  void thePropertiesOfS3AreThoseOfTheCatalogWithItsDefaults() {
    Map<String, String> defaults = new LinkedHashMap<>();
    for (ConnectionProperty property : ConnectionProperty.values()) {
      if (property.propertyName().startsWith(S3Settings.PREFIX)) {
        defaults.put(property.propertyName(), property.defaultValue());
      }
    }
    assertThat(defaults.keySet()).containsExactlyElementsOf(S3Settings.NAMES);
    assertThat(S3Settings.read("s3://bucket/lake", defaults)).isEqualTo(S3Options.DEFAULT);
  }

  @Test
  void someDefaultsDependOnTheLocation() throws SQLException {
    CatalogOptions local = settings("/data/lake");
    assertThat(local.freshness()).isZero();
    assertThat(local.access()).isEqualTo(CatalogOptions.Access.READ_WRITE);
    CatalogOptions remote = settings("s3://bucket/lake");
    assertThat(remote.freshness()).hasSeconds(1);
    assertThat(remote.access()).isEqualTo(CatalogOptions.Access.READ_ONLY);
    CatalogOptions chosen = settings("s3://bucket/lake?freshness=0s&access=read_write");
    assertThat(chosen.freshness()).isZero();
    assertThat(chosen.access()).isEqualTo(CatalogOptions.Access.READ_WRITE);
  }

  @Test
  void aUrlSaysHowTheWriterRoleIsTaken() throws SQLException {
    assertThat(settings("/data/lake").writer()).isEqualTo(WriterSettings.DEFAULT);
    assertThat(settings("/data/lake?takeOver=force&takeOverWait=0s&writerIdle=500ms").writer())
        .isEqualTo(new WriterSettings(TakeOver.FORCE, Duration.ZERO, Duration.ofMillis(500)));
    assertThat(settings("/data/lake?takeOver=never").writer().takeOver()).isEqualTo(TakeOver.NEVER);
    assertRefused(LAKE.url() + "?takeOver=always", new Properties(), "takeOver");
    assertRefused(LAKE.url() + "?takeOverWait=-1s", new Properties(), "takeOverWait");
    assertRefused(LAKE.url() + "?writerIdle=soon", new Properties(), "writerIdle");
    assertThat(settings("/data/lake?compactor=off").writer())
        .isEqualTo(WriterSettings.DEFAULT.withCompactor(Upkeep.OFF));
    assertThat(settings("/data/lake?compactor=auto").writer()).isEqualTo(WriterSettings.DEFAULT);
    assertRefused(LAKE.url() + "?compactor=maybe", new Properties(), "compactor");
  }

  @Test
  void aUrlSaysWhetherGarbageIsCollected() throws SQLException {
    assertThat(settings("/data/lake").writer().collector()).isEqualTo(Upkeep.AUTO);
    assertThat(settings("/data/lake?collector=off").writer().collector()).isEqualTo(Upkeep.OFF);
    assertRefused(LAKE.url() + "?collector=never", new Properties(), "collector");
    assertThat(settings("/data/lake").writer().collectorMinAge()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings("/data/lake?collectorMinAge=1h").writer().collectorMinAge())
        .isEqualTo(Duration.ofHours(1));
    assertRefused(LAKE.url() + "?collectorMinAge=old", new Properties(), "collectorMinAge");
  }

  @Test
  void aUrlSaysHowS3IsReached() throws SQLException {
    CatalogOptions options =
        settings("s3://bucket/lake?s3.region=eu-central-1&s3.endpoint=http://localhost:9000");
    assertThat(options.location()).isEqualTo("s3://bucket/lake");
    assertThat(options.s3().region()).contains("eu-central-1");
    assertThat(options.s3().endpoint()).contains(URI.create("http://localhost:9000"));
    assertRefused(LAKE.url() + "?s3.region=eu-central-1", new Properties(), "s3.region");
    assertRefused("jdbc:moraine:s3://b/l?s3.hedging=x", new Properties(), "s3.hedging");
  }

  private static CatalogOptions settings(String url) throws SQLException {
    return ConnectionSettings.of(ConnectionUrl.parse("jdbc:moraine:" + url, new Properties()))
        .catalog();
  }

  @Test
  void otherUrlsAreLeftToOtherDrivers() throws SQLException {
    MoraineDriver driver = new MoraineDriver();
    assertThat(driver.acceptsURL("jdbc:other:x")).isFalse();
    assertThat(driver.connect("jdbc:other:x", new Properties())).isNull();
    assertThat(driver.acceptsURL("jdbc:moraine:/x")).isTrue();
    assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void aLakeIsOpenedWhereverItLies(@TempDir Path folder) throws Exception {
    Path odd = folder.resolve("a b%20c#ü");
    copy(LAKE.path(), odd);
    for (String location : new String[] {odd.toString(), "file:" + odd}) {
      try (Connection connection = DriverManager.getConnection("jdbc:moraine:" + location)) {
        assertThat(Lake.query(connection, "SELECT count(*) FROM ducklake_snapshot"))
            .as(location)
            .containsExactly(List.of("8"));
      }
    }
    Path question = folder.resolve("what?");
    copy(LAKE.path(), question);
    MoraineDataSource source = new MoraineDataSource();
    source.setLocation(question.toString());
    source.setProperty(ConnectionProperty.SNAPSHOT, "1");
    try (Connection connection = source.getConnection()) {
      assertThat(Lake.query(connection, "SELECT count(*) FROM ducklake_snapshot"))
          .containsExactly(List.of("2"));
    }
  }

  @Test
  void aLocationWithoutALakeIsAnError(@TempDir Path folder) {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:moraine:" + folder.resolve("none")))
        .hasFieldOrPropertyWithValue("SQLState", "3D000");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:moraine:"))
        .hasFieldOrPropertyWithValue("SQLState", "08001");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:moraine:s3://"))
        .hasFieldOrPropertyWithValue("SQLState", "08001");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aDataSourceTakesAUrl() throws SQLException {
    MoraineDataSource source = new MoraineDataSource();
    assertThatThrownBy(source::getConnection).hasFieldOrPropertyWithValue("SQLState", "08001");
    source.setUrl(LAKE.url());
    source.setLoginTimeout(300);
    assertThat(source.getLoginTimeout()).isEqualTo(300);
    try (Connection connection = source.getConnection("", "")) {
      assertThat(connection.isValid(0)).isTrue();
    }
  }

  private static void assertRefused(String url, Properties properties, String name) {
    assertThatThrownBy(() -> DriverManager.getConnection(url, properties))
        .as(url + " " + properties)
        .hasMessageContaining(name)
        .hasFieldOrPropertyWithValue("SQLState", "08001");
  }

  private static void copy(Path from, Path to) throws Exception {
    try (var files = Files.walk(from)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(each).toString());
        Files.createDirectories(target.getParent());
        Files.copy(each, target);
      }
    }
  }
}
