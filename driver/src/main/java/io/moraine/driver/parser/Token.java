package io.moraine.driver.parser;

import java.util.Locale;

/**
 * A word, literal or symbol of an SQL text.
 *
 * @param kind what it is
 * @param text as written, quotes included
 * @param start its place in the text, in UTF-16 units from 0
 */
record Token(Kind kind, String text, int start) {
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SYMBOL
  }

  int end() {
    return start + text.length();
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }

  /** The word in upper case. */
  String keyword() {
    return text.toUpperCase(Locale.ROOT);
  }

  /** The name without its quotes. */
  String name() {
    return kind == Kind.QUOTED_NAME
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text;
  }
}
