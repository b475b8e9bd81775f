/**
 * Collection of objects that nothing refers to any more. Imports {@code base}, {@code objectstore}
 * and the packages {@code slate.format} to {@code slate.compaction}.
 */
@NullMarked
package io.moraine.slate.gc;

import org.jspecify.annotations.NullMarked;
