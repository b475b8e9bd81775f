/**
 * Statements that change rows of the metadata tables: what they read, what they check, and what
 * they stage in a transaction. Each reads all of its rows before it stages one, and stages all or
 * none.
 *
 * <p>Plans nothing: the planner gives it rows to read. Imports {@code driver.parser}, {@code
 * driver.type}, {@code driver.schema}, {@code driver.error}, the catalog's model and Calcite.
 */
@NullMarked
package io.moraine.driver.dml;

import org.jspecify.annotations.NullMarked;
