package io.moraine.model;

/**
 * A column of a metadata table.
 *
 * @param name DuckLake's name
 * @param type its type
 * @param nullable whether DuckLake declares it without NOT NULL
 */
public record MetadataColumn(String name, ColumnType type, boolean nullable) {}
