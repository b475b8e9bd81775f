package io.moraine.driver.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.driver.parser.ParsedStatement.Describe;
import io.moraine.driver.parser.ParsedStatement.Explain;
import io.moraine.driver.parser.ParsedStatement.ExplainAnalyze;
import io.moraine.driver.parser.ParsedStatement.Query;
import io.moraine.driver.parser.ParsedStatement.RefusalReason;
import io.moraine.driver.parser.ParsedStatement.Refused;
import io.moraine.driver.parser.ParsedStatement.ShowSchemas;
import io.moraine.driver.parser.ParsedStatement.ShowTables;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.dialect.CalciteSqlDialect;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementParserTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "select * from ducklake_snapshot;",
        "SELECT 1 ; ; -- the end",
        "WITH a AS MATERIALIZED (SELECT 1 AS x), b AS NOT MATERIALIZED (TABLE a) SELECT * FROM b",
        "VALUES (1), (2)",
        "(SELECT 1) UNION ALL (SELECT 2)",
        "SELECT a::BIGINT::VARCHAR FROM t WHERE b ~ 'x' AND c !~ 'y'",
        "SELECT TRY_CAST(a AS INT8), UUID(), LIST(b ORDER BY c), STRUCT_PACK(x := 1, y := 2) FROM"
            + " t",
        "SELECT {'k': 1, 'l': (SELECT 2)}, [1, 2], []",
        "SELECT value, user, type, version, list, key FROM t AS at",
        "SELECT * EXCLUDE (a), t.* REPLACE (1 AS b) FROM t",
        "SELECT 'it''s -- // AT (VERSION => 3); {' AS \"AT (VERSION => 1);\" /* ; */ FROM t",
        "SELECT x FROM t WHERE s ILIKE '%ä日本%' LIMIT 3 OFFSET ?",
        "SELECT * FROM a JOIN b USING (k), LATERAL (SELECT 1) c"
      })
  void queriesAreParsed(String sql) {
    assertThat(StatementParser.parse(sql)).isInstanceOf(Query.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a::BIGINT | SELECT CAST(\"a\" AS BIGINT)",
        "SELECT a // b * c | SELECT \"INTEGER_DIVIDE\"(\"a\", \"b\") * \"c\"",
        "SELECT a FROM t AT (VERSION => 3) AS x"
            + " | SELECT \"a\" FROM \"t\" FOR SYSTEM_TIME AS OF \"AT_VERSION\"(3) AS \"x\"",
        "SELECT a FROM t AT (TIMESTAMP => now()) x | SELECT \"a\" FROM \"t\" FOR SYSTEM_TIME AS OF"
            + " \"AT_TIMESTAMP\"(\"now\"()) AS \"x\"",
        "SELECT a FROM t FOR SYSTEM_TIME AS OF b"
            + " | SELECT \"a\" FROM \"t\" FOR SYSTEM_TIME AS OF \"AT_TIMESTAMP\"(\"b\")",
        "SELECT DISTINCT ON (a) a, b FROM t"
            + " | SELECT \"a\", \"b\" FROM \"t\" QUALIFY (ROW_NUMBER() OVER"
            + " (PARTITION BY \"a\" ORDER BY \"a\")) = 1",
        "SELECT DISTINCT ON (x) a + 1 AS x, b FROM t ORDER BY 1, b DESC LIMIT 2"
            + " | SELECT \"a\" + 1 AS \"x\", \"b\" FROM \"t\" QUALIFY (ROW_NUMBER() OVER"
            + " (PARTITION BY \"a\" + 1 ORDER BY \"a\" + 1, \"b\" DESC)) = 1"
            + " ORDER BY 1, \"b\" DESC FETCH NEXT 2 ROWS ONLY",
        "SELECT TIMESTAMP '2020-01-01 00:00:00.123456'"
            + " | SELECT CAST('2020-01-01 00:00:00.123456' AS TIMESTAMP)",
        "SELECT CAST(a AS VARCHAR(3)), CAST(b AS HUGEINT), CAST(c AS TIMESTAMPTZ), CAST(d AS FLOAT)"
            + " | SELECT CAST(\"a\" AS VARCHAR), CAST(\"b\" AS DECIMAL(39, 0)),"
            + " CAST(\"c\" AS TIMESTAMP WITH LOCAL TIME ZONE), CAST(\"d\" AS REAL)",
        "SELECT CAST(a AS DECIMAL), CAST(b AS DECIMAL(5,1)), c::text, d::bytea"
            + " | SELECT CAST(\"a\" AS DECIMAL(18, 3)), CAST(\"b\" AS DECIMAL(5, 1)),"
            + " CAST(\"c\" AS VARCHAR), CAST(\"d\" AS VARBINARY)",
        "SELECT struct_pack(a := 1) | SELECT \"struct_pack\"('a', 1)"
      })
  void whatOnlyDuckDbHasBecomesWhatCalciteKnows(String sql, String expected) {
    Query query = (Query) StatementParser.parse(sql);
    String text =
        query.tree().toSqlString(each -> each.withDialect(CalciteSqlDialect.DEFAULT)).getSql();
    assertThat(text.replaceAll("\\s+", " ")).isEqualTo(expected);
  }

  @Test
  void aTextIsSplitAtSemicolonsOutsideOfStringsNamesAndComments() {
    assertThat(
            StatementParser.split(
                "; INSERT INTO t VALUES (';');;\n-- a;b\nDELETE FROM \"x;y\" /* ; */ ;\nSELECT 1 "))
        .containsExactly("INSERT INTO t VALUES (';')", "DELETE FROM \"x;y\"", "SELECT 1");
  }

  @Test
  void aTextOfSemicolonsHoldsNoStatement() {
    assertThatThrownBy(() -> StatementParser.split(" ; -- nothing\n;"))
        .isInstanceOfSatisfying(
            SyntaxException.class, e -> assertThat(e.kind()).isEqualTo(SyntaxException.Kind.EMPTY));
  }

  @Test
  void parametersAreCountedOutsideOfStringsAndComments() {
    String sql = "SELECT ?, '?', \"?\" /* ? */ FROM t WHERE a = ? -- ?";

    assertThat(((Query) StatementParser.parse(sql)).parameters()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN SELECT 1",
        "explain (SELECT 1);",
        "EXPLAIN WITH a AS (SELECT 1) SELECT * FROM a",
        "EXPLAIN PLAN FOR SELECT 1",
        "EXPLAIN PLAN WITHOUT IMPLEMENTATION FOR SELECT 1"
      })
  void explainIsParsedWithAndWithoutPlanFor(String sql) {
    Explain explain = (Explain) StatementParser.parse(sql);

    assertThat(explain.tree().getExplicandum().isA(SqlKind.QUERY)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN ANALYZE SELECT ?",
        "explain analyze (SELECT ?);",
        "EXPLAIN ANALYZE WITH a AS (SELECT ?) SELECT analyze FROM a AS analyze"
      })
  void explainAnalyzeIsToldFromExplain(String sql) {
    ExplainAnalyze explain = (ExplainAnalyze) StatementParser.parse(sql);

    assertThat(explain.query().isA(SqlKind.QUERY)).isTrue();
    assertThat(explain.parameters()).isEqualTo(1);
  }

  @Test
  void showAndDescribeAreRecognised() {
    assertThat(StatementParser.parse("show tables;")).isEqualTo(new ShowTables(Optional.empty()));
    assertThat(StatementParser.parse("SHOW TABLES FROM \"a b\""))
        .isEqualTo(new ShowTables(Optional.of("a b")));
    assertThat(StatementParser.parse("SHOW SCHEMAS")).isEqualTo(new ShowSchemas());
    assertThat(StatementParser.parse("DESCRIBE metadata.\"T\"\"x\""))
        .isEqualTo(new Describe(List.of("metadata", "T\"x")));
    assertThat(StatementParser.parse("DESC t")).isEqualTo(new Describe(List.of("t")));
    assertThat(StatementParser.parse("DESCRIBE TABLE t")).isEqualTo(new Describe(List.of("t")));
    assertThat(StatementParser.parse("SHOW t")).isEqualTo(new Describe(List.of("t")));
    assertThatThrownBy(() -> StatementParser.parse("SHOW TABLES x"))
        .isInstanceOf(SyntaxException.class)
        .hasMessageContaining("Found \"x\", expected the end of the statement");
  }

  @Test
  void statementsThatChangeRowsAreTakenApart() {
    assertThat(StatementParser.parse("INSERT INTO a.b.t (x, y) VALUES (?, 1), (2, ?)"))
        .isInstanceOfSatisfying(
            ParsedStatement.Insert.class,
            insert -> {
              assertThat(insert.target().table().names).containsExactly("a", "b", "t");
              assertThat(insert.columns()).hasSize(2);
              assertThat(insert.parameters()).isEqualTo(2);
            });
    assertThat(
            StatementParser.parse(
                "WITH v(a) AS (VALUES (1)), w AS (SELECT ')' AS x FROM (SELECT 1)) UPDATE t AS u"
                    + " SET b = v.a FROM v, w WHERE u.a = v.a;"))
        .isInstanceOfSatisfying(
            ParsedStatement.Update.class,
            update -> {
              assertThat(update.target().name()).hasToString("u");
              assertThat(update.assignments()).hasSize(1);
              assertThat(update.source().with().orElseThrow()).hasSize(2);
              assertThat(update.source().from()).isPresent();
              assertThat(update.source().condition()).isPresent();
            });
    assertThat(StatementParser.parse("EXPLAIN PLAN FOR DELETE FROM t"))
        .isInstanceOfSatisfying(
            ParsedStatement.ExplainWrite.class,
            explain -> assertThat(explain.write()).isInstanceOf(ParsedStatement.Delete.class));
    assertThat(StatementParser.parse("EXPLAIN WITH v AS (SELECT 1) DELETE FROM t"))
        .isInstanceOf(ParsedStatement.ExplainWrite.class);
    assertThat(StatementParser.parse("WITH v AS (SELECT 1) SELECT * FROM v"))
        .isInstanceOf(ParsedStatement.Query.class);
  }

  @ParameterizedTest
  @CsvSource({
    "insert or replace into t select 1, INSERT with OR REPLACE, UNSUPPORTED",
    "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING, INSERT with ON … DO NOTHING, UNSUPPORTED",
    "WITH v(a) AS (VALUES (1)) UPDATE t SET a = 1 RETURNING *, UPDATE with RETURNING, UNSUPPORTED",
    "DELETE FROM t USING u, DELETE with USING, UNSUPPORTED",
    "MERGE INTO t USING s, MERGE, UNSUPPORTED",
    "CREATE OR REPLACE TABLE t (a HUGEINT[]), CREATE, DEFINITION",
    "DROP TABLE IF EXISTS t, DROP TABLE, DEFINITION",
    "ALTER TABLE t ADD COLUMN x INT, ALTER TABLE, DEFINITION",
    "DROP TABLE m.ducklake_inlined_data_1_2, DROP TABLE ducklake_inlined_data_1_2, INLINED_ROWS",
    "COPY t TO 'x.csv', COPY, UNSUPPORTED",
    "BEGIN, BEGIN, TRANSACTION_CONTROL",
    "START TRANSACTION, START, TRANSACTION_CONTROL",
    "COMMIT;, COMMIT, TRANSACTION_CONTROL",
    "ROLLBACK, ROLLBACK, TRANSACTION_CONTROL",
    "SET x = 1, SET, UNSUPPORTED",
    "PRAGMA table_info('t'), PRAGMA, UNSUPPORTED",
    "CALL f(), CALL, UNSUPPORTED",
    "EXPLAIN ANALYZE DELETE FROM t, EXPLAIN ANALYZE of DELETE, UNSUPPORTED",
    "EXPLAIN MERGE INTO t, EXPLAIN of MERGE, UNSUPPORTED"
  })
  void otherStatementsAreRefusedByKind(String sql, String verb, RefusalReason reason) {
    assertThat(StatementParser.parse(sql)).isEqualTo(new Refused(verb, reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT FROM t WHERE | SYNTAX | 1 | 8",
        "SELECT a~FROM t WHERE a = = 3 | SYNTAX | 2 | 16",
        "SELECT 1; SELECT 2 | SEVERAL_STATEMENTS | 1 | 9",
        "-- nothing | EMPTY | 1 | 1",
        "'' | EMPTY | 1 | 1",
        "SELECT 'a | SYNTAX | 1 | 8",
        "SELECT \"a | SYNTAX | 1 | 8",
        "SELECT /* a | SYNTAX | 1 | 8",
        "FROB x | SYNTAX | 1 | 1"
      },
      quoteCharacter = '`')
  void anErrorTellsItsPlace(String sql, SyntaxException.Kind kind, int line, int column) {
    String text = sql.equals("''") ? "" : sql.replace('~', '\n');
    SyntaxException error =
        catchThrowableOfType(SyntaxException.class, () -> StatementParser.parse(text));

    assertThat(error).isNotNull();
    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error.line()).isEqualTo(line);
    assertThat(error.column()).isEqualTo(column);
    assertThat(error).hasMessageContaining("line " + line + ", column " + column);
  }

  @Test
  void aStatementThatIsTooComplexSaysSo() {
    List<String> statements =
        List.of(
            "SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000),
            "SELECT 1 " + "+ 1".repeat(100_000),
            "SELECT '" + "x".repeat(StatementParser.MAX_LENGTH) + "'");
    for (String sql : statements) {
      assertThatThrownBy(() -> StatementParser.parse(sql))
          .isInstanceOfSatisfying(
              SyntaxException.class,
              e -> assertThat(e.kind()).isEqualTo(SyntaxException.Kind.TOO_COMPLEX));
    }
  }

  @Test
  void theDeepestNestingAllowedIsParsedSoon() {
    int depth = StatementParser.MAX_NESTING;
    List<String> statements =
        List.of(
            "SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth),
            "SELECT " + "abs(".repeat(depth) + "1" + ")".repeat(depth),
            "SELECT " + "[".repeat(depth) + "1" + "]".repeat(depth),
            "SELECT " + "{'a': ".repeat(depth) + "1" + "}".repeat(depth),
            "SELECT 1 WHERE x IN " + "(".repeat(depth) + "1" + ")".repeat(depth));
    for (String sql : statements) {
      Assertions.assertTimeoutPreemptively(
          Duration.ofMinutes(2), () -> parsedOrTypedError(sql), () -> sql);
    }
  }

  @Test
  void anyTokensGiveATreeOrATypedError() {
    List<String> words =
        List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            ";",
            ":",
            "::",
            "//",
            ":=",
            "=>",
            "AT",
            "VERSION",
            "TIMESTAMP",
            "a",
            "\"b\"",
            "'c'",
            "1",
            "1.5e3",
            "?",
            "*",
            "+",
            "-",
            "=",
            "<",
            "AS",
            "NOT",
            "MATERIALIZED",
            "WITH",
            "DISTINCT",
            "ON",
            "ORDER",
            "BY",
            "LIST",
            "STRUCT_PACK",
            "UUID",
            "CASE",
            "WHEN",
            "END",
            "NULL",
            "INTERVAL",
            "DATE",
            "OVER",
            "GROUP",
            "UNION",
            "ALL",
            "JOIN",
            "LATERAL",
            "VALUES",
            "CAST",
            "TRY_CAST",
            "INT",
            "--",
            "/*",
            "*/",
            "/*+",
            "'",
            "\"",
            "ä",
            "\u0000",
            "\ud83d",
            "$",
            "@",
            "#",
            "~",
            "!",
            "EXPLAIN",
            "ANALYZE",
            "PLAN",
            "FOR",
            "SHOW",
            "TABLES",
            "DESCRIBE",
            "IN",
            "EXISTS",
            "FILTER",
            "LIMIT");
    long seed = 20261130;
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      StringBuilder sql = new StringBuilder(random.nextInt(3) == 0 ? "" : "SELECT ");
      for (int n = random.nextInt(25); n > 0; n--) {
        sql.append(words.get(random.nextInt(words.size())))
            .append(random.nextInt(8) == 0 ? "" : " ");
      }
      String text = sql.toString();
      try {
        Assertions.assertTimeout(Duration.ofMinutes(2), () -> parsedOrTypedError(text));
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + ", statement " + i + ": " + text, e);
      }
    }
  }

  private static void parsedOrTypedError(String sql) {
    try {
      assertThat(StatementParser.parse(sql)).isNotNull();
    } catch (SyntaxException e) {
      assertThat(e).hasMessageContaining("line ");
    }
  }
}
