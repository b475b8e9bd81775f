/**
 * The state of one connection: commit mode, open transaction, the read scope it pins and the
 * results that hold it. Imports {@code driver.error}, {@code io.moraine.api} and {@code
 * io.moraine.model} only.
 */
@NullMarked
package io.moraine.driver.transaction;

import org.jspecify.annotations.NullMarked;
