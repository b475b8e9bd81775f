/**
 * The driver beside its peers, through {@code java.sql}: the same metadata tables with the same
 * rows in SQLite and in DuckDB, measured in one run.
 */
@NullMarked
package io.moraine.benchmarks;

import org.jspecify.annotations.NullMarked;
