/** What the driver sees to in the logs of the libraries underneath. Imports nothing of ours. */
@NullMarked
package io.moraine.driver.logging;

import org.jspecify.annotations.NullMarked;
