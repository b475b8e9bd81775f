package io.moraine.s3proxy;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreContract;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.s3.S3Access;
import io.moraine.objectstore.s3.S3Stores;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The store of objects keeps its contract on a server that we did not write. */
class ForeignServerContractTest extends ObjectStoreContract {
  private static final String BUCKET = "contract";
  private static final ProxyServer SERVER = new ProxyServer();
  private static final S3Stores STORES = new S3Stores(RandomSource.SYSTEM);
  private static final AtomicInteger TESTS = new AtomicInteger();

  /** Keeps the client that the stores share. */
  private static final ObjectStore FIRST = open("none");

  private final ObjectStore store = open("test-" + TESTS.incrementAndGet());

  @BeforeAll
  static void createBucket() {
    SERVER.createBucket(BUCKET);
  }

  @AfterAll
  static void closeServer() {
    FIRST.close();
    SERVER.close();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  /** The server compares first and writes then; who is refused gets 400, or a broken connection. */
  @Override
  protected boolean replacesAtomically() {
    return false;
  }

  private static ObjectStore open(String prefix) {
    S3Access access = STORES.access("s3://" + BUCKET + "/" + prefix, SERVER.options());
    return STORES.open(access, BUCKET, prefix, new RequestTally(), Clock.SYSTEM);
  }
}
