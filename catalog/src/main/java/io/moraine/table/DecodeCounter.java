package io.moraine.table;

/** Is told of every record that a scan decodes: its value, or its key alone if that is enough. */
@FunctionalInterface
public interface DecodeCounter {
  /** One more record was decoded. */
  void recordDecoded();
}
