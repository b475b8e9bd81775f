package io.moraine.api;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.WriteProtectedObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.objectstore.s3.S3Access;
import io.moraine.objectstore.s3.S3Stores;
import java.util.function.BiFunction;

/**
 * A store that may be opened.
 *
 * @param identity the same for the same store with the same rights, and else another
 * @param opening opens it, with a tally for what requests cost
 * @param discarding ends what only opening it would end
 */
record StoreSource(
    String identity, BiFunction<RequestTally, Clock, ObjectStore> opening, Runnable discarding) {
  /**
   * The store at {@code location}. For S3, region and credentials are found.
   *
   * @throws CatalogException of kind INVALID_REQUEST or FORBIDDEN if they cannot be found
   */
  static StoreSource of(Location location, CatalogOptions options) {
    if (location instanceof Location.Memory memory) {
      return local(
          location, options, (tally, clock) -> MemoryObjectStore.named(memory.name(), clock));
    }
    if (location instanceof Location.Folder folder) {
      return local(
          location,
          options,
          (tally, clock) -> FileObjectStore.open(folder.path().toString(), clock));
    }
    return bucket((Location.Bucket) location, options);
  }

  private static StoreSource local(
      Location location,
      CatalogOptions options,
      BiFunction<RequestTally, Clock, ObjectStore> opening) {
    return new StoreSource(identity(location, options), opening(opening, options), () -> {});
  }

  private static StoreSource bucket(Location.Bucket bucket, CatalogOptions options) {
    S3Stores s3 = ProcessResources.s3();
    S3Access access = s3.access(bucket.identity(), options.s3());
    return new StoreSource(
        identity(bucket, options) + " as " + access.identity(),
        opening(
            (tally, clock) -> s3.open(access, bucket.name(), bucket.prefix(), tally, clock),
            options),
        access::close);
  }

  private static String identity(Location location, CatalogOptions options) {
    return location.identity() + " " + options.access();
  }

  private static BiFunction<RequestTally, Clock, ObjectStore> opening(
      BiFunction<RequestTally, Clock, ObjectStore> opening, CatalogOptions options) {
    return options.access() == Access.READ_ONLY
        ? opening.andThen(WriteProtectedObjectStore::new)
        : opening;
  }
}
