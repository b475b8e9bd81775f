/**
 * The writer of a store: fencing, the write-ahead log, flushing, its manifests. Imports {@code
 * base}, {@code objectstore}, {@code slate.format}, {@code slate.sequenced}, {@code slate.manifest}
 * and {@code slate.read}.
 */
@NullMarked
package io.moraine.slate.write;

import org.jspecify.annotations.NullMarked;
