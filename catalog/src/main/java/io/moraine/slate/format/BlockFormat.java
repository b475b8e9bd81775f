package io.moraine.slate.format;

/** How the rows of a block are laid out; chosen by the version of the table file. */
public enum BlockFormat {
  /** Keys share bytes with the first key of the block, and every row has an offset. */
  V1,
  /** Keys share bytes with the key before, and one row in sixteen has an offset. */
  V2;

  /**
   * The layout in table files of {@code version}.
   *
   * @param where the place that holds the version, for the error
   * @throws SlateFormatException if the version is neither 1 nor 2
   */
  public static BlockFormat ofTableVersion(int version, Region where) {
    return switch (version) {
      case 1 -> V1;
      case 2 -> V2;
      default -> throw where.at(0, "table version " + version + ", known are 1 and 2");
    };
  }
}
