package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;

/** Rules that make scans of metadata tables and fold what stands above them into them. */
final class ScanRules {
  /** All of them. */
  static final List<RelOptRule> ALL = List.of();

  private ScanRules() {}
}
