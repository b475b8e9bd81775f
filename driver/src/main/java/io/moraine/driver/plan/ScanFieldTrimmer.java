package io.moraine.driver.plan;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Removes columns that nothing uses, down to the scans of metadata tables. Public with its method
 * because Calcite finds the method by reflection.
 */
public final class ScanFieldTrimmer extends RelFieldTrimmer {
  private ScanFieldTrimmer(RelNode root) {
    super(null, RelFactories.LOGICAL_BUILDER.create(root.getCluster(), null));
  }

  /** The same plan without unused columns. */
  static RelNode trimTree(RelNode root) {
    return new ScanFieldTrimmer(root).trim(root);
  }

  /** Narrows a scan to the fields used; one field stays if none is. */
  public TrimResult trimFields(
      MetadataScan scan, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    int fieldCount = scan.getRowType().getFieldCount();
    if (!extraFields.isEmpty() || fieldsUsed.cardinality() == fieldCount) {
      return trimFields((RelNode) scan, fieldsUsed, extraFields);
    }
    ImmutableBitSet kept = fieldsUsed.isEmpty() ? ImmutableBitSet.of(0) : fieldsUsed;
    List<Integer> ordinals = kept.asList().stream().map(scan.spec().projection()::get).toList();
    return result(
        scan.with(scan.spec().withProjection(ordinals)), createMapping(kept, fieldCount), scan);
  }
}
