package io.moraine.driver.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes expressions in which casts convert as DuckDB's do. A query's cluster must use it. */
public final class MoraineRexBuilder extends RexBuilder {
  /** A builder over the driver's types. */
  public MoraineRexBuilder() {
    super(MoraineTypeFactory.INSTANCE);
  }

  @Override
  public RexNode makeCast(
      SqlParserPos position,
      RelDataType type,
      RexNode value,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    RexNode own = Casts.convert(this, value, type, mode(safe));
    return own != null
        ? own
        : super.makeCast(position, type, value, matchNullability, safe, format);
  }

  private static Casts.Mode mode(boolean safe) {
    return safe ? Casts.Mode.TRY_CAST : Casts.Mode.CAST;
  }
}
