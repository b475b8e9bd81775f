/**
 * What SQL sees: the schemas with their tables, and the running statement's context from which
 * their rows come. Values in rows and parameters are those of Calcite's enumerable engine (a {@code
 * Long} for BIGINT, days as {@code Integer} for DATE, ...) with the exception that {@code
 * driver.type} documents: TIMESTAMP and TIMESTAMP WITH LOCAL TIME ZONE are {@code Long}s of
 * <b>microseconds</b>. Imports {@code driver.type}, {@code driver.error}, the catalog and Calcite.
 */
@NullMarked
package io.moraine.driver.schema;

import org.jspecify.annotations.NullMarked;
