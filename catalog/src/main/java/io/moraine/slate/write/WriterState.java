package io.moraine.slate.write;

import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.WalTail;

/**
 * A state of a store as its writer knows it.
 *
 * @param manifest the tables
 * @param tail what is not in them
 */
public record WriterState(Manifest manifest, WalTail tail) {}
