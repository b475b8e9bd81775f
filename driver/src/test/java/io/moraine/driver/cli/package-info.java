@NullMarked
package io.moraine.driver.cli;

import org.jspecify.annotations.NullMarked;
