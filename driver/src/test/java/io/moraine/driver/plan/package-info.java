/** Tests of planning. */
@NullMarked
package io.moraine.driver.plan;

import org.jspecify.annotations.NullMarked;
