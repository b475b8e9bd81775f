/** What several tests of the driver need. */
@NullMarked
package io.moraine.driver.testing;

import org.jspecify.annotations.NullMarked;
