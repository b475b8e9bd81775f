package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.transaction.Mark;
import io.moraine.driver.transaction.Session;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint of a session.
 *
 * @param session the session
 * @param mark what it remembers
 * @param id its id, if it has no name
 * @param name its name, or null
 */
record MoraineSavepoint(Session session, Mark mark, int id, @Nullable String name)
    implements Savepoint {
  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "the savepoint has a name, " + name + ", and no id");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "the savepoint has an id, " + id + ", and no name");
    }
    return name;
  }

  /** The mark of a savepoint of {@code session}. */
  static Mark markOf(@Nullable Savepoint savepoint, Session session) throws SQLException {
    if (savepoint instanceof MoraineSavepoint own && own.session == session) {
      return own.mark;
    }
    throw SqlErrors.of(
        SqlState.INVALID_SAVEPOINT,
        savepoint == null ? "the savepoint is null" : "the savepoint is another connection's");
  }
}
