package io.moraine.driver.parser;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

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

  /** A statement that changes rows of one table. */
  sealed interface Write extends ParsedStatement {
    /** The words that name the statement, in upper case. */
    String verb();

    /** The table. */
    Target target();

    /** Number of {@code ?}. */
    int parameters();
  }

  /**
   * The table whose rows a statement changes.
   *
   * @param table its name as written
   * @param alias what the statement calls it, if that was said
   */
  record Target(SqlIdentifier table, Optional<SqlIdentifier> alias) {
    /** What the statement calls the table. */
    public SqlIdentifier name() {
      return alias.orElseGet(() -> table.getComponent(table.names.size() - 1));
    }
  }

  /**
   * INSERT.
   *
   * @param columns names of the columns that the source fills; empty for all, in their order
   * @param source the query, or VALUES, with its WITH and ORDER BY around it
   */
  record Insert(Target target, List<SqlIdentifier> columns, SqlNode source, int parameters)
      implements Write {
    /** Copies the list. */
    public Insert {
      columns = List.copyOf(columns);
    }

    @Override
    public String verb() {
      return "INSERT";
    }
  }

  /**
   * UPDATE.
   *
   * @param assignments what SET says, in its order
   * @param source what the rows are joined with and where that comes from
   */
  record Update(Target target, List<Assignment> assignments, Source source, int parameters)
      implements Write {
    /** Copies the list. */
    public Update {
      assignments = List.copyOf(assignments);
    }

    @Override
    public String verb() {
      return "UPDATE";
    }
  }

  /**
   * {@code column = value}.
   *
   * @param column the column's name as written
   * @param value an expression
   */
  record Assignment(SqlIdentifier column, SqlNode value) {}

  /** DELETE. */
  record Delete(Target target, Source source, int parameters) implements Write {
    @Override
    public String verb() {
      return "DELETE";
    }
  }

  /**
   * Which rows an UPDATE or DELETE changes.
   *
   * @param with WITH items before the statement
   * @param from what FROM joins with the table
   * @param condition what WHERE says
   */
  record Source(Optional<SqlNodeList> with, Optional<SqlNode> from, Optional<SqlNode> condition) {}

  /** EXPLAIN of a statement that changes rows. */
  record ExplainWrite(Write write) implements ParsedStatement {}

  /**
   * A statement that is recognised and not run. Its text behind the verb is not parsed.
   *
   * @param verb the words that name the statement, such as {@code MERGE}, in upper case
   * @param reason why it isn't run
   */
  record Refused(String verb, RefusalReason reason) implements ParsedStatement {}

  /** Why a statement isn't run. */
  enum RefusalReason {
    /** It changes definitions, and the tables of a catalog are fixed. */
    DEFINITION,
    /** It makes, removes or changes a table of inlined rows. */
    INLINED_ROWS,
    /** It begins or ends a transaction, which is done by calls of the connection. */
    TRANSACTION_CONTROL,
    /** The driver has no such statement. */
    UNSUPPORTED
  }
}
