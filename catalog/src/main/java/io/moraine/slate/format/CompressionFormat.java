package io.moraine.slate.format;

/** The codec of all regions of one table file. */
public enum CompressionFormat {
  /** Stored as is. */
  NONE,
  /** A raw Snappy block. */
  SNAPPY,
  /** A stream of RFC 1950. */
  ZLIB,
  /** A little-endian u32 of the uncompressed length, then a raw LZ4 block. */
  LZ4,
  /** One Zstandard frame. */
  ZSTD
}
