/**
 * The values and contracts that cross the module's border: tables, scans, rows, options, errors.
 * Imports {@code io.moraine.base} only.
 */
@NullMarked
package io.moraine.model;

import org.jspecify.annotations.NullMarked;
