package io.moraine.verbs;

import io.moraine.model.ColumnDefault;
import io.moraine.model.NewColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which columns a lake can hold: those that the {@code ducklake} extension writes and loads again.
 *
 * <p>Source: the {@code ducklake} extension, branch v1.5-variegata, {@code
 * src/storage/ducklake_catalog.cpp}.
 */
final class ColumnRules {
  /** Most columns around a column. */
  static final int MAX_DEPTH = 100;

  private static final String LIST_CHILDREN = "element";
  private static final String MAP_CHILDREN = "key, value";

  private ColumnRules() {}

  /**
   * Checks the columns of a table that is to be made.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT or UNSUPPORTED
   */
  static void checkTop(List<NewColumn> columns) {
    if (columns.isEmpty()) {
      throw Refusals.constraint("A table has at least one column");
    }
    checkDistinct("the table", columns);
    columns.forEach(column -> check(column, 0));
  }

  /** Checks one column that is to be added at {@code depth}. */
  static void check(NewColumn column, int depth) {
    NameRules.check("column", column.name());
    String where = "Column " + column.name();
    if (depth > MAX_DEPTH) {
      throw Refusals.constraint(where + " lies in more than " + MAX_DEPTH + " others");
    }
    DataType type = DataType.parse(column.type());
    if (depth > 0) {
      checkNested(where, column, type);
    }
    checkChildren(where, column, type);
    checkDefaults(where, column, type, depth);
    column.children().forEach(child -> check(child, depth + 1));
  }

  private static void checkNested(String where, NewColumn column, DataType type) {
    if (type.isGeometry()) {
      throw Refusals.constraint(where + ": geometry stands at the top of a table only");
    } else if (!column.nullable()) {
      throw Refusals.constraint(where + ": only a column at the top of a table is NOT NULL");
    }
  }

  private static void checkChildren(String where, NewColumn column, DataType type) {
    List<String> names = column.children().stream().map(NewColumn::name).toList();
    String joined = String.join(", ", names);
    switch (type.word()) {
      case "struct" -> {
        if (names.isEmpty()) {
          throw Refusals.constraint(where + ": a struct has at least one field");
        }
        checkDistinct(where, column.children());
      }
      case "list" -> checkNames(where, type, LIST_CHILDREN, joined);
      case "map" -> checkNames(where, type, MAP_CHILDREN, joined);
      default -> checkNames(where, type, "", joined);
    }
  }

  private static void checkNames(String where, DataType type, String expected, String found) {
    if (!expected.equals(found)) {
      throw Refusals.constraint(
          where
              + ": a "
              + type.text()
              + " holds "
              + (expected.isEmpty() ? "no columns" : "the columns " + expected)
              + ", not "
              + (found.isEmpty() ? "none" : found));
    }
  }

  private static void checkDistinct(String where, List<NewColumn> columns) {
    Set<String> seen = new HashSet<>();
    for (NewColumn column : columns) {
      if (!seen.add(Names.fold(column.name()))) {
        throw Refusals.constraint("Two columns of " + where + " are called " + column.name());
      }
    }
  }

  private static void checkDefaults(String where, NewColumn column, DataType type, int depth) {
    if (column.defaultValue().isPresent() || column.initialDefault().isPresent()) {
      checkMayHaveDefault(where, type, depth);
    }
    column.initialDefault().ifPresent(text -> Literals.check(where, type, text));
    column.defaultValue().ifPresent(value -> checkDefault(where, type, value));
  }

  /** Checks that a column of the type, at that depth, can have a default. */
  static void checkMayHaveDefault(String where, DataType type, int depth) {
    if (depth > 0 || type.isNested()) {
      throw Refusals.constraint(
          where + ": columns that are nested, or hold others, have no defaults");
    }
  }

  /** Checks a default for new rows. */
  static void checkDefault(String where, DataType type, ColumnDefault value) {
    if (!value.expression()) {
      Literals.check(where, type, value.text());
    } else if (value.text().isBlank()) {
      throw Refusals.constraint(where + ": the expression of a default is not empty");
    } else {
      Literals.checkNotNone(where, value.text());
    }
  }

  /** How many columns one is, with those inside. */
  static int count(NewColumn column) {
    return 1 + column.children().stream().mapToInt(ColumnRules::count).sum();
  }
}
