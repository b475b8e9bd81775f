package io.moraine.driver.parser;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlNode;

/** One statement as the driver tells statements apart. */
public sealed interface ParsedStatement {
  /**
   * A query.
   *
   * @param tree its parse tree, with an ORDER BY or WITH around it if it has one
   * @param parameters number of {@code ?}
   */
  record Query(SqlNode tree, int parameters) implements ParsedStatement {}

  /**
   * EXPLAIN of a query, with or without PLAN FOR.
   *
   * @param tree the query is its {@code getExplicandum()}
   * @param parameters number of {@code ?}
   */
  record Explain(SqlExplain tree, int parameters) implements ParsedStatement {}

  /**
   * EXPLAIN ANALYZE of a query.
   *
   * @param query the query
   * @param parameters number of {@code ?}
   */
  record ExplainAnalyze(SqlNode query, int parameters) implements ParsedStatement {}

  /**
   * SHOW TABLES.
   *
   * @param schema the schema named in FROM or IN; the default schema if absent
   */
  record ShowTables(Optional<String> schema) implements ParsedStatement {}

  /** SHOW SCHEMAS. */
  record ShowSchemas() implements ParsedStatement {}

  /**
   * DESCRIBE or DESC of a table, or SHOW with a table's name.
   *
   * @param table the parts of the name, unquoted, as written
   */
  record Describe(List<String> table) implements ParsedStatement {
    /** Copies the list. */
    public Describe {
      table = List.copyOf(table);
    }
  }

  /**
   * A statement that is recognised and not run. Its text behind the verb is not parsed.
   *
   * @param verb the words that name the statement, such as {@code INSERT}, in upper case
   * @param reason why it isn't run
   */
  record Refused(String verb, RefusalReason reason) implements ParsedStatement {}

  /** Why a statement isn't run. */
  enum RefusalReason {
    /** It changes data or definitions, and the driver only reads. */
    READ_ONLY,
    /** It begins or ends a transaction, which is done by calls of the connection. */
    TRANSACTION_CONTROL,
    /** The driver has no such statement. */
    UNSUPPORTED
  }
}
