/**
 * What the bytes of a store mean: keys, record values and their framing. Knows no store. Imports
 * {@code io.moraine.base} and {@code io.moraine.model}.
 *
 * <p>{@link io.moraine.keyspace.Key} is the tree of keys, with {@link
 * io.moraine.keyspace.KeyPrefix} and {@link io.moraine.keyspace.KeyRange} for scans. Each value but
 * those of index entries is a framed protobuf message, written down once, as a Java record: {@code
 * DataFileValue} and its kin. {@link io.moraine.keyspace.MessageType} decodes and encodes whole
 * records, {@link io.moraine.keyspace.Projection} reads chosen fields. {@link
 * io.moraine.keyspace.FormatGate} says which stores may be read at all.
 *
 * <p>Discriminants and field numbers are permanent. The source of all layouts is Moraine 0.7.0:
 * {@code crates/moraine/src/store/key.rs} for keys, {@code crates/moraine/proto/moraine.proto} for
 * the messages.
 */
@NullMarked
package io.moraine.keyspace;

import org.jspecify.annotations.NullMarked;
