package io.moraine.s3proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.MetadataTable;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** A lake is the same behind a server that we did not write as in a folder. */
class ForeignServerLakeTest {
  @Test
  void allTablesHaveTheRowsThatTheyHaveInAFolder() throws SQLException, IOException {
    Path folder = Fixtures.store("lakes/shop");
    try (ProxyServer server = new ProxyServer();
        Connection inFolder = DriverManager.getConnection("jdbc:moraine:" + folder)) {
      server.createBucket("lakes");
      server.load(folder, "lakes", "some/shop");
      try (Connection inBucket =
          DriverManager.getConnection("jdbc:moraine:s3://lakes/some/shop", properties(server))) {
        int rows = 0;
        for (MetadataTable table : MetadataTable.values()) {
          List<List<Object>> expected = rows(inFolder, table);
          assertThat(rows(inBucket, table)).as("%s", table).isEqualTo(expected);
          rows += expected.size();
        }
        assertThat(rows).isGreaterThan(200);
      }
    }
  }

  private static Properties properties(ProxyServer server) {
    Properties properties = new Properties();
    properties.setProperty("s3.endpoint", server.endpoint().toString());
    properties.setProperty("s3.region", ProxyServer.REGION);
    properties.setProperty("s3.accessKeyId", ProxyServer.ACCESS_KEY_ID);
    properties.setProperty("s3.secretAccessKey", ProxyServer.SECRET_ACCESS_KEY);
    return properties;
  }

  private static List<List<Object>> rows(Connection connection, MetadataTable table)
      throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM " + table.sqlName())) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(found.getObject(i)));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
