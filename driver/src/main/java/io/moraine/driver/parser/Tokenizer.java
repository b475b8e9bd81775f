package io.moraine.driver.parser;

import io.moraine.driver.parser.SyntaxException.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts an SQL text into tokens as the generated parser does, comments left out. */
final class Tokenizer {
  private final String sql;
  private int at;

  private Tokenizer(String sql) {
    this.sql = sql;
  }

  /**
   * The tokens of a text.
   *
   * @throws SyntaxException if a string, quoted name or comment has no end
   */
  static List<Token> tokenize(String sql) {
    Tokenizer tokenizer = new Tokenizer(sql);
    List<Token> tokens = new ArrayList<>();
    while (tokenizer.skipBlanks()) {
      tokens.add(tokenizer.next());
    }
    return tokens;
  }

  /** Moves to the next token; false if there is none. */
  private boolean skipBlanks() {
    while (at < sql.length()) {
      if (sql.startsWith("--", at)) {
        at = endOfLine();
      } else if (sql.startsWith("/*", at) && !sql.startsWith("/*+", at)) {
        at = endOf("*/", at + 2, "comment");
      } else if (sql.charAt(at) <= ' ') {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private Token next() {
    int start = at;
    char c = sql.charAt(at);
    Token.Kind kind = kindOf(c);
    switch (kind) {
      case WORD, NUMBER -> skipWord();
      case STRING -> skipQuoted('\'', "string");
      case QUOTED_NAME -> skipQuoted('"', "quoted name");
      case SYMBOL -> at++;
    }
    return new Token(kind, sql.substring(start, at), start);
  }

  private static Token.Kind kindOf(char c) {
    if (c == '\'') {
      return Token.Kind.STRING;
    }
    if (c == '"') {
      return Token.Kind.QUOTED_NAME;
    }
    if (Character.isDigit(c)) {
      return Token.Kind.NUMBER;
    }
    return isWordPart(c) ? Token.Kind.WORD : Token.Kind.SYMBOL;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || Character.isSurrogate(c);
  }

  private void skipWord() {
    while (at < sql.length() && isWordPart(sql.charAt(at))) {
      at++;
    }
  }

  private void skipQuoted(char quote, String what) {
    int start = at++;
    while (true) {
      at = endOf(String.valueOf(quote), at, what, start);
      if (at >= sql.length() || sql.charAt(at) != quote) {
        return;
      }
      at++;
    }
  }

  private int endOf(String end, int from, String what) {
    return endOf(end, from, what, at);
  }

  private int endOf(String end, int from, String what, int start) {
    int found = sql.indexOf(end, from);
    if (found < 0) {
      throw error(sql, Kind.SYNTAX, start, "The " + what + " that begins here has no end");
    }
    return found + end.length();
  }

  private int endOfLine() {
    int end = at;
    while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /** An error at a place of a text. */
  static SyntaxException error(String sql, Kind kind, int offset, String message) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new SyntaxException(kind, line, offset - lineStart + 1, message, null);
  }
}
