/**
 * What the bytes of a store mean: keys, record values and their framing. Knows no store. Imports
 * {@code io.moraine.base} and {@code io.moraine.model}.
 */
@NullMarked
package io.moraine.keyspace;

import org.jspecify.annotations.NullMarked;
