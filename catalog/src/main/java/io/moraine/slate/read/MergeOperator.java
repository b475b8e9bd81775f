package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Makes one value of merge operands; an associative pure function, which the store's writer knows.
 */
@FunctionalInterface
public interface MergeOperator {
  /**
   * The value of {@code key}.
   *
   * @param base the value that the operands are applied to, or empty if there is none
   * @param operands at least one, oldest first
   */
  Bytes merge(Bytes key, Optional<Bytes> base, List<Bytes> operands);
}
