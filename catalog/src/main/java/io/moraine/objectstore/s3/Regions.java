package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Profile;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;

/** Finds out in which region to ask. */
final class Regions {
  private Regions() {}

  /**
   * The region that the options name; else that of environment or profile; else, with an endpoint
   * of one's own, whose server cares little, {@code us-east-1}; else that of the machine.
   *
   * @throws SdkClientException if there is none
   */
  static Region of(S3Options options) {
    if (options.region().isPresent()) {
      return Region.of(options.region().get());
    }
    if (options.endpoint().isEmpty()) {
      return new AwsRegionProviderChain(configured(options), new DefaultAwsRegionProviderChain())
          .getRegion();
    }
    try {
      return configured(options).getRegion();
    } catch (SdkClientException e) {
      return Region.US_EAST_1;
    }
  }

  private static AwsRegionProvider configured(S3Options options) {
    return new AwsRegionProviderChain(
        new SystemSettingsRegionProvider(),
        options.credentials() instanceof Profile profile
            ? new AwsProfileRegionProvider(ProfileFile::defaultProfileFile, profile.name())
            : new AwsProfileRegionProvider());
  }
}
