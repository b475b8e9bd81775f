package io.moraine.api;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.S3Options.Limits;
import io.moraine.model.TableScan;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.LoggedRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lake in a bucket of its own, and what the tests of faults do with it. */
final class FaultyLake implements AutoCloseable {
  private static final int MOST_FAILURES = 20;

  private final FaultyServer server;
  private final String bucket;
  private final CatalogOptions options;
  private @Nullable Catalog catalog;

  /** What is done with a lake. */
  enum Operation {
    /** The catalog is opened. */
    OPEN("lakes/many_files"),
    /** One of 100,000 rows is looked up by its key in a new scope. */
    POINT_QUERY("big"),
    /** All 9,900 rows of a table are read in a new scope. */
    SCAN("big"),
    /** Another process has committed; all rows of all tables are read in a new scope. */
    NEW_REVISION("moraine/shop-tail");

    private final String fixture;

    Operation(String fixture) {
      this.fixture = fixture;
    }
  }

  FaultyLake(FaultyServer server, String bucket, Limits limits) {
    this.server = server;
    this.bucket = bucket;
    this.options = server.options("s3://" + bucket + "/db", limits);
  }

  /** Brings the lake to where {@code operation} begins. */
  void prepare(Operation operation) {
    server.put(bucket, operation.fixture);
    if (operation != Operation.OPEN) {
      performPatiently(Operation.OPEN);
    }
    if (operation == Operation.NEW_REVISION) {
      server.put(bucket, "moraine/shop-readers");
    }
  }

  /** Does it; gives what was read. */
  List<String> perform(Operation operation) {
    Catalog open = open();
    try (ReadScope scope = open.readScope()) {
      return switch (operation) {
        case OPEN -> List.of(scope.position().toString());
        case POINT_QUERY ->
            rows(
                scope,
                TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(2L, 10_000L)));
        case SCAN -> rows(scope, TableScan.of(MetadataTable.DELETE_FILE));
        case NEW_REVISION ->
            Arrays.stream(MetadataTable.values())
                .flatMap(table -> rows(scope, TableScan.of(table)).stream())
                .toList();
      };
    }
  }

  /** The same; on a busy machine, limits that are too short for it may strike some times. */
  List<String> performPatiently(Operation operation) {
    for (int failures = 0; ; failures++) {
      try {
        return perform(operation);
      } catch (CatalogException e) {
        if (failures == MOST_FAILURES) {
          throw e;
        }
      }
    }
  }

  private static List<String> rows(ReadScope scope, TableScan scan) {
    List<String> rows = new ArrayList<>();
    try (Cursor cursor = scope.open(scan)) {
      while (cursor.next()) {
        rows.add(Arrays.toString(cursor.row()));
      }
    }
    return rows;
  }

  private Catalog open() {
    Catalog open = catalog;
    if (open == null) {
      open = Catalog.open(options);
      catalog = open;
    }
    return open;
  }

  /** The requests so far, those of its preparation included. */
  List<LoggedRequest> log() {
    return server.log(bucket);
  }

  /** Has requests go wrong from now on. */
  void faults(FaultRule rule) {
    server.faults(bucket, rule);
  }

  @Override
  public void close() {
    faults(FaultRule.NONE);
    if (catalog != null) {
      catalog.close();
    }
    server.discard(bucket);
  }
}
