/**
 * The command line: {@code shell}, {@code query}, {@code inspect}, {@code records}. Talks SQL
 * through {@code java.sql} and looks into stores through {@code io.moraine.api}; prints, and knows
 * exit codes.
 */
@NullMarked
package io.moraine.driver.cli;

import org.jspecify.annotations.NullMarked;
