package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that are given to the driver are in none of the texts that it gives. */
class SecretsTest {
  private static final String CANARY = "cAnArY0123456789";

  private final MoraineDriver driver = new MoraineDriver();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory:none?s3.secretAccessKey=" + CANARY,
        "memory:none?password=" + CANARY,
        "s3://bucket/lake?s3.secretAccessKey=" + CANARY,
        "s3://bucket/lake?s3.secretAccessKey=" + CANARY + "%zz",
        "s3://bucket/lake?s3.secretAccessKey=%" + CANARY,
        "s3://bucket/lake?s3.secretAccessKey=a&" + CANARY,
        "s3://bucket/lake?s3.secretAccessKey=a&" + CANARY + "=b",
        "s3://bucket/lake?s3.secretAccessKey=" + CANARY + "&s3.secretAccessKey=x" + CANARY,
        "s3://bucket/lake?s3.sessionToken=" + CANARY,
        "s3://bucket/lake?s3.sessionToken=" + CANARY + "&s3.anonymous=true",
        "s3://bucket/lake?s3.accessKeyId=x&s3.secretAccessKey=" + CANARY + "&s3.profile=y",
        "s3://bucket/lake?s3.accessKeyId=x&s3.secretAccessKey=" + CANARY + "&snapshot=y",
        "s3://bucket/lake?s3.proxy=" + CANARY,
        "s3://bucket/lake?s3.proxy=http://x:" + CANARY + "@proxy",
        "s3://bucket/lake?s3.endpoint=http://x:" + CANARY + "@host"
      })
  void noRefusalOfAUrlShowsThem(String url) {
    assertThat(failure("jdbc:moraine:" + url, new Properties())).doesNotContain(CANARY);
  }

  @Test
  void noRefusalOfPropertiesShowsThem() {
    Properties properties = new Properties();
    properties.setProperty("s3.secretAccessKey", CANARY);
    String url = "jdbc:moraine:s3://bucket/lake?s3.secretAccessKey=other" + CANARY;
    assertThat(failure(url, properties)).contains("given twice").doesNotContain(CANARY);
    properties.put("s3.proxy", List.of(CANARY));
    assertThat(failure("jdbc:moraine:s3://bucket/lake", properties))
        .contains("s3.proxy")
        .doesNotContain(CANARY);
  }

  @Test
  void theListOfPropertiesLeavesThemOut() throws SQLException {
    String url =
        "jdbc:moraine:s3://bucket/lake?s3.accessKeyId=me&s3.secretAccessKey="
            + CANARY
            + "&s3.sessionToken="
            + CANARY
            + "&s3.proxy=http://x:"
            + CANARY
            + "@proxy:1&password="
            + CANARY;
    DriverPropertyInfo[] infos = driver.getPropertyInfo(url, new Properties());
    assertThat(Arrays.stream(infos).map(info -> info.name + "=" + info.value))
        .contains("s3.accessKeyId=me", "s3.secretAccessKey=null", "s3.proxy=null")
        .noneMatch(text -> text.contains(CANARY));
  }

  @Test
  void neitherTheDataSourceNorWhatIsReadOfTheUrlShowsThem() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("s3.accessKeyId", "me");
    properties.setProperty("s3.secretAccessKey", CANARY);
    MoraineDataSource source = new MoraineDataSource();
    source.setUrl("jdbc:moraine:s3://bucket/lake?s3.sessionToken=" + CANARY);
    source.setProperties(properties);
    assertThat(String.valueOf((Object) source)).doesNotContain(CANARY);
    ConnectionUrl url = ConnectionUrl.parse(source.getUrl(), properties);
    assertThat(url.toString()).isEqualTo("jdbc:moraine:s3://bucket/lake");
    assertThat(ConnectionSettings.of(url).toString()).contains("me", "***").doesNotContain(CANARY);
  }

  /** All that is told of a failure. */
  static String failureOf(ThrowingCallable call) {
    StringWriter text = new StringWriter();
    catchThrowable(call).printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** All that is told of why no connection is made. */
  private String failure(String url, Properties properties) {
    return failureOf(() -> driver.connect(url, properties));
  }
}
