package io.moraine.base;

/** Makes the error for damaged bytes; who decodes knows which object they came from. */
@FunctionalInterface
public interface Fault {
  /**
   * The error to throw.
   *
   * @param offset where in the decoded bytes the problem lies
   * @param problem what was found, and what was expected
   */
  RuntimeException at(int offset, String problem);
}
