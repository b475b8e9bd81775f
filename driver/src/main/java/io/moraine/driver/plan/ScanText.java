package io.moraine.driver.plan;

import io.moraine.model.ScanOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Says in the words of EXPLAIN what a scan does. */
final class ScanText {
  private ScanText() {}

  /** What the scan does beyond reading its columns, by name; things it doesn't do are left out. */
  static Map<String, String> terms(ScanSpec spec) {
    Map<String, String> terms = new LinkedHashMap<>();
    if (!spec.key().isNone()) {
      terms.put("key", key(spec));
    }
    ScanSpec.AsOf asOf = spec.asOf();
    if (asOf != null) {
      terms.put("asOf", asOf.form() + " " + text(asOf.value()));
    }
    RexNode endedAfter = spec.endedAfter();
    if (endedAfter != null) {
      terms.put("endedAfter", Lifetimes.isNever(endedAfter) ? "never" : text(endedAfter));
    }
    if (spec.order() != ScanOrder.STORED) {
      terms.put("order", spec.order() == ScanOrder.KEY_ASCENDING ? "key" : "key desc");
    }
    RexNode limit = spec.limit();
    if (limit != null) {
      terms.put("limit", text(limit));
    }
    return terms;
  }

  private static String key(ScanSpec spec) {
    KeyExpressions key = spec.key();
    List<String> terms = new ArrayList<>();
    for (int i = 0; i < key.prefix().size(); i++) {
      terms.add(keyColumn(spec, i) + " = " + text(key.prefix().get(i)));
    }
    if (!key.points().isEmpty()) {
      terms.add(keyColumn(spec, key.prefix().size()) + " IN (" + texts(key.points()) + ")");
    }
    if (key.from() != null) {
      terms.add(keyColumn(spec, key.prefix().size()) + " >= " + text(key.from()));
    }
    if (key.to() != null) {
      terms.add(keyColumn(spec, key.prefix().size()) + " <= " + text(key.to()));
    }
    return String.join(", ", terms);
  }

  private static String keyColumn(ScanSpec spec, int index) {
    return spec.table().columns().get(spec.table().keyColumns().get(index)).name();
  }

  private static String texts(List<RexNode> expressions) {
    return expressions.stream().map(ScanText::text).collect(Collectors.joining(", "));
  }

  /** The expression; a literal without its type. */
  private static String text(RexNode expression) {
    return expression instanceof RexLiteral literal
        ? String.valueOf(literal.getValue())
        : expression.toString();
  }
}
