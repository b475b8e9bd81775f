/**
 * Manifests: the immutable, numbered descriptions of a store's live objects. Their values, their
 * decoding, finding the latest one and the end of the write-ahead log. Imports {@code base}, {@code
 * objectstore}, {@code slate.format} and {@code slate.sequenced}.
 */
@NullMarked
package io.moraine.slate.manifest;

import org.jspecify.annotations.NullMarked;
