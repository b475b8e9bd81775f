package io.moraine.testing.s3;

import org.jspecify.annotations.Nullable;

/** Elements of an answer. */
final class Xml {
  private Xml() {}

  static String element(String name, @Nullable Object text) {
    return "<" + name + ">" + escape(String.valueOf(text)) + "</" + name + ">";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
