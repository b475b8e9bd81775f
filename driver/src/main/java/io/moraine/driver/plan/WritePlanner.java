package io.moraine.driver.plan;

import io.moraine.driver.dml.Change;
import io.moraine.driver.dml.ConstantInsert;
import io.moraine.driver.dml.Deletion;
import io.moraine.driver.dml.InsertSources;
import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.dml.QueryInsert;
import io.moraine.driver.dml.SourceQueries;
import io.moraine.driver.dml.TargetColumns;
import io.moraine.driver.parser.ParsedStatement.Assignment;
import io.moraine.driver.parser.ParsedStatement.Delete;
import io.moraine.driver.parser.ParsedStatement.Insert;
import io.moraine.driver.parser.ParsedStatement.Update;
import io.moraine.driver.parser.ParsedStatement.Write;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Plans INSERT, UPDATE and DELETE: a query for the rows to stage, and what is done with them. The
 * change itself is no part of the query's plan, because all rows are read before one is staged.
 */
final class WritePlanner {
  private final PlanSettings settings;

  WritePlanner(PlanSettings settings) {
    this.settings = settings;
  }

  PlannedStatement plan(String sql, Write write) {
    MetadataTable table = table(write);
    if (write instanceof Insert insert) {
      return planInsert(sql, insert, columnsOf(insert, table));
    }
    QueryPlanner planner = new QueryPlanner(settings);
    if (write instanceof Update update) {
      TargetColumns columns = columnsOf(update, table);
      QueryPlanner.Source source = planner.source(SourceQueries.of(update, columns));
      Change.Matches matches =
          update.source().from().isPresent() ? Change.Matches.MANY : Change.Matches.ONE;
      return planned(
          StatementKind.UPDATE, sql, source, new Change(columns, source.rows()::execute, matches));
    }
    QueryPlanner.Source source = planner.source(SourceQueries.of((Delete) write, table));
    return planned(StatementKind.DELETE, sql, source, new Deletion(table, source.rows()::execute));
  }

  private PlannedStatement planInsert(String sql, Insert insert, TargetColumns columns) {
    Optional<ConstantInsert> constants = ConstantInsert.of(insert, columns);
    if (constants.isPresent()) {
      ConstantInsert write = constants.get();
      return new PlannedStatement(StatementKind.INSERT, write.parameterTypes(), sql, write);
    }
    QueryPlanner.Source source = sourceOf(insert, columns);
    return planned(
        StatementKind.INSERT, sql, source, new QueryInsert(columns, source.rows()::execute));
  }

  private QueryPlanner.Source sourceOf(Insert insert, TargetColumns columns) {
    return new QueryPlanner(settings)
        .sourceOfInsert(InsertSources.typed(insert.source(), columns), columns);
  }

  private static PlannedStatement planned(
      StatementKind kind, String sql, QueryPlanner.Source source, PlannedWrite write) {
    return new PlannedStatement(kind, source.parameterTypes(), sql, write);
  }

  /** A statement that gives the plan of {@code write}, a line a row, and changes nothing. */
  PlannedStatement explain(String sql, Write write) {
    MetadataTable table = table(write);
    List<List<String>> lines = new ArrayList<>();
    QueryPlanner planner = new QueryPlanner(settings);
    String source;
    if (write instanceof Insert insert) {
      TargetColumns columns = columnsOf(insert, table);
      lines.add(line(write, columns));
      source =
          ConstantInsert.of(insert, columns)
              .map(each -> "Constants(rows=[" + each.size() + "])")
              .orElseGet(() -> sourceOf(insert, columns).plan());
    } else if (write instanceof Update update) {
      TargetColumns columns = columnsOf(update, table);
      lines.add(line(write, columns));
      source = planner.source(SourceQueries.of(update, columns)).plan();
    } else {
      lines.add(List.of("MetadataModify(table=[" + table.sqlName() + "], operation=[DELETE])"));
      source = planner.source(SourceQueries.of((Delete) write, table)).plan();
    }
    source.lines().forEach(each -> lines.add(List.of("  " + each)));
    return TextRows.of(StatementKind.EXPLAIN, sql, List.of("plan"), lines);
  }

  private static List<String> line(Write write, TargetColumns columns) {
    MetadataTable table = columns.table();
    String names =
        columns.ordinals().stream()
            .map(each -> table.columns().get(each).name())
            .collect(Collectors.joining(", "));
    return List.of(
        "MetadataModify(table=["
            + table.sqlName()
            + "], operation=["
            + write.verb()
            + "], columns=["
            + names
            + "])");
  }

  private MetadataTable table(Write write) {
    return new MoraineCatalogReader(settings)
        .writableTable(write.verb(), write.target().table().names);
  }

  private static TargetColumns columnsOf(Insert insert, MetadataTable table) {
    return insert.columns().isEmpty()
        ? TargetColumns.all(table)
        : TargetColumns.named(table, insert.columns(), insert.target().name());
  }

  private static TargetColumns columnsOf(Update update, MetadataTable table) {
    return TargetColumns.named(
        table,
        update.assignments().stream().map(Assignment::column).toList(),
        update.target().name());
  }
}
