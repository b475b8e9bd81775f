package io.moraine.driver.plan;

/**
 * What of a connection a plan depends on.
 *
 * @param defaultSchema the schema in which unqualified table names are looked up first
 */
public record PlanSettings(String defaultSchema) {}
