package io.moraine.slate.write;

/**
 * The company of a batch that is handed in.
 *
 * @param underWay how many batches are being made, written or shown to readers, this one included
 * @param isNextComing whether one of them is about to be handed in
 */
public record Siblings(int underWay, boolean isNextComing) {
  /** Of a batch that has none. */
  public static final Siblings NONE = new Siblings(1, false);
}
