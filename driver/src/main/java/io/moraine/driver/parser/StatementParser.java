package io.moraine.driver.parser;

import io.moraine.driver.parser.ParsedStatement.Explain;
import io.moraine.driver.parser.ParsedStatement.ExplainAnalyze;
import io.moraine.driver.parser.ParsedStatement.ExplainWrite;
import io.moraine.driver.parser.ParsedStatement.Query;
import io.moraine.driver.parser.ParsedStatement.RefusalReason;
import io.moraine.driver.parser.ParsedStatement.Refused;
import io.moraine.driver.parser.ParsedStatement.Write;
import io.moraine.driver.parser.SyntaxException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Parses the text of one statement. */
public final class StatementParser {
  /** The longest text taken, in UTF-16 units. */
  public static final int MAX_LENGTH = 4 << 20;

  /** The deepest nesting of brackets taken. */
  public static final int MAX_NESTING = 64;

  /** The most tokens in a row on one level of brackets without a comma among them. */
  public static final int MAX_RUN = 10_000;

  private StatementParser() {}

  /**
   * Parses the text of one statement. Semicolons may follow it.
   *
   * @throws SyntaxException if the text isn't exactly one statement, or is too complex
   */
  public static ParsedStatement parse(String sql) {
    if (sql.length() > MAX_LENGTH) {
      throw Tokenizer.error(
          sql,
          Kind.TOO_COMPLEX,
          0,
          "The statement has " + sql.length() + " characters, more than " + MAX_LENGTH);
    }
    List<Token> tokens = withoutEnd(sql, Tokenizer.tokenize(sql));
    checkComplexity(sql, tokens);
    Optional<ParsedStatement> special = new StatementClassifier(sql, tokens).classify();
    return special.isPresent() ? special.get() : parseTree(sql, tokens);
  }

  /**
   * The texts of the statements that semicolons separate, in order; at least one. Semicolons in
   * strings, quoted names and comments separate nothing. Nothing else is checked.
   *
   * @throws SyntaxException if there is no statement, or a string, quoted name or comment has no
   *     end
   */
  public static List<String> split(String sql) {
    List<String> statements = new ArrayList<>();
    int start = -1;
    int end = -1;
    for (Token token : Tokenizer.tokenize(sql)) {
      if (!token.isSymbol(";")) {
        start = start < 0 ? token.start() : start;
        end = token.end();
      } else if (start >= 0) {
        statements.add(sql.substring(start, end));
        start = -1;
      }
    }
    if (start >= 0) {
      statements.add(sql.substring(start, end));
    }
    if (statements.isEmpty()) {
      throw Tokenizer.error(sql, Kind.EMPTY, 0, "There is no statement in the text");
    }
    return statements;
  }

  /** The tokens up to the semicolons at the end. */
  private static List<Token> withoutEnd(String sql, List<Token> tokens) {
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).isSymbol(";")) {
      end--;
    }
    if (end == 0) {
      throw Tokenizer.error(sql, Kind.EMPTY, 0, "There is no statement in the text");
    }
    List<Token> statement = tokens.subList(0, end);
    for (Token token : statement) {
      if (token.isSymbol(";")) {
        throw Tokenizer.error(
            sql,
            Kind.SEVERAL_STATEMENTS,
            token.start(),
            "The text has several statements; run them one by one");
      }
    }
    return statement;
  }

  /** Refuses what would overflow the stack or take the parser minutes. */
  private static void checkComplexity(String sql, List<Token> tokens) {
    int[] run = new int[MAX_NESTING + 1];
    int depth = 0;
    for (Token token : tokens) {
      if (isOneOf(token, "([{")) {
        depth++;
        check(sql, token, depth, MAX_NESTING, "Brackets are nested deeper than ");
        run[depth] = 0;
      } else if (isOneOf(token, ")]}")) {
        depth = Math.max(0, depth - 1);
      } else {
        run[depth] = token.isSymbol(",") ? 0 : run[depth] + 1;
        check(sql, token, run[depth], MAX_RUN, "Words and operators without a comma exceed ");
      }
    }
  }

  private static void check(String sql, Token token, int value, int max, String message) {
    if (value > max) {
      throw Tokenizer.error(sql, Kind.TOO_COMPLEX, token.start(), message + max);
    }
  }

  private static boolean isOneOf(Token token, String symbols) {
    return token.kind() == Token.Kind.SYMBOL && symbols.contains(token.text());
  }

  private static ParsedStatement parseTree(String sql, List<Token> tokens) {
    String statement = sql.substring(0, tokens.get(tokens.size() - 1).end());
    int parameters = (int) tokens.stream().filter(each -> each.isSymbol("?")).count();
    try {
      SqlNode tree = SqlParser.create(statement, SqlParserSettings.CONFIG).parseStmt();
      return tree instanceof SqlExplain explain
          ? explained(explain, tokens, parameters)
          : WriteTrees.parts(tree, parameters)
              .<ParsedStatement>map(each -> each)
              .orElseGet(() -> new Query(DuckDbRewrites.apply(tree), parameters));
    } catch (SqlParseException e) {
      if (e.getCause() instanceof StackOverflowError) {
        throw tooDeep(e);
      }
      return new StatementClassifier(sql, tokens).clauseOfWrite().orElseThrow(() -> syntaxError(e));
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    }
  }

  private static ParsedStatement explained(SqlExplain explain, List<Token> tokens, int parameters) {
    SqlNode explained = explain.getExplicandum();
    Optional<Write> write = WriteTrees.parts(explained, parameters);
    boolean analyze = StatementClassifier.isExplainAnalyze(tokens);
    if (write.isPresent()) {
      return analyze
          ? new Refused("EXPLAIN ANALYZE of " + write.get().verb(), RefusalReason.UNSUPPORTED)
          : new ExplainWrite(write.get());
    }
    return analyze
        ? new ExplainAnalyze(DuckDbRewrites.apply(explained), parameters)
        : new Explain((SqlExplain) DuckDbRewrites.apply(explain), parameters);
  }

  private static SyntaxException tooDeep(Throwable cause) {
    return new SyntaxException(
        Kind.TOO_COMPLEX, 1, 1, "The statement is nested too deeply or has too many terms", cause);
  }

  private static SyntaxException syntaxError(SqlParseException e) {
    SqlParserPos position = e.getPos() == null ? SqlParserPos.ZERO : e.getPos();
    return new SyntaxException(
        Kind.SYNTAX,
        Math.max(1, position.getLineNum()),
        Math.max(1, position.getColumnNum()),
        "Syntax error: " + firstSentence(String.valueOf(e.getMessage())),
        e);
  }

  /** The message without its list of tokens that would have been right and without the place. */
  private static String firstSentence(String message) {
    int end = message.indexOf("\nWas expecting");
    String first = end < 0 ? message : message.substring(0, end);
    return first.replaceFirst(" at line \\d+, column \\d+\\.?\\s*$", "").strip();
  }
}
