/**
 * From SQL text to a parse tree: the classifier of statements, the parser generated from Calcite's
 * template, and the rewrites that turn DuckDB's constructs into Calcite's.
 *
 * <p>{@link io.moraine.driver.parser.StatementParser} is the way in. Package {@code parser.impl} is
 * generated at build time; its grammar is in {@code src/main/codegen}.
 *
 * <p>Calls made by the rewrites that the validator must find in its operator table: {@code
 * AT_VERSION(bigint)} and {@code AT_TIMESTAMP(timestamp)} as the period of a {@code SqlSnapshot},
 * {@code INTEGER_DIVIDE(a, b)} for {@code a // b}, {@code STRUCT_PACK('name', value, ...)}, {@code
 * UUID()}. A timestamp literal becomes a CAST of its text, because Calcite's literals carry
 * milliseconds and the driver's timestamps microseconds.
 *
 * <p>Imports Calcite's parser only.
 */
@NullMarked
package io.moraine.driver.parser;

import org.jspecify.annotations.NullMarked;
