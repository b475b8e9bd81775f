/**
 * From SQL text to something that runs: validation, the scan of metadata tables with the rules that
 * fold conditions, columns, order and limits into it, the planner's stages, generated code, and the
 * cache of plans. Imports {@code driver.parser}, {@code driver.type}, {@code driver.schema}, {@code
 * driver.error}, the catalog's model and Calcite.
 */
@NullMarked
package io.moraine.driver.plan;

import org.jspecify.annotations.NullMarked;
