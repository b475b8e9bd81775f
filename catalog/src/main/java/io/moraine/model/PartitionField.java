package io.moraine.model;

/**
 * One key of a partitioning.
 *
 * @param columnId the column, at the top of its table
 * @param transform what is done to its values: {@code identity}, {@code year}, {@code month},
 *     {@code day}, {@code hour} or {@code bucket(n)}
 */
public record PartitionField(long columnId, String transform) {}
