package io.moraine.driver.cli;

/** How rows are printed. */
enum Format {
  /** Columns under each other, for people. */
  TABLE,
  /** RFC 4180 with a header line; NULL is an empty field, an empty text is {@code ""}. */
  CSV,
  /** One JSON object a line, members in column order. */
  JSONL;

  /** A printer of this format. */
  RowPrinter printer(java.io.PrintStream out) {
    return switch (this) {
      case TABLE -> new TablePrinter(out);
      case CSV -> new CsvPrinter(out);
      case JSONL -> new JsonPrinter(out);
    };
  }
}
