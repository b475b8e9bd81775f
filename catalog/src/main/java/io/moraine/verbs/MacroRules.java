package io.moraine.verbs;

import io.moraine.model.NewMacro;
import io.moraine.model.NewMacro.Implementation;
import io.moraine.model.NewMacro.Parameter;
import io.moraine.model.NewMacro.TypedDefault;
import java.util.HashSet;
import java.util.Set;

/** Which macros DuckDB loads. */
final class MacroRules {
  private MacroRules() {}

  /**
   * Checks a macro that is to be made.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT
   */
  static void check(NewMacro created) {
    String where = "Macro " + created.name();
    NameRules.check("macro", created.name());
    if (created.implementations().isEmpty()) {
      throw Refusals.constraint(where + " has at least one implementation");
    }
    Set<Integer> counts = new HashSet<>();
    for (Implementation each : created.implementations()) {
      check(where, each);
      if (!counts.add(each.parameters().size())) {
        throw Refusals.constraint(
            where
                + " has two implementations of "
                + each.parameters().size()
                + " parameters, between which no call can choose");
      }
    }
  }

  private static void check(String where, Implementation implementation) {
    if (implementation.sql().isBlank() || implementation.dialect().isBlank()) {
      throw Refusals.constraint(where + ": an implementation has SQL and a dialect of it");
    }
    Set<String> names = new HashSet<>();
    for (Parameter parameter : implementation.parameters()) {
      NameRules.check("parameter", parameter.name());
      if (!names.add(Names.fold(parameter.name()))) {
        throw Refusals.constraint(where + ": two parameters are called " + parameter.name());
      }
      parameter.defaultValue().ifPresent(value -> check(where, parameter.name(), value));
    }
  }

  private static void check(String where, String name, TypedDefault value) {
    DataType type = DataType.parse(value.type());
    if (type.isNested()) {
      throw Refusals.constraint(where + ": parameter " + name + " has a nested default");
    }
    Literals.check(where + ", parameter " + name, type, value.text());
  }
}
