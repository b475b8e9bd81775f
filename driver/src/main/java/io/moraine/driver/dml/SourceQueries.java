package io.moraine.driver.dml;

import io.moraine.driver.parser.ParsedStatement.Assignment;
import io.moraine.driver.parser.ParsedStatement.Delete;
import io.moraine.driver.parser.ParsedStatement.Source;
import io.moraine.driver.parser.ParsedStatement.Target;
import io.moraine.driver.parser.ParsedStatement.Update;
import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.type.ColumnTypes;
import io.moraine.driver.type.MoraineTypeFactory;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The query that gives the rows which an UPDATE or DELETE changes. */
public final class SourceQueries {
  private SourceQueries() {}

  /** All columns of the rows to delete. */
  public static SqlNode of(Delete delete, MetadataTable table) {
    return query(columns(table, delete.target()), delete.target(), table, delete.source());
  }

  /** All columns of the rows to change, then the values to set, as the columns' types. */
  public static SqlNode of(Update update, TargetColumns columns) {
    List<SqlNode> items = columns(columns.table(), update.target());
    for (int i = 0; i < update.assignments().size(); i++) {
      Assignment assignment = update.assignments().get(i);
      items.add(converted(assignment.value(), columns, i));
    }
    return query(items, update.target(), columns.table(), update.source());
  }

  /** A value as the type of the column that the statement sets in a place of its order. */
  static SqlNode converted(SqlNode value, TargetColumns columns, int place) {
    SqlParserPos position = value.getParserPosition();
    SqlNode given = value.getKind() == SqlKind.DEFAULT ? SqlLiteral.createNull(position) : value;
    MetadataColumn column = columns.table().columns().get(columns.ordinals().get(place));
    return SqlStdOperatorTable.CAST.createCall(
        position,
        given,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(
                ColumnTypes.of(column.type()).sqlType(MoraineTypeFactory.INSTANCE).getSqlTypeName(),
                position),
            position));
  }

  private static List<SqlNode> columns(MetadataTable table, Target target) {
    List<SqlNode> columns = new ArrayList<>();
    for (MetadataColumn column : table.columns()) {
      columns.add(
          new SqlIdentifier(
              List.of(target.name().getSimple(), column.name()),
              target.table().getParserPosition()));
    }
    return columns;
  }

  private static SqlNode query(
      List<SqlNode> items, Target target, MetadataTable table, Source source) {
    SqlParserPos position = target.table().getParserPosition();
    // With its schema, so that no WITH item of the same name takes its place.
    SqlNode name = new SqlIdentifier(List.of(MoraineSchema.NAME, table.sqlName()), position);
    SqlNode named = SqlStdOperatorTable.AS.createCall(position, name, target.name());
    SqlNode select =
        new SqlSelect(
            position,
            null,
            new SqlNodeList(items, position),
            source.from().map(each -> join(named, each)).orElse(named),
            source.condition().orElse(null),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    return source.with().<SqlNode>map(each -> new SqlWith(position, each, select)).orElse(select);
  }

  private static SqlNode join(SqlNode target, SqlNode from) {
    SqlParserPos position = from.getParserPosition();
    return new SqlJoin(
        position,
        target,
        SqlLiteral.createBoolean(false, position),
        JoinType.COMMA.symbol(position),
        from,
        JoinConditionType.NONE.symbol(position),
        null);
  }
}
