/**
 * Byte strings and the sources that everyone else is handed: time and threads. Imports the JDK
 * only.
 */
@NullMarked
package io.moraine.base;

import org.jspecify.annotations.NullMarked;
