/**
 * The {@code java.sql} classes: driver, data source, connection, statements, result sets, and the
 * connection properties. Built on Avatica's classes; the planner and the transactions are in the
 * packages below. Imports every other package of the driver but {@code cli}.
 */
@NullMarked
package io.moraine.driver.jdbc;

import org.jspecify.annotations.NullMarked;
