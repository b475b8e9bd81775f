package io.moraine.slate.format;

import io.moraine.base.ByteReader;
import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The filters of a table file that the reader knows; a key must pass all of them. Immutable.
 *
 * <p>{@link FilterFormat#LEGACY}: one bloom filter under the name {@code _bf}. {@link
 * FilterFormat#COMPOSITE}, integers big-endian: {@code u16} count, then for each {@code u16} length
 * and UTF-8 of the name, {@code u64} length and data of the filter. Source: SlateDB {@code
 * filter.rs}, {@code filter_policy.rs} at e0161973.
 */
public final class SstFilter {
  private record Named(FilterPolicy policy, BloomFilter filter) {}

  private final List<Named> filters;

  private SstFilter(List<Named> filters) {
    this.filters = List.copyOf(filters);
  }

  /**
   * Reads an uncompressed filter region; filters of unknown policies are passed over.
   *
   * @throws SlateFormatException if it is malformed
   */
  public static SstFilter decode(Region payload, FilterFormat format, List<FilterPolicy> known) {
    return switch (format) {
      case LEGACY -> new SstFilter(named(FilterPolicy.WHOLE_KEYS.name(), payload, known));
      case COMPOSITE -> composite(payload, known);
    };
  }

  private static SstFilter composite(Region payload, List<FilterPolicy> known) {
    List<Named> filters = new ArrayList<>();
    ByteReader reader = payload.reader();
    int count = reader.readU16Be();
    for (int i = 0; i < count; i++) {
      String name = reader.readBytes(reader.readU16Be()).toUtf8();
      Bytes data = reader.readBytes(reader.readU64Be());
      int end = reader.position();
      filters.addAll(named(name, payload.slice(end - data.length(), end), known));
    }
    return new SstFilter(filters);
  }

  private static List<Named> named(String name, Region data, List<FilterPolicy> known) {
    return known.stream()
        .filter(policy -> policy.name().equals(name))
        .limit(1)
        .map(policy -> new Named(policy, BloomFilter.decode(data)))
        .toList();
  }

  /**
   * False if no row has {@code key}.
   *
   * @param keyHash {@link SipHash13#hash} of the key
   */
  public boolean mayContain(Bytes key, long keyHash) {
    for (int i = 0; i < filters.size(); i++) {
      Named each = filters.get(i);
      if (!each.policy.mayContain(each.filter, key, keyHash)) {
        return false;
      }
    }
    return true;
  }

  /** False if no row's key starts with {@code prefix}. */
  public boolean mayContainPrefix(Bytes prefix) {
    for (Named each : filters) {
      if (!each.policy.mayContainPrefix(each.filter, prefix)) {
        return false;
      }
    }
    return true;
  }

  /** Memory held, in bytes. */
  public int sizeBytes() {
    return 32 + filters.stream().mapToInt(each -> each.filter.sizeBytes()).sum();
  }
}
