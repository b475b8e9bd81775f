/**
 * Lakes that Java and the Rust engine write in turn. The Rust side is a program of this folder,
 * built with Cargo from released crates.
 */
@NullMarked
package io.moraine.interop;

import org.jspecify.annotations.NullMarked;
