/**
 * The one table of errors: from what went wrong to SQLState, vendor code and JDBC exception class.
 * Every {@code SQLException} of the driver is born here. Imports {@code io.moraine.model} and
 * {@code java.sql} only.
 */
@NullMarked
package io.moraine.driver.error;

import org.jspecify.annotations.NullMarked;
