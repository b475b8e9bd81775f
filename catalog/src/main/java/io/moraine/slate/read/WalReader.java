package io.moraine.slate.read;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.StoreLayout;
import java.util.ArrayDeque;
import java.util.List;

/** Reads objects of the write-ahead log in order, several at once. Thread-safe. */
public final class WalReader {
  /** How many objects are read at once. */
  private static final int WINDOW = 32;

  private final ReadContext context;
  private final StoreLayout layout;

  /** Reads the log of the database at {@code layout} in the store of {@code context}. */
  public WalReader(ReadContext context, StoreLayout layout) {
    this.context = context;
    this.layout = layout;
  }

  /** Is told of each object in order of ids. */
  @FunctionalInterface
  public interface ObjectVisitor {
    /**
     * Takes the rows of one object, in stored order and in memory of their own.
     *
     * @param path the object's path
     */
    void visit(String path, List<Row> rows);
  }

  /**
   * Shows the objects after {@code afterId} up to {@code lastId}.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if one is missing
   * @throws SlateFormatException if one is damaged, also when it is read again
   */
  public void read(long afterId, long lastId, ObjectVisitor visitor) {
    ArrayDeque<AheadRead<List<Row>>> reads = new ArrayDeque<>();
    int window = context.executor().isPresent() ? WINDOW : 1;
    long asked = afterId;
    try {
      for (long id = afterId + 1; Long.compareUnsigned(id, lastId) <= 0; id++) {
        while (reads.size() < window && Long.compareUnsigned(asked, lastId) < 0) {
          reads.add(start(++asked, !reads.isEmpty()));
        }
        visitor.visit(layout.wal(id), reads.remove().await());
      }
    } finally {
      reads.forEach(AheadRead::cancel);
    }
  }

  private AheadRead<List<Row>> start(long id, boolean ahead) {
    String path = layout.wal(id);
    AheadRead<List<Row>> read = new AheadRead<>(path, () -> readObject(path));
    return ahead ? read.begin(context) : read;
  }

  private List<Row> readObject(String path) {
    try {
      return WalObject.decode(context.readWhole(path)).rows();
    } catch (SlateFormatException e) {
      context.counters().rereads.increment();
      return WalObject.decode(context.readWhole(path)).rows();
    }
  }
}
