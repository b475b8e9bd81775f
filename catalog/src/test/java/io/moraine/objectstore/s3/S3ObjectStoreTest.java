package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreContract;
import io.moraine.objectstore.RequestTally;
import io.moraine.testing.s3.S3Server;
import org.junit.jupiter.api.AfterEach;

class S3ObjectStoreTest extends ObjectStoreContract {
  private final S3Server server = S3Server.start();
  private final ObjectStore store;

  S3ObjectStoreTest() {
    server.createBucket("lakes");
    S3Stores stores = new S3Stores(RandomSource.SYSTEM);
    store =
        stores.open(
            stores.access("s3://lakes/shop", server.options()),
            "lakes",
            "shop",
            new RequestTally(),
            Clock.SYSTEM);
  }

  @AfterEach
  void close() {
    store.close();
    server.close();
  }

  @Override
  protected ObjectStore store() {
    return store;
  }
}
