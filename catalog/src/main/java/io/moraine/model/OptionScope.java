package io.moraine.model;

/** Where an option holds. A narrower scope goes before a wider one. */
public sealed interface OptionScope {
  /** The whole lake. */
  OptionScope LAKE = new Lake();

  /** The whole lake. */
  record Lake() implements OptionScope {}

  /**
   * The tables of a schema.
   *
   * @param schemaId the schema
   */
  record OfSchema(long schemaId) implements OptionScope {}

  /**
   * One table.
   *
   * @param tableId the table
   */
  record OfTable(long tableId) implements OptionScope {}
}
