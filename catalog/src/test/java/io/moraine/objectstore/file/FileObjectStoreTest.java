package io.moraine.objectstore.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreContract;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileObjectStoreTest extends ObjectStoreContract {
  private static final Bytes CONTENT = Bytes.utf8("content");

  @TempDir private Path folder;
  private ObjectStore store;

  @BeforeEach
  void open() {
    store = FileObjectStore.open(folder.toString(), Clock.SYSTEM);
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  @ParameterizedTest
  @ValueSource(strings = {"with blank", "50%", "%20", "C:\\lake", "ünï", "a;b=c"})
  void aFolderIsTakenAsItIsWritten(String name) throws IOException {
    Path root = folder.resolve(name);
    try (ObjectStore named = FileObjectStore.open(root.toString(), Clock.SYSTEM)) {
      named.putIfAbsent("manifest/1", CONTENT, "put");
      assertThat(root.resolve("manifest/1")).hasBinaryContent(CONTENT.toArray());
      assertThat(named.list("manifest", "")).extracting(ObjectMeta::name).containsExactly("1");
    }
  }

  @Test
  void whatIsNoPathHereIsRefused() {
    assertFails(Kind.BAD_REQUEST, () -> FileObjectStore.open("a\0b", Clock.SYSTEM));
  }

  @Test
  void openingAndReadingCreateNothing() {
    Path root = folder.resolve("no lake");
    try (ObjectStore none = FileObjectStore.open(root.toString(), Clock.SYSTEM)) {
      assertThat(none.list("manifest", "")).isEmpty();
      assertThat(none.head("manifest/1")).isEmpty();
      assertFails(Kind.NOT_FOUND, () -> none.read("manifest/1"));
    }
    assertThat(root).doesNotExist();
  }

  @Test
  void aReadOnlyFolderIsReadAndRefusesWrites() throws IOException {
    put("m/1", CONTENT);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeFalse(Files.isWritable(folder), "the super-user may write anywhere");
      assertThat(store.read("m/1")).isEqualTo(CONTENT);
      assertThat(store.list("m", "")).hasSize(1);
      assertFails(Kind.FORBIDDEN, () -> store.putIfAbsent("m/2", CONTENT, "put"));
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void aFolderThatMustNotBeLookedAtIsNotTakenForAbsent() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
    try (ObjectStore hidden = FileObjectStore.open(inside.toString(), Clock.SYSTEM)) {
      assumeFalse(Files.isReadable(folder), "the super-user may look anywhere");
      assertFails(Kind.FORBIDDEN, () -> hidden.list("manifest", ""));
      assertFails(Kind.FORBIDDEN, () -> hidden.head("manifest/1"));
      assertFails(Kind.FORBIDDEN, () -> hidden.read("manifest/1"));
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void aPathThroughAFileIsAnEmptyStore() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    try (ObjectStore none = FileObjectStore.open(file + "/lake", Clock.SYSTEM)) {
      assertThat(none.list("manifest", "")).isEmpty();
      assertFails(Kind.NOT_FOUND, () -> none.read("manifest/1"));
    }
  }

  @Test
  void nothingButTheObjectStaysBehind() throws IOException {
    put("wal/1.sst", CONTENT);
    assertThat(store.putIfAbsent("wal/1.sst", CONTENT, "second")).isEqualTo(PutOutcome.EXISTS);
    assertThat(filesBelow(folder)).containsExactly(folder.resolve("wal/1.sst"));
    assertThat(Files.getAttribute(folder.resolve("wal/1.sst"), "unix:nlink")).isEqualTo(1);
  }

  @Test
  void aWriterThatDiedAfterTheLinkRecognisesItsObject() throws IOException {
    Path temp = leaveTemporaryFile("mine", CONTENT);
    Files.createDirectories(folder.resolve("m"));
    Files.createLink(folder.resolve("m/1"), temp);
    assertThat(store.putIfAbsent("m/1", CONTENT, "other")).isEqualTo(PutOutcome.EXISTS);
    assertThat(store.putIfAbsent("m/1", CONTENT, "mine")).isEqualTo(PutOutcome.OWN);
    assertThat(temp).doesNotExist();
    assertThat(store.read("m/1")).isEqualTo(CONTENT);
  }

  @Test
  void aWriterThatDiedBeforeTheLinkWritesAnew() throws IOException {
    leaveTemporaryFile("mine", Bytes.utf8("con"));
    assertThat(store.putIfAbsent("m/1", CONTENT, "mine")).isEqualTo(PutOutcome.CREATED);
    assertThat(store.read("m/1")).isEqualTo(CONTENT);
  }

  @Test
  void aWriterThatDiedAndLostTheRaceMeanwhileLearnsIt() throws IOException {
    Path temp = leaveTemporaryFile("mine", CONTENT);
    put("m/1", Bytes.utf8("another's"));
    assertThat(store.putIfAbsent("m/1", CONTENT, "mine")).isEqualTo(PutOutcome.EXISTS);
    assertThat(temp).doesNotExist();
    assertThat(store.read("m/1")).isEqualTo(Bytes.utf8("another's"));
  }

  @Test
  void leftoversOlderThanADayGoWithTheNextWrite() throws IOException {
    Instant now = Instant.parse("2026-01-15T12:00:00Z");
    Path old = leaveTemporaryFile("old", CONTENT);
    Path young = leaveTemporaryFile("young", CONTENT);
    Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofHours(25))));
    Files.setLastModifiedTime(young, FileTime.from(now.minus(Duration.ofHours(23))));
    ObjectStore later = FileObjectStore.open(folder.toString(), new ManualClock(now));
    assertThat(later.head("m/1")).isEmpty();
    assertThat(old).exists();
    later.putIfAbsent("m/1", CONTENT, "put");
    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void leftoversGoOnceADayHoweverLongAProcessLives() throws IOException {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-15T12:00:00Z"));
    ObjectStore lasting = FileObjectStore.open(folder.toString(), clock);
    lasting.putIfAbsent("m/1", CONTENT, "put-1");
    Path left = leaveTemporaryFile("left", CONTENT);
    Files.setLastModifiedTime(left, FileTime.from(clock.now()));
    clock.advance(Duration.ofHours(23));
    lasting.putIfAbsent("m/2", CONTENT, "put-2");
    clock.advance(Duration.ofHours(2));
    assertThat(left).exists();
    lasting.putIfAbsent("m/3", CONTENT, "put-3");
    assertThat(left).doesNotExist();
  }

  @Test
  void theLockOfReplacementsIsNoLeftover() throws IOException {
    put("gc/b", CONTENT);
    String tag = store.readIfChanged("gc/b", "").orElseThrow().etag();
    assertThat(store.replaceIfUnchanged("gc/b", Bytes.EMPTY, tag)).isTrue();
    Path lock = folder.resolve(FileReplacer.LOCK);
    assertThat(folder.resolve(".moraine-tmp")).isDirectoryContaining(lock::equals);
    Files.setLastModifiedTime(lock, FileTime.from(Instant.EPOCH));
    FileObjectStore.open(folder.toString(), Clock.SYSTEM).putIfAbsent("m/1", CONTENT, "put");
    assertThat(lock).exists();
  }

  @Test
  void aReplacementThatDiedHalfWayIsInNobodysWay() throws IOException {
    put("gc/b", CONTENT);
    leaveTemporaryFile("replacement", Bytes.utf8("half"));
    String tag = store.readIfChanged("gc/b", "").orElseThrow().etag();
    assertThat(store.replaceIfUnchanged("gc/b", Bytes.EMPTY, tag)).isTrue();
    assertThat(store.read("gc/b")).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void symbolicLinksAreRefused() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path root = Files.createDirectory(folder.resolve("root"));
    Files.writeString(outside.resolve("1"), "secret");
    Files.createSymbolicLink(root.resolve("manifest"), outside);
    Files.createDirectory(root.resolve("wal"));
    Files.createSymbolicLink(root.resolve("wal/1"), outside.resolve("1"));
    try (ObjectStore linked = FileObjectStore.open(root.toString(), Clock.SYSTEM)) {
      for (String path : List.of("manifest/1", "wal/1")) {
        assertFails(Kind.BAD_REQUEST, () -> linked.read(path));
        assertFails(Kind.BAD_REQUEST, () -> linked.head(path));
        assertFails(Kind.BAD_REQUEST, () -> linked.delete(path));
        assertFails(Kind.BAD_REQUEST, () -> linked.replaceIfUnchanged(path, CONTENT, "tag"));
      }
      assertFails(Kind.BAD_REQUEST, () -> linked.list("manifest", ""));
      assertThat(linked.list("wal", "")).isEmpty();
      assertFails(Kind.BAD_REQUEST, () -> linked.putIfAbsent("manifest/2", CONTENT, "put"));
    }
    assertThat(outside.resolve("2")).doesNotExist();
  }

  @Test
  void theFolderItselfMayBeReachedThroughALink() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    try (ObjectStore linked = FileObjectStore.open(link.toString(), Clock.SYSTEM)) {
      linked.putIfAbsent("m/1", CONTENT, "put");
    }
    assertThat(real.resolve("m/1")).exists();
  }

  private Path leaveTemporaryFile(String putId, Bytes content) throws IOException {
    Path temp = folder.resolve(".moraine-tmp").resolve(putId);
    Files.createDirectories(folder.resolve(".moraine-tmp"));
    return Files.write(temp, content.toArray());
  }

  private static List<Path> filesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
