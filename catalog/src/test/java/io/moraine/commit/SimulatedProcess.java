package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.ScopeRows;
import io.moraine.testing.SimulatedWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A process of a simulation: what it has open, and how far it has seen the lake come. */
final class SimulatedProcess {
  static final String OPTION = "simulated";
  static final long TABLE = 1;

  private final String name;
  private final LakeProcess lake;
  private final SimulatedWay way;
  private final List<Held> held = new ArrayList<>();
  private CommitPosition floor = new CommitPosition(0, 0);
  private int commits;

  /** A scope that stays open, and what it showed. */
  private record Held(ReadScope scope, View view) {}

  /**
   * What a scope shows.
   *
   * @param labels of the commits, by snapshot id
   * @param option the value of the option, "" for none
   */
  record View(CommitPosition position, List<String> labels, String option) {}

  SimulatedProcess(String name, LakeProcess lake, SimulatedWay way) {
    this.name = name;
    this.lake = lake;
    this.way = way;
  }

  LakeProcess lake() {
    return lake;
  }

  /** A label for a commit that nobody else has. */
  String nextLabel() {
    return name + "#" + ++commits;
  }

  /** It has seen the lake at {@code position}, or made it so. */
  void reach(CommitPosition position) {
    if (position.reaches(floor)) {
      floor = position;
    }
  }

  /** Looks at the newest state, which must not be older than {@code everybody} or its own. */
  View look(CommitPosition everybody, boolean keep) {
    CommitPosition own = floor;
    ReadScope scope = lake.readScope();
    boolean kept = false;
    try {
      assertThat(scope.position())
          .as("position of a new scope of %s", name)
          .satisfies(
              position -> {
                assertThat(position.reaches(own)).as("reaches %s of its own", own).isTrue();
                assertThat(position.reaches(everybody)).as("reaches %s", everybody).isTrue();
              });
      View view = view(scope);
      reach(view.position());
      if (keep) {
        held.add(new Held(scope, view));
        kept = true;
      }
      return view;
    } finally {
      if (!kept) {
        scope.close();
      }
    }
  }

  /** Looks again at what it has had open the longest, and closes it; whether it had anything. */
  boolean lookAgain() {
    if (held.isEmpty()) {
      return false;
    }
    Held oldest = held.remove(0);
    try (ReadScope scope = oldest.scope()) {
      assertThat(view(scope)).as("a scope of %s that stayed open", name).isEqualTo(oldest.view());
    }
    return true;
  }

  /** All that a scope shows of the simulated commits; its tables agree with each other. */
  static View view(ReadScope scope) {
    List<String> labels = new ArrayList<>();
    for (@Nullable Object[] row :
        ScopeRows.of(
            scope,
            TableScan.of(MetadataTable.SNAPSHOT_CHANGES).select("snapshot_id", "commit_message"))) {
      assertThat(row[0]).as("snapshots are dense").isEqualTo((long) labels.size());
      labels.add(Objects.requireNonNullElse(row[1], "").toString());
    }
    CommitPosition position = scope.position();
    assertThat(labels.size() - 1L).as("the newest snapshot").isEqualTo(position.snapshotId());
    List<String> files = ScopeRows.texts(scope, MetadataTable.DATA_FILE, "path");
    assertThat(files).as("a file each commit").isEqualTo(labels.stream().skip(2).toList());
    assertThat(ScopeRows.longs(scope, MetadataTable.TABLE_STATS, "record_count"))
        .as("a record each file")
        .isEqualTo(files.isEmpty() ? List.of() : List.of((long) files.size()));
    return new View(position, labels, option(scope));
  }

  private static String option(ReadScope scope) {
    return ScopeRows.of(scope, TableScan.of(MetadataTable.METADATA)).stream()
        .filter(row -> OPTION.equals(row[0]))
        .map(row -> String.valueOf(row[1]))
        .findFirst()
        .orElse("");
  }

  /** The machine stops. */
  void die() {
    way.die();
  }
}
