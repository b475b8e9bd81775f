package io.moraine.driver.cli;

import io.moraine.model.CatalogOptions;
import io.moraine.model.S3Settings;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The store that a command looks into. */
final class StoreOptions {
  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path>, memory:<name> or s3://<bucket>/<prefix>.")
  private String location = "";

  @Option(
      names = "--checkpoint",
      paramLabel = "<uuid>",
      description = "Read through this checkpoint instead of the newest state.")
  private @Nullable UUID checkpoint;

  @Mixin private PropertyOptions options = new PropertyOptions();

  CatalogOptions catalogOptions() {
    return CatalogOptions.of(location)
        .withAccess(CatalogOptions.Access.READ_ONLY)
        .withReaderLease(CatalogOptions.ReaderLease.FALSE)
        .withCheckpoint(Optional.ofNullable(checkpoint))
        .withS3(S3Settings.read(location, options.properties()));
  }
}
