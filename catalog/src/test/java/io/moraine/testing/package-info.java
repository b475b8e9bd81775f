/**
 * What tests of every module share: the reference stores, a clock set by hand, and object stores
 * that misbehave. Needs no test framework.
 */
@NullMarked
package io.moraine.testing;

import org.jspecify.annotations.NullMarked;
