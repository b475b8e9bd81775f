package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CommitPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is known of a lake's commits: what was acknowledged, what failed, and in which order anybody
 * has seen them. Each observation must agree with all others.
 */
final class SimulatedHistory {
  private final TreeMap<Long, String> order = new TreeMap<>();
  private final Map<String, CommitPosition> acknowledged = new HashMap<>();
  private final TreeMap<Long, String> acknowledgedOptions = new TreeMap<>();
  private final Map<String, Long> optionBatches = new HashMap<>();
  private final Set<String> failed = new HashSet<>();
  private CommitPosition floor = new CommitPosition(0, 0);

  /** The highest position that was acknowledged to anybody: later scopes reach it. */
  CommitPosition floor() {
    return floor;
  }

  /** A commit with a snapshot was acknowledged. */
  void acknowledge(String label, CommitPosition position) {
    acknowledged.put(label, position);
    saw(position.snapshotId(), label);
    raise(position);
  }

  /** A commit of an option alone was acknowledged. */
  void acknowledgeOption(String value, CommitPosition position) {
    String other = acknowledgedOptions.put(position.batchSeq(), value);
    assertThat(other).as("another commit acknowledged at %s", position).isNull();
    optionBatches.put(value, position.batchSeq());
    raise(position);
  }

  /** A commit was acknowledged that nothing shows by itself. */
  void acknowledgeNamelessly(CommitPosition position) {
    raise(position);
  }

  private void raise(CommitPosition position) {
    if (position.reaches(floor)) {
      floor = position;
    }
  }

  /** A commit certainly failed. */
  void fail(String label) {
    failed.add(label);
    assertThat(order).as("what failed").doesNotContainValue(label);
  }

  /** Somebody saw that a snapshot is that of a commit. */
  void saw(long snapshotId, String label) {
    String known = order.putIfAbsent(snapshotId, label);
    assertThat(known == null ? label : known)
        .as("commit at snapshot %d, which was seen before", snapshotId)
        .isEqualTo(label);
    if (known == null && !label.isEmpty()) {
      assertThat(failed).as("commits that failed").doesNotContain(label);
      assertThat(order.values().stream().filter(label::equals).count())
          .as("snapshots of %s", label)
          .isEqualTo(1);
    }
  }

  /** Somebody saw the value of the option at a position. */
  void sawOption(String value, CommitPosition at) {
    assertThat(failed).as("commits that failed").doesNotContain(value);
    Map.Entry<Long, String> newest = acknowledgedOptions.floorEntry(at.batchSeq());
    Long batch = optionBatches.get(value);
    if (newest != null && batch != null) {
      assertThat(batch)
          .as("batch of the option seen at %s", at)
          .isGreaterThanOrEqualTo(newest.getKey());
      assertThat(batch).isLessThanOrEqualTo(at.batchSeq());
    }
  }

  boolean isThere(String label) {
    return order.containsValue(label);
  }

  /** Nothing that was acknowledged is missing in what was seen up to {@code head}. */
  void checkComplete(long head) {
    assertThat(order.lastKey()).isEqualTo(head);
    assertThat(order.size()).as("snapshots seen").isEqualTo(head + 1);
    acknowledged.forEach(
        (label, position) ->
            assertThat(order.get(position.snapshotId())).as("acknowledged").isEqualTo(label));
  }

  int acknowledgements() {
    return acknowledged.size() + acknowledgedOptions.size();
  }
}
