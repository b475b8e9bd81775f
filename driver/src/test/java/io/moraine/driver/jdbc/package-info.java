/** Tests of the JDBC surface, one class a surface, on lakes that other implementations wrote. */
@NullMarked
package io.moraine.driver.jdbc;

import org.jspecify.annotations.NullMarked;
