package io.moraine.driver.cli;

import io.moraine.model.CatalogOptions;
import io.moraine.model.S3Settings;
import io.moraine.model.TakeOver;
import io.moraine.model.WriterSettings;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The store that a command changes, wherever it lies. */
final class WritableStoreOptions {
  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path> or s3://<bucket>/<prefix>.")
  private String location = "";

  @Option(
      names = "--take-over",
      paramLabel = "idle|force|never",
      defaultValue = "idle",
      description =
          "Whether the writer role is taken from another process: if that one is idle, always,"
              + " which ends what it has under way, or never. Default: ${DEFAULT-VALUE}.")
  private TakeOver takeOver = TakeOver.IDLE;

  @Option(
      names = "--take-over-wait",
      paramLabel = "<duration>",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description =
          "Most time to wait for another process to become idle. Default: ${DEFAULT-VALUE}.")
  private Duration takeOverWait = WriterSettings.DEFAULT.takeOverWait();

  @Mixin private PropertyOptions options = new PropertyOptions();

  String location() {
    return location;
  }

  CatalogOptions catalogOptions() {
    return CatalogOptions.of(location)
        .withAccess(CatalogOptions.Access.READ_WRITE)
        .withReaderLease(CatalogOptions.ReaderLease.FALSE)
        .withWriter(new WriterSettings(takeOver, takeOverWait, WriterSettings.DEFAULT.writerIdle()))
        .withS3(S3Settings.read(location, options.properties()));
  }
}
