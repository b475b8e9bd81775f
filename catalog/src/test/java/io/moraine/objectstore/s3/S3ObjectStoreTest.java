package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreContract;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestTally;
import io.moraine.testing.s3.S3Server;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

  @Test
  void aListingIsTheSameInPagesOfAnySize() {
    for (String name : List.of("a", "b/1", "b/2", "b/3", "c", "d/1", "e/1", "f")) {
      put("folder/" + name, Bytes.EMPTY);
    }
    for (int pageSize = 2; pageSize < 9; pageSize++) {
      server.pageSize(pageSize);
      assertThat(store.list("folder", ""))
          .extracting(ObjectMeta::name)
          .containsExactly("a", "c", "f");
      assertThat(store.list("folder", "a")).extracting(ObjectMeta::name).containsExactly("c", "f");
    }
  }

  @Test
  void aListingThatDoesNotGoOnIsRefused() {
    put("folder/a/1", Bytes.EMPTY);
    put("folder/b", Bytes.EMPTY);
    server.pageSize(1);
    assertFails(Kind.MISCONFIGURED, () -> store.list("folder", ""));
  }

  @Test
  void aPageIsOneRequest() {
    for (String name : List.of("1", "2", "3")) {
      put("wal/" + name, Bytes.EMPTY);
    }
    server.pageSize(2);
    server.resetLog();
    ObjectStore.Page page = store.listPage("wal", "");
    assertThat(page.objects()).extracting(ObjectMeta::path).containsExactly("wal/1", "wal/2");
    assertThat(page.truncated()).isTrue();
    assertThat(page.lastName()).isEqualTo("2");
    assertThat(server.log()).hasSize(1);
  }

  @Test
  void keysThatAreNoPathsAreLeftOut() {
    put("folder/a", Bytes.EMPTY);
    for (String key : List.of("folder/", "folder//a", "folder/é", "folder/b\\c", "folder/..")) {
      server.put("lakes", "shop/" + key, Bytes.EMPTY);
    }
    assertThat(store.list("folder", "")).extracting(ObjectMeta::name).containsExactly("a");
  }

  @Test
  void aStoreMayBeAWholeBucket() {
    try (S3Fixture whole = new S3Fixture()) {
      ObjectStore bucket = whole.openWhole();
      assertThat(bucket.location()).isEqualTo("s3://lakes");
      bucket.putIfAbsent("wal/1.sst", Bytes.utf8("content"), "put");
      bucket.putIfAbsent("top", Bytes.EMPTY, "put");
      assertThat(whole.server().get("lakes", "wal/1.sst")).contains(Bytes.utf8("content"));
      assertThat(bucket.list("", "")).extracting(ObjectMeta::path).containsExactly("top");
      assertThat(bucket.list("wal", "")).extracting(ObjectMeta::path).containsExactly("wal/1.sst");
    }
  }

  @Test
  void objectsBesideThePrefixAreOutOfReach() {
    server.put("lakes", "shop2/wal/1.sst", Bytes.EMPTY);
    server.put("lakes", "wal/1.sst", Bytes.EMPTY);
    assertThat(store.list("", "")).isEmpty();
    assertThat(store.list("wal", "")).isEmpty();
    assertThat(store.head("wal/1.sst")).isEmpty();
  }

  @Test
  void nothingIsReadOfAnEmptyPart() {
    put("a", Bytes.utf8("0123456789"));
    assertThat(store.readRange("a", 3, 0)).isEqualTo(Bytes.EMPTY);
    assertThat(store.readTail("a", 0)).isEqualTo(new ObjectStore.Tail(10, Bytes.EMPTY));
    assertFails(Kind.BAD_REQUEST, () -> store.readRange("a", 10, 0));
    assertFails(Kind.BAD_REQUEST, () -> store.readTail("a", -1));
    assertFails(Kind.NOT_FOUND, () -> store.readRange("b", 0, 0));
    assertFails(Kind.NOT_FOUND, () -> store.readTail("b", 0));
  }
}
