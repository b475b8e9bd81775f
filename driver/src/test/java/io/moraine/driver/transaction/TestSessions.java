package io.moraine.driver.transaction;

import io.moraine.api.Catalog;
import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import java.util.function.Function;

/** Makes sessions whose transactions are the test's affair. */
public final class TestSessions {
  private TestSessions() {}

  /** A session on {@code catalog} that begins to write by {@code beginning}. */
  public static Session beginningBy(Catalog catalog, Function<ReadScope, Transaction> beginning) {
    return new Session(catalog, TimeTravel.NEWEST, beginning);
  }
}
