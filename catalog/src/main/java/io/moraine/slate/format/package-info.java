/**
 * Bytes to values of SlateDB's files: FlatBuffers, rows, blocks, tables, filters, write-ahead log
 * objects. Pure: no input or output, no clock. Imports {@code io.moraine.base} only.
 *
 * <p>Nothing here trusts its input: every read checks its bounds, no length field causes an
 * allocation larger than the object it stands in, and whatever cannot be right ends in a {@link
 * io.moraine.slate.format.SlateFormatException} that names object and offset.
 */
@NullMarked
package io.moraine.slate.format;

import org.jspecify.annotations.NullMarked;
