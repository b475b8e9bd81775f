package io.moraine.driver.cli;

import io.moraine.model.CatalogOptions;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The store that a command looks into. */
final class StoreOptions {
  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path> or memory:<name>.")
  private String location = "";

  @Option(
      names = "--checkpoint",
      paramLabel = "<uuid>",
      description = "Read through this checkpoint instead of the newest state.")
  private @Nullable UUID checkpoint;

  CatalogOptions catalogOptions() {
    CatalogOptions defaults = CatalogOptions.of(location);
    return new CatalogOptions(
        location,
        CatalogOptions.Access.READ_ONLY,
        CatalogOptions.ReaderLease.FALSE,
        Optional.ofNullable(checkpoint),
        defaults.freshness(),
        defaults.acquisitionTimeout(),
        defaults.workingMemoryBytes(),
        defaults.blockCacheBytes(),
        defaults.s3());
  }
}
