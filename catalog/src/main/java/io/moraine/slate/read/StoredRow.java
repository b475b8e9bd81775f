package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.OptionalLong;

/**
 * A key with its value, as readers see it.
 *
 * @param key the key
 * @param value the value; may share a larger array, so copy what is kept for long
 * @param seq sequence number of the newest write that made it, unsigned
 * @param createMillis when it was written, milliseconds since 1970-01-01 UTC
 * @param expireMillis when it ends, milliseconds since 1970-01-01 UTC; may have passed, since rows
 *     end only when the store is next rewritten
 */
public record StoredRow(
    Bytes key, Bytes value, long seq, OptionalLong createMillis, OptionalLong expireMillis) {}
