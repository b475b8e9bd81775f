/**
 * The SQL types of the driver: catalog type ↔ SQL type ↔ Java class, the text forms of values, the
 * conversions of CAST and TRY_CAST, and the functions. All of them behave as DuckDB's do, because
 * DuckLake's clients were written against DuckDB.
 *
 * <h2>Timestamps</h2>
 *
 * <p>Calcite computes with milliseconds; DuckLake stores microseconds. In this driver <b>every
 * value of type TIMESTAMP or TIMESTAMP WITH LOCAL TIME ZONE is a {@code long} of microseconds</b>
 * since 1970-01-01 (UTC), in rows, in generated code and as a parameter. Comparison, ordering,
 * grouping, MIN, MAX and joins work on any {@code long} and stay Calcite's. Whatever looks inside
 * the value is replaced:
 *
 * <ul>
 *   <li>casts from and to these types, by {@link io.moraine.driver.type.MoraineRexBuilder}, through
 *       which all casts are made: written ones, those of type coercion and those of rules;
 *   <li>literals, which the parser turns into casts of their text;
 *   <li>functions and arithmetic, by {@link io.moraine.driver.type.MoraineConvertlets}, which also
 *       refuses any operator of Calcite's that would take the value for milliseconds;
 *   <li>the current time: the operators of {@link io.moraine.driver.type.MoraineOperators}.
 * </ul>
 *
 * <p>The functions that make such values count as dynamic, so that no rule folds them into a
 * literal, which could hold milliseconds only. {@code Long.MAX_VALUE} is {@code infinity}, {@code
 * -Long.MAX_VALUE} is {@code -infinity}. The session's time zone is UTC. A RANGE window frame over
 * an interval of a timestamp isn't covered.
 *
 * <p>A DATE is an {@code int} of days since 1970-01-01; {@code Integer.MAX_VALUE} is {@code
 * infinity}, {@code -Integer.MAX_VALUE} is {@code -infinity}.
 *
 * <p>Imports {@code driver.error}, the catalog's {@code model} and Calcite.
 */
@NullMarked
package io.moraine.driver.type;

import org.jspecify.annotations.NullMarked;
