package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore.Tagged;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import java.nio.charset.StandardCharsets;

/**
 * Up to which number objects are dead: they may be gone, still be there, or appear once more.
 *
 * <p>Stored as a decimal number in ASCII; blanks around it are allowed. Source: SlateDB {@code
 * slatedb-txn-obj/src/object_store.rs} at e0161973.
 *
 * @param id the number, unsigned 64 bits; 0 for none
 * @param etag the tag that the store gave its content; "" if there is no such object
 */
record Boundary(long id, String etag) {
  static final Boundary NONE = new Boundary(0, "");

  private static final int LONGEST = 64;

  /** Whether it leaves the object numbered {@code other} alive. */
  boolean isBelow(long other) {
    return Long.compareUnsigned(id, other) < 0;
  }

  /**
   * Decodes the object at {@code path}.
   *
   * @throws SlateFormatException if it holds no number
   */
  static Boundary decode(String path, Tagged stored) {
    Region region = Region.whole(path, stored.content());
    String text = text(region.bytes());
    if (!text.matches("[0-9]{1,20}")) {
      throw region.at(0, "expected a decimal number, found '" + text + "'");
    }
    try {
      return new Boundary(Long.parseUnsignedLong(text), stored.etag());
    } catch (NumberFormatException e) {
      throw new SlateFormatException(path, 0, "boundary " + text + " is more than 64 bits", e);
    }
  }

  private static String text(Bytes content) {
    return new String(
            content.array(),
            content.arrayOffset(),
            Math.min(content.length(), LONGEST),
            StandardCharsets.ISO_8859_1)
        .strip();
  }
}
