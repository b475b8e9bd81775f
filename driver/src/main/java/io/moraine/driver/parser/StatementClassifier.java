package io.moraine.driver.parser;

import io.moraine.driver.parser.ParsedStatement.Describe;
import io.moraine.driver.parser.ParsedStatement.RefusalReason;
import io.moraine.driver.parser.ParsedStatement.Refused;
import io.moraine.driver.parser.ParsedStatement.ShowSchemas;
import io.moraine.driver.parser.ParsedStatement.ShowTables;
import io.moraine.driver.parser.SyntaxException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Recognises by its first words what a statement is, if it is no query. */
final class StatementClassifier {
  private static final Set<String> DEFINITIONS =
      Set.of("CREATE", "DROP", "ALTER", "COMMENT", "TRUNCATE");
  private static final Pattern INLINED =
      Pattern.compile("ducklake_inlined_(data|delete)_\\d.*", Pattern.CASE_INSENSITIVE);
  private static final Set<String> TRANSACTION_CONTROL =
      Set.of("BEGIN", "START", "COMMIT", "ROLLBACK", "END", "ABORT", "SAVEPOINT", "RELEASE");
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "MERGE",
          "UPSERT",
          "REPLACE",
          "COPY",
          "GRANT",
          "REVOKE",
          "VACUUM",
          "ANALYZE",
          "CHECKPOINT",
          "FORCE",
          "REINDEX",
          "IMPORT",
          "SET",
          "RESET",
          "USE",
          "PRAGMA",
          "ATTACH",
          "DETACH",
          "INSTALL",
          "LOAD",
          "CALL",
          "PREPARE",
          "EXECUTE",
          "DEALLOCATE",
          "DECLARE",
          "EXPORT",
          "SUMMARIZE",
          "LOCK",
          "LISTEN",
          "NOTIFY",
          "DISCARD",
          "PIVOT",
          "UNPIVOT",
          "DO",
          "FETCH",
          "CLOSE");
  private static final Map<String, RefusalReason> REASONS = reasons();

  private final String sql;
  private final List<Token> tokens;

  StatementClassifier(String sql, List<Token> tokens) {
    this.sql = sql;
    this.tokens = tokens;
  }

  /** The statement, unless it is a query or EXPLAIN of one. */
  Optional<ParsedStatement> classify() {
    Token first = tokens.get(0);
    return switch (first.keyword()) {
      case "SHOW" -> Optional.of(show());
      case "DESCRIBE", "DESC" -> Optional.of(describe());
      case "EXPLAIN" -> refusedExplain();
      default -> refused(0).map(each -> each);
    };
  }

  private ParsedStatement show() {
    if (isWord(1, "TABLES")) {
      return isWord(2, "FROM") || isWord(2, "IN")
          ? new ShowTables(Optional.of(nameUpToEnd(3, 1).get(0)))
          : endingAt(2, new ShowTables(Optional.empty()));
    }
    if (isWord(1, "ALL") && isWord(2, "TABLES")) {
      return endingAt(3, new Refused("SHOW ALL TABLES", RefusalReason.UNSUPPORTED));
    }
    if (isWord(1, "SCHEMAS")) {
      return endingAt(2, new ShowSchemas());
    }
    return new Describe(nameUpToEnd(1, 3));
  }

  private ParsedStatement describe() {
    if (isWord(1, "SELECT") || isWord(1, "WITH") || isSymbol(1, "(")) {
      return new Refused(tokens.get(0).keyword() + " of a query", RefusalReason.UNSUPPORTED);
    }
    return new Describe(nameUpToEnd(isWord(1, "TABLE") && tokens.size() > 2 ? 2 : 1, 3));
  }

  private Optional<ParsedStatement> refusedExplain() {
    if (isExplainAnalyze(tokens)) {
      return refused(2)
          .map(each -> new Refused("EXPLAIN ANALYZE of " + each.verb(), each.reason()));
    }
    int explained = isWord(1, "PLAN") ? indexAfter("FOR") : 1;
    return refused(explained).map(each -> new Refused("EXPLAIN of " + each.verb(), each.reason()));
  }

  /** Whether a statement that begins with EXPLAIN is to be run. */
  static boolean isExplainAnalyze(List<Token> tokens) {
    return tokens.size() > 1 && tokens.get(1).isWord("ANALYZE");
  }

  private int indexAfter(String word) {
    for (int i = 0; i < tokens.size(); i++) {
      if (isWord(i, word)) {
        return i + 1;
      }
    }
    return tokens.size();
  }

  private Optional<Refused> refused(int from) {
    if (from >= tokens.size()) {
      return Optional.empty();
    }
    Token verb = isWord(from, "WITH") ? verbAfterWith(from) : tokens.get(from);
    RefusalReason reason = verb.kind() == Token.Kind.WORD ? REASONS.get(verb.keyword()) : null;
    return Optional.ofNullable(reason)
        .map(
            each ->
                each == RefusalReason.DEFINITION
                    ? definition(from)
                    : new Refused(verb.keyword(), each));
  }

  private Refused definition(int from) {
    String verb = tokens.get(from).keyword();
    String named = isWord(from + 1, "TABLE") || isWord(from + 1, "VIEW") ? words(from, 2) : verb;
    for (Token token : tokens) {
      if (token.isName() && INLINED.matcher(token.name()).matches()) {
        return new Refused(named + " " + token.name(), RefusalReason.INLINED_ROWS);
      }
    }
    return new Refused(named, RefusalReason.DEFINITION);
  }

  private String words(int from, int count) {
    return tokens.subList(from, from + count).stream()
        .map(Token::keyword)
        .collect(Collectors.joining(" "));
  }

  /** The statement as one that is not run, if it changes rows with a clause that we lack. */
  Optional<ParsedStatement> clauseOfWrite() {
    Token verb = isWord(0, "WITH") ? verbAfterWith(0) : tokens.get(0);
    return switch (verb.keyword()) {
      case "INSERT", "UPDATE", "DELETE" ->
          clause(verb)
              .map(
                  each -> new Refused(verb.keyword() + " with " + each, RefusalReason.UNSUPPORTED));
      default -> Optional.empty();
    };
  }

  private Optional<String> clause(Token verb) {
    int depth = 0;
    for (int i = tokens.indexOf(verb) + 1; i < tokens.size(); i++) {
      depth += isSymbol(i, "(") ? 1 : isSymbol(i, ")") ? -1 : 0;
      if (depth > 0) {
        continue;
      }
      if (isWord(i, "RETURNING")) {
        return Optional.of("RETURNING");
      }
      if (isPair(i, "DO", "NOTHING", "UPDATE")) {
        return Optional.of("ON … " + words(i, 2));
      }
      if (isPair(i, "OR", "REPLACE", "IGNORE")) {
        return Optional.of(words(i, 2));
      }
      if (isWord(i, "USING") && verb.isWord("DELETE")) {
        return Optional.of("USING");
      }
    }
    return Optional.empty();
  }

  /** The verb of a statement behind its WITH items, or WITH if there is none. */
  private Token verbAfterWith(int from) {
    int depth = 0;
    for (int i = from + 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(")) {
        depth++;
      } else if (token.isSymbol(")")) {
        depth--;
      } else if (depth == 0 && tokens.get(i - 1).isSymbol(")") && token.kind() == Token.Kind.WORD) {
        if (!token.isWord("AS")) {
          return token;
        }
      }
    }
    return tokens.get(from);
  }

  private boolean isPair(int index, String first, String... seconds) {
    return isWord(index, first) && Arrays.stream(seconds).anyMatch(each -> isWord(index + 1, each));
  }

  /** The parts of the dotted name that ends the statement. */
  private List<String> nameUpToEnd(int from, int maxParts) {
    List<String> parts = new ArrayList<>();
    int i = from;
    while (parts.size() < maxParts && i < tokens.size() && tokens.get(i).isName()) {
      parts.add(tokens.get(i).name());
      i++;
      if (!isSymbol(i, ".")) {
        return endingAt(i, parts);
      }
      i++;
    }
    throw unexpected(i, "a name");
  }

  private <T> T endingAt(int end, T result) {
    if (end < tokens.size()) {
      throw unexpected(end, "the end of the statement");
    }
    return result;
  }

  private SyntaxException unexpected(int index, String expected) {
    boolean atEnd = index >= tokens.size();
    String found = atEnd ? "the end of the statement" : "\"" + tokens.get(index).text() + "\"";
    int offset = atEnd ? tokens.get(tokens.size() - 1).end() : tokens.get(index).start();
    return Tokenizer.error(sql, Kind.SYNTAX, offset, "Found " + found + ", expected " + expected);
  }

  private boolean isWord(int index, String word) {
    return index < tokens.size() && tokens.get(index).isWord(word);
  }

  private boolean isSymbol(int index, String symbol) {
    return index < tokens.size() && tokens.get(index).isSymbol(symbol);
  }

  private static Map<String, RefusalReason> reasons() {
    Map<String, RefusalReason> reasons = new java.util.HashMap<>();
    DEFINITIONS.forEach(each -> reasons.put(each, RefusalReason.DEFINITION));
    TRANSACTION_CONTROL.forEach(each -> reasons.put(each, RefusalReason.TRANSACTION_CONTROL));
    UNSUPPORTED.forEach(each -> reasons.put(each, RefusalReason.UNSUPPORTED));
    return Map.copyOf(reasons);
  }
}
