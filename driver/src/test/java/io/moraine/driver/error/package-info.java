/** Tests of the table of errors. */
@NullMarked
package io.moraine.driver.error;

import org.jspecify.annotations.NullMarked;
