/**
 * The facade: a catalog at a location. Other modules name this package and {@code
 * io.moraine.model}, nothing else. Imports everything below.
 */
@NullMarked
package io.moraine.api;

import org.jspecify.annotations.NullMarked;
