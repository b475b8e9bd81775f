/**
 * What SQL sees: the schemas with their tables, and the running statement's context from which
 * their rows come. Values in rows and parameters are those of Calcite's enumerable engine (a {@code
 * Long} for BIGINT, days as {@code Integer} for DATE, ...) with one exception: an instant, type
 * TIMESTAMP WITH LOCAL TIME ZONE, is a {@code Long} of <b>microseconds</b> since 1970-01-01 UTC.
 * Imports {@code driver.type}, {@code driver.error}, the catalog and Calcite.
 */
@NullMarked
package io.moraine.driver.schema;

import org.jspecify.annotations.NullMarked;
