package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineTable;
import io.moraine.model.ScanOrder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Snapshot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mappings;
import org.jspecify.annotations.Nullable;

/** Rules that make scans of metadata tables and fold what stands above them into them. */
final class ScanRules {
  /** Tables become scans, with the snapshot if the statement names one. */
  static final List<RelOptRule> TABLES =
      List.of(
          FoldingRule.of(
              "SnapshotOfMetadataTable",
              snapshot -> snapshot.operand(Snapshot.class).oneInput(ScanRules::table),
              ScanRules::snapshot),
          FoldingRule.of(
              "MetadataTable", ScanRules::table, call -> call.transformTo(scanOf(call.rel(0)))));

  /** Conditions, columns, order and limit go into scans. */
  static final List<RelOptRule> FOLD =
      List.of(
          FoldingRule.of("FilterIntoMetadataScan", ScanRules::filteredScan, ScanRules::filter),
          FoldingRule.of(
              "ProjectIntoMetadataScan",
              project -> project.operand(Project.class).oneInput(ScanRules::scan),
              ScanRules::project),
          FoldingRule.of(
              "SortIntoMetadataScan",
              sort -> sort.operand(Sort.class).oneInput(ScanRules::scan),
              ScanRules::sort),
          FoldingRule.of(
              "SortAboveFilterIntoMetadataScan",
              sort -> sort.operand(Sort.class).oneInput(ScanRules::filteredScan),
              ScanRules::sortAboveFilter),
          FoldingRule.of(
              "MinMaxOfMetadataScan",
              aggregate -> aggregate.operand(Aggregate.class).oneInput(ScanRules::scan),
              ScanRules::minMax),
          FoldingRule.of(
              "MinMaxAboveFilterOfMetadataScan",
              aggregate -> aggregate.operand(Aggregate.class).oneInput(ScanRules::filteredScan),
              ScanRules::minMaxAboveFilter));

  private ScanRules() {}

  private static RelRule.Done table(RelRule.OperandBuilder table) {
    return table.operand(LogicalTableScan.class).predicate(ScanRules::isOurs).noInputs();
  }

  private static RelRule.Done scan(RelRule.OperandBuilder scan) {
    return scan.operand(MetadataScan.class)
        .predicate(each -> each.spec().limit() == null)
        .noInputs();
  }

  private static RelRule.Done filteredScan(RelRule.OperandBuilder filter) {
    return filter.operand(Filter.class).oneInput(ScanRules::scan);
  }

  private static boolean isOurs(TableScan scan) {
    return scan.getTable().unwrap(MoraineTable.class) != null;
  }

  private static MetadataScan scanOf(TableScan scan) {
    RelOptTable table = scan.getTable();
    MoraineTable ours = Objects.requireNonNull(table.unwrap(MoraineTable.class), "table");
    return MetadataScan.create(scan.getCluster(), table, ScanSpec.of(ours.table()));
  }

  private static void snapshot(RelOptRuleCall call) {
    Snapshot snapshot = call.rel(0);
    MetadataScan scan = scanOf(call.rel(1));
    call.transformTo(scan.with(scan.spec().withAsOf(Periods.toAsOf(snapshot.getPeriod()))));
  }

  private static void filter(RelOptRuleCall call) {
    Filter filter = call.rel(0);
    MetadataScan scan = call.rel(1);
    FilterTranslator.Translation translation =
        FilterTranslator.translate(scan, filter.getCondition());
    if (translation != null) {
      call.transformTo(
          call.builder().push(translation.scan()).filter(translation.remaining()).build());
    }
  }

  private static void project(RelOptRuleCall call) {
    Project project = call.rel(0);
    MetadataScan scan = call.rel(1);
    if (isChoice(project.getProjects())) {
      List<Integer> ordinals =
          project.getProjects().stream()
              .map(each -> scan.spec().projection().get(((RexInputRef) each).getIndex()))
              .toList();
      call.transformTo(scan.with(scan.spec().withProjection(ordinals)));
      return;
    }
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
    if (used.isEmpty()) {
      used = ImmutableBitSet.of(0);
    }
    if (used.cardinality() < scan.getRowType().getFieldCount()) {
      call.transformTo(projectOver(call.builder(), project, scan, used));
    }
  }

  /** Whether the expressions are columns, each at most once. */
  private static boolean isChoice(List<RexNode> expressions) {
    return expressions.stream().allMatch(RexInputRef.class::isInstance)
        && expressions.stream().distinct().count() == expressions.size();
  }

  private static RelNode projectOver(
      RelBuilder builder, Project project, MetadataScan scan, ImmutableBitSet used) {
    List<Integer> ordinals = used.asList().stream().map(scan.spec().projection()::get).toList();
    Mappings.TargetMapping mapping =
        Mappings.target(used::indexOf, scan.getRowType().getFieldCount(), used.cardinality());
    return builder
        .push(scan.with(scan.spec().withProjection(ordinals)))
        .project(
            RexUtil.apply(mapping, project.getProjects()), project.getRowType().getFieldNames())
        .build();
  }

  private static void sort(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    MetadataScan scan = call.rel(1);
    ScanSpec spec = orderedAs(sort, scan);
    if (spec == null) {
      return;
    }
    if (sort.offset == null && (sort.fetch == null || isKnownAtStart(sort.fetch))) {
      call.transformTo(scan.with(sort.fetch == null ? spec : spec.withLimit(sort.fetch)));
    } else if (!sort.getCollation().getFieldCollations().isEmpty()) {
      RelBuilder builder = call.builder().push(scan.with(spec));
      call.transformTo(builder.sortLimit(sort.offset, sort.fetch, List.of()).build());
    }
  }

  private static void sortAboveFilter(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    Filter filter = call.rel(1);
    MetadataScan scan = call.rel(2);
    ScanSpec spec = orderedAs(sort, scan);
    if (spec != null && !sort.getCollation().getFieldCollations().isEmpty()) {
      RelBuilder builder = call.builder().push(scan.with(spec)).filter(filter.getCondition());
      call.transformTo(builder.sortLimit(sort.offset, sort.fetch, List.of()).build());
    }
  }

  private static @Nullable ScanSpec orderedAs(Sort sort, MetadataScan scan) {
    ScanOrder order = KeyOrder.of(sort.getCollation(), scan.spec());
    return order == null ? null : scan.spec().withOrder(order);
  }

  private static boolean isKnownAtStart(RexNode fetch) {
    return fetch instanceof RexLiteral || fetch instanceof RexDynamicParam;
  }

  private static void minMax(RelOptRuleCall call) {
    Aggregate aggregate = call.rel(0);
    MetadataScan scan = call.rel(1);
    ScanOrder order = KeyOrder.ofFirstValue(aggregate, scan.spec());
    if (order != null) {
      RexNode one = scan.getCluster().getRexBuilder().makeExactLiteral(BigDecimal.ONE);
      ScanSpec first = scan.spec().withOrder(order).withLimit(one);
      call.transformTo(aggregate.copy(aggregate.getTraitSet(), List.of(scan.with(first))));
    }
  }

  private static void minMaxAboveFilter(RelOptRuleCall call) {
    Aggregate aggregate = call.rel(0);
    Filter filter = call.rel(1);
    MetadataScan scan = call.rel(2);
    ScanOrder order = KeyOrder.ofFirstValue(aggregate, scan.spec());
    if (order != null) {
      RelNode first =
          call.builder()
              .push(scan.with(scan.spec().withOrder(order)))
              .filter(filter.getCondition())
              .limit(0, 1)
              .build();
      call.transformTo(aggregate.copy(aggregate.getTraitSet(), List.of(first)));
    }
  }
}
