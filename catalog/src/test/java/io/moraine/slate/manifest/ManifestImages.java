package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.FlatBufferImage;
import io.moraine.slate.format.FlatBufferImage.TableImage;

/** The tables of manifests, laid out by hand so that they can be wrong. */
final class ManifestImages {
  private ManifestImages() {}

  /** A manifest of version 2 without tables. */
  static TableImage manifestV2() {
    return FlatBufferImage.table().u8(2, 1).tables(8).tables(9).tables(10).tables(12);
  }

  /** A manifest of version 1 without tables. */
  static TableImage manifestV1() {
    return FlatBufferImage.table().u8(2, 1).tables(8).tables(9).tables(11);
  }

  static TableImage ulid(long low) {
    return FlatBufferImage.table().u64(0, 0).u64(1, low);
  }

  static TableImage info(String first, String last) {
    return FlatBufferImage.table()
        .string(0, first)
        .u64(1, 100)
        .u64(2, 20)
        .u64(3, 100)
        .string(7, last);
  }

  /** A table of version 2. */
  static TableImage sst(long id, TableImage info) {
    return FlatBufferImage.table().table(0, ulid(id)).table(1, info).u16(2, 2);
  }

  /** A table of version 1, in a tree. */
  static TableImage sstV1(long id, TableImage info) {
    return FlatBufferImage.table().table(0, ulid(id)).table(1, info).u16(3, 2);
  }

  static TableImage view(long id, long sstId) {
    return FlatBufferImage.table().table(0, ulid(id)).table(1, ulid(sstId));
  }

  static TableImage run(long id, TableImage... views) {
    return FlatBufferImage.table().u32(0, id).tables(1, views);
  }

  static TableImage segment(String prefix, TableImage... runs) {
    return FlatBufferImage.table().string(0, prefix).tables(2).tables(3, runs);
  }

  static TableImage range(TableImage start, TableImage end) {
    return FlatBufferImage.table().table(0, start).table(1, end);
  }

  static TableImage unbounded() {
    return FlatBufferImage.table().u8(1, 1);
  }

  static TableImage included(String key) {
    return FlatBufferImage.table().string(0, key).u8(1, 2);
  }

  static TableImage excluded(String key) {
    return FlatBufferImage.table().string(0, key).u8(1, 3);
  }

  /** The stored form of a manifest. */
  static Bytes encode(int version, TableImage root) {
    return Bytes.fromHex(String.format("%04x", version) + FlatBufferImage.encode(root).toHex());
  }

  /** Reads a manifest as number 5 of the database {@code db}. */
  static Manifest decode(int version, TableImage root) {
    return ManifestCodec.decode(new StoreLayout("db"), 5, encode(version, root));
  }
}
