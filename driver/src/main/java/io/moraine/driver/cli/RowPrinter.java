package io.moraine.driver.cli;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Prints a result. */
interface RowPrinter {
  /**
   * Prints all rows of {@code rows}, which the caller closes.
   *
   * @return how many there were
   */
  long print(ResultSet rows) throws SQLException, IOException;

  /** Prints how many rows a statement changed. */
  void printCount(long count) throws IOException;
}
