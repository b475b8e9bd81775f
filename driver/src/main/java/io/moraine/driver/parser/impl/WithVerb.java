package io.moraine.driver.parser.impl;

/** Looks for the verb of a statement behind its WITH items, further ahead than the grammar can. */
final class WithVerb {
  private WithVerb() {}

  /** Whether what the parser reads next is WITH items before INSERT, UPDATE or DELETE. */
  static boolean isWrite(MoraineSqlParserImpl parser) {
    Token token = parser.getToken(1);
    if (token.kind != MoraineSqlParserImplConstants.WITH) {
      return false;
    }
    int depth = 0;
    while (token.kind != MoraineSqlParserImplConstants.EOF) {
      boolean closed = token.kind == MoraineSqlParserImplConstants.RPAREN && --depth == 0;
      if (token.kind == MoraineSqlParserImplConstants.LPAREN) {
        depth++;
      }
      token = after(token, parser);
      if (closed && isVerb(token)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isVerb(Token token) {
    return switch (token.kind) {
      case MoraineSqlParserImplConstants.INSERT,
          MoraineSqlParserImplConstants.UPDATE,
          MoraineSqlParserImplConstants.DELETE ->
          true;
      default -> false;
    };
  }

  /** The next token, kept for the parser as the parser itself keeps it. */
  private static Token after(Token token, MoraineSqlParserImpl parser) {
    if (token.next == null) {
      token.next = parser.token_source.getNextToken();
    }
    return token.next;
  }
}
