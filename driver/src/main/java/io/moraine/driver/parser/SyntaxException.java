package io.moraine.driver.parser;

import org.jspecify.annotations.Nullable;

/** A text that isn't one statement of the driver's SQL. */
public final class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong with the text. */
  public enum Kind {
    /** It doesn't follow the grammar. */
    SYNTAX,
    /** There is nothing in it but white space, comments and semicolons. */
    EMPTY,
    /** It has several statements. */
    SEVERAL_STATEMENTS,
    /** It is longer or nested deeper than the parser takes. */
    TOO_COMPLEX
  }

  private final Kind kind;
  private final int line;
  private final int column;

  SyntaxException(Kind kind, int line, int column, String message, @Nullable Throwable cause) {
    super(message + " (line " + line + ", column " + column + ")", cause);
    this.kind = kind;
    this.line = line;
    this.column = column;
  }

  /** What is wrong with the text. */
  public Kind kind() {
    return kind;
  }

  /** The line of the place, from 1. */
  public int line() {
    return line;
  }

  /** The column of the place in its line, in UTF-16 units from 1. */
  public int column() {
    return column;
  }
}
