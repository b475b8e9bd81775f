package io.moraine.slate.read;

/**
 * Grants memory for rows of the write-ahead log before they are kept. What was granted to a read
 * that then failed is the caller's to give back.
 */
@FunctionalInterface
public interface TailAdmission {
  /** Grants everything. */
  TailAdmission UNLIMITED = bytes -> {};

  /** Grants {@code bytes} more, or throws what the reader of the tail shall throw. */
  void admit(long bytes);
}
