@NullMarked
package io.moraine.driver.transaction;

import org.jspecify.annotations.NullMarked;
