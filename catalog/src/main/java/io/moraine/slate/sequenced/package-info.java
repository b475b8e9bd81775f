/**
 * Metadata in objects that are numbered one by one, such as manifests, of which the newest counts:
 * how it is found, remembered and written. Knows nothing of their content. Imports {@code base},
 * {@code objectstore} and {@code slate.format}.
 */
@NullMarked
package io.moraine.slate.sequenced;

import org.jspecify.annotations.NullMarked;
