package io.moraine.driver.type;

/** A sum of BIGINTs that fails when it leaves their range. Called by generated code. */
public final class ExactSum {
  private ExactSum() {}

  /** The sum of nothing. */
  public static long init() {
    return 0;
  }

  /** The sum of one value more. */
  public static long add(long sum, long value) {
    return Math.addExact(sum, value);
  }

  /** The sum as the result. */
  public static long result(long sum) {
    return sum;
  }
}
