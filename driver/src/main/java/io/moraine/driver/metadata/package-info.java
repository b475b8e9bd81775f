/**
 * What {@code DatabaseMetaData} answers, as tables: columns of the answers as JDBC names them, rows
 * computed from the SQL schemas; and the one table of types as JDBC describes them. Imports {@code
 * driver.error}, {@code driver.type}, {@code driver.schema}, {@code driver.transaction}, the
 * catalog and Calcite.
 */
@NullMarked
package io.moraine.driver.metadata;

import org.jspecify.annotations.NullMarked;
