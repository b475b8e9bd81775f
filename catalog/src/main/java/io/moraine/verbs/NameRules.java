package io.moraine.verbs;

/**
 * Which names a lake can hold. Texts that are too long, or no Unicode, are refused when their rows
 * are staged.
 */
final class NameRules {
  private NameRules() {}

  /** Checks a name of which no path is made. */
  static void check(String what, String name) {
    if (name.isEmpty()) {
      throw Refusals.constraint("The name of a " + what + " is not empty");
    }
  }

  /**
   * Checks a name of a schema, table or view. Moraine makes folders of them, so they hold no
   * separators and are no steps up or nowhere.
   *
   * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/transaction/verbs.rs}.
   */
  static void checkPathSafe(String what, String name) {
    check(what, name);
    if (name.equals(".") || name.equals("..")) {
      throw Refusals.constraint("A " + what + " cannot be called " + name + ", a step in a path");
    } else if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      throw Refusals.constraint(
          "The name of a " + what + " holds no slash and no backslash: " + name);
    }
  }
}
