package io.moraine.model;

/**
 * One key of a sort order.
 *
 * @param expression what is sorted by, in DuckDB's SQL; a column's name in the simplest case
 * @param descending whether the greatest comes first
 * @param nullsFirst whether NULLs come before everything else
 */
public record SortField(String expression, boolean descending, boolean nullsFirst) {}
