/** Tests of statements that change rows. */
@NullMarked
package io.moraine.driver.dml;

import org.jspecify.annotations.NullMarked;
