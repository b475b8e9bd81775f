package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Secrets with which a connection was made are in none of the texts that it gives. */
class S3SecretsTest {
  private static final String CANARY = "cAnArY0123456789";
  private static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger("io.moraine"),
          Logger.getLogger("software.amazon"),
          Logger.getLogger("io.netty"));

  @RegisterExtension final S3Lake lake = S3Lake.of("moraine/shop");

  @Test
  void aConnectionTellsAndLogsNothingOfThem() throws SQLException {
    Identity identity = Identity.of("AKIDOFTHECANARY", CANARY + 1).withSessionToken(CANARY + 2);
    lake.server().addIdentity(identity);
    StringBuilder texts = new StringBuilder();
    Handler handler = collector(texts);
    LOGGERS.forEach(each -> each.addHandler(handler));
    LOGGERS.forEach(each -> each.setLevel(Level.ALL));
    Properties properties = new Properties();
    properties.putAll(lake.settings(identity));
    try (Connection connection =
            DriverManager.getConnection(lake.url() + "?freshness=0s", properties);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM system.object_store_tally")) {
      connection.setReadOnly(false);
      texts.append(connection).append(statement).append(rows);
      texts.append(connection.getMetaData().getURL()).append(connection.getWarnings());
      texts.append(connection.getClientInfo()).append(Lake.read(rows));
      lake.server().faults(request -> Fault.error(403, "AccessDenied"));
      texts.append(
          SecretsTest.failureOf(() -> statement.executeQuery("SELECT * FROM ducklake_data_file")));
    } finally {
      LOGGERS.forEach(each -> each.setLevel(null));
      LOGGERS.forEach(each -> each.removeHandler(handler));
    }
    properties.setProperty("s3.secretAccessKey", CANARY + 3);
    lake.server().faults(FaultRule.NONE);
    texts.append(SecretsTest.failureOf(() -> DriverManager.getConnection(lake.url(), properties)));
    assertThat(texts)
        .contains("Connected to s3://lakes", "Sending Request", "s3:GetObject", "AKIDOFTHECANARY")
        .doesNotContain(CANARY);
  }

  private static Handler collector(StringBuilder texts) {
    return new Handler() {
      @Override
      public synchronized void publish(LogRecord line) {
        texts.append(new SimpleFormatter().format(line));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
