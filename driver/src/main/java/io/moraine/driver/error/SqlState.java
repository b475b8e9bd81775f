package io.moraine.driver.error;

/**
 * What can go wrong, with its SQLState, its vendor code (unique, never reused) and the family that
 * decides the class of the {@code SQLException}. The codes are those of the SQL standard where it
 * has one, else PostgreSQL's.
 */
public enum SqlState {
  /** A warning: something was asked for and done in another way. */
  WARNING("01000", 1000, Family.WARNING),

  /** A parameter has no value. */
  UNBOUND_PARAMETER("07001", 1101, Family.NON_TRANSIENT),
  /** There is no parameter of that number. */
  INVALID_PARAMETER_INDEX("07009", 1102, Family.NON_TRANSIENT),
  /** There is no column of that number or label in the result. */
  INVALID_COLUMN_INDEX("07009", 1103, Family.NON_TRANSIENT),
  /** A value cannot be had as, or turned into, the class or type asked for. */
  CANNOT_CONVERT("07006", 1104, Family.NON_TRANSIENT),

  /** The connection could not be made: malformed URL, refused property. */
  CANNOT_CONNECT("08001", 1201, Family.CONNECTION),
  /** The connection is closed. */
  CONNECTION_CLOSED("08003", 1202, Family.CONNECTION),
  /** The store wants to be asked otherwise: its bucket, its region or the clock is wrong. */
  STORE_MISCONFIGURED("08004", 1205, Family.CONNECTION),
  /** The store cannot be reached, or refuses us for the moment. */
  STORE_UNAVAILABLE("08006", 1203, Family.TRANSIENT_CONNECTION),
  /** Another store lies at the location now. */
  STORE_REPLACED("08006", 1204, Family.CONNECTION),

  /** Whether a commit landed cannot be told; never to be taken for a failure. */
  OUTCOME_UNKNOWN("08007", 1206, Family.CONNECTION),

  /** Not supported. */
  UNSUPPORTED("0A000", 1301, Family.UNSUPPORTED),

  /** A bad data value of no more special kind. */
  INVALID_DATA("22000", 1401, Family.DATA),
  /** A text that is too long, or a length below zero. */
  INVALID_LENGTH("22001", 1402, Family.DATA),
  /** A number outside of the range of its type. */
  NUMERIC_OVERFLOW("22003", 1403, Family.DATA),
  /** A malformed date, time or timestamp. */
  INVALID_DATETIME("22007", 1404, Family.DATA),
  /** A date, time or timestamp outside of the range of its type. */
  DATETIME_OVERFLOW("22008", 1405, Family.DATA),
  /** A division by zero. */
  DIVISION_BY_ZERO("22012", 1406, Family.DATA),
  /** A function's argument, a setting or an argument of a method is not acceptable. */
  INVALID_ARGUMENT("22023", 1407, Family.DATA),
  /** A text that cannot be read as the type asked for. */
  INVALID_TEXT("22P02", 1408, Family.DATA),
  /** A sub-query or aggregate gave more than the one row it may give. */
  MORE_THAN_ONE_ROW("21000", 1409, Family.DATA),

  /** Rows that break a rule of the catalog. */
  CONSTRAINT("23000", 1410, Family.CONSTRAINT),
  /** A NULL in a column that is declared NOT NULL. */
  NOT_NULL("23502", 1411, Family.CONSTRAINT),

  /** The cursor is not on a row, or was ended by commit, rollback or closing. */
  INVALID_CURSOR_STATE("24000", 1501, Family.NON_TRANSIENT),
  /** The statement or result set is closed. */
  OBJECT_CLOSED("HY010", 1502, Family.NON_TRANSIENT),
  /** Not possible in the present state of the transaction. */
  INVALID_TRANSACTION_STATE("25000", 1503, Family.NON_TRANSIENT),
  /** Nothing may be written: the connection, or what it shows, is read-only. */
  READ_ONLY("25006", 1504, Family.NON_TRANSIENT),

  /** Access denied by the store. */
  FORBIDDEN("28000", 1601, Family.AUTHORIZATION),
  /** No such savepoint any more. */
  INVALID_SAVEPOINT("3B001", 1604, Family.NON_TRANSIENT),
  /** There is no lake at the location. */
  NO_LAKE("3D000", 1602, Family.NON_TRANSIENT),
  /** There is no such schema. */
  UNKNOWN_SCHEMA("3F000", 1603, Family.SYNTAX),

  /** The pinned revision is gone: begin again on a new one. */
  REVISION_EXPIRED("40000", 1701, Family.ROLLBACK),

  /** Another commit came first: begin again. */
  CONFLICT("40001", 1702, Family.ROLLBACK),

  /** An error of meaning of no more special kind. */
  INVALID_STATEMENT("42000", 1801, Family.SYNTAX),
  /** A syntax error. */
  SYNTAX("42601", 1802, Family.SYNTAX),
  /** A column name that may mean several. */
  AMBIGUOUS_COLUMN("42702", 1803, Family.SYNTAX),
  /** No such column. */
  UNKNOWN_COLUMN("42703", 1804, Family.SYNTAX),
  /** No such thing of another kind: a snapshot, a checkpoint, a type. */
  UNKNOWN_OBJECT("42704", 1805, Family.SYNTAX),
  /** A name given twice. */
  DUPLICATE_NAME("42712", 1806, Family.SYNTAX),
  /** A column that is neither grouped nor aggregated, or an aggregate out of place. */
  GROUPING("42803", 1807, Family.SYNTAX),
  /** Types that do not go together. */
  TYPE_MISMATCH("42804", 1808, Family.SYNTAX),
  /** No such function, or not for these arguments. */
  UNKNOWN_FUNCTION("42883", 1809, Family.SYNTAX),
  /** No such table. */
  UNKNOWN_TABLE("42P01", 1810, Family.SYNTAX),
  /** Numbers of columns that do not agree. */
  COLUMN_COUNT("42826", 1811, Family.SYNTAX),

  /** Working memory or generations are used up. */
  EXHAUSTED("53000", 1901, Family.TRANSIENT),
  /** The statement is too large or too deeply nested to be planned. */
  TOO_COMPLEX("54001", 1902, Family.NON_TRANSIENT),
  /** The lake's format is not one we read, or a migration is under way. */
  MIGRATION_REQUIRED("55000", 1903, Family.NON_TRANSIENT),
  /** Another process is writing. */
  WRITER_BUSY("55006", 1907, Family.TRANSIENT),
  /** There is a lake, or something else, at the location already. */
  ALREADY_EXISTS("42P04", 1812, Family.NON_TRANSIENT),
  /** The clocks of this machine and of the store differ too much to write. */
  CLOCK("55000", 1908, Family.NON_TRANSIENT),
  /** The statement was cancelled. */
  CANCELLED("57014", 1904, Family.NON_TRANSIENT),
  /** A time limit passed. */
  TIMEOUT("57014", 1905, Family.TIMEOUT),
  /** A required commit position was not reached yet. */
  POSITION_NOT_REACHED("57P03", 1906, Family.TRANSIENT),

  /** The snapshot asked for was expired. */
  SNAPSHOT_EXPIRED("72000", 2001, Family.NON_TRANSIENT),
  /** A fault of the driver itself. */
  INTERNAL("XX000", 2002, Family.NON_TRANSIENT),
  /** Stored bytes are damaged or impossible. */
  CORRUPTION("XX001", 2003, Family.NON_TRANSIENT);

  enum Family {
    WARNING,
    CONNECTION,
    TRANSIENT_CONNECTION,
    UNSUPPORTED,
    DATA,
    CONSTRAINT,
    AUTHORIZATION,
    ROLLBACK,
    SYNTAX,
    TIMEOUT,
    TRANSIENT,
    NON_TRANSIENT
  }

  private final String code;
  private final int vendorCode;
  private final Family family;

  SqlState(String code, int vendorCode, Family family) {
    this.code = code;
    this.vendorCode = vendorCode;
    this.family = family;
  }

  /** The five characters of the SQLState. */
  public String code() {
    return code;
  }

  /** The number that {@code SQLException.getErrorCode} gives. */
  public int vendorCode() {
    return vendorCode;
  }

  /** Whether the same call may succeed when it is made again later. */
  public boolean retryable() {
    return switch (family) {
      case TRANSIENT_CONNECTION, ROLLBACK, TIMEOUT, TRANSIENT -> true;
      case WARNING,
          CONNECTION,
          UNSUPPORTED,
          DATA,
          CONSTRAINT,
          AUTHORIZATION,
          SYNTAX,
          NON_TRANSIENT ->
          false;
    };
  }

  Family family() {
    return family;
  }
}
