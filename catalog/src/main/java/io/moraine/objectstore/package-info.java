/**
 * Object stores: immutable objects under slash-separated paths, created once, read by range, listed
 * in order. Imports {@code io.moraine.base} only.
 */
@NullMarked
package io.moraine.objectstore;

import org.jspecify.annotations.NullMarked;
