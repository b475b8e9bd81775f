package io.moraine.staged;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a commit says that it did: {@code kind:payload}, comma-separated. Names stand in double
 * quotes, in which a quote is doubled and commas separate nothing.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_snapshot_changes".
 *
 * @param entries as they stand, malformed ones too
 */
public record ChangesMade(List<Entry> entries) {
  private static final Pattern ID = Pattern.compile("\\d{1,19}");
  private static final Pattern NAME = Pattern.compile("\"(?:[^\"]|\"\")*\"");
  private static final Pattern NAMES = Pattern.compile(NAME + "\\." + NAME);
  private static final Set<String> OF_NAMES =
      Set.of("created_table", "created_view", "created_scalar_macro", "created_table_macro");
  private static final Set<String> OF_IDS =
      Set.of(
          "dropped_schema",
          "dropped_table",
          "dropped_view",
          "dropped_scalar_macro",
          "dropped_table_macro",
          "inserted_into_table",
          "deleted_from_table",
          "altered_table",
          "altered_view",
          "compacted_table",
          "merge_adjacent",
          "rewrite_delete",
          "inline_flush",
          "flushed_inlined",
          "inlined_insert",
          "inlined_delete");
  private static final Set<String> COMPACTIONS =
      Set.of("compacted_table", "merge_adjacent", "rewrite_delete");

  public ChangesMade {
    entries = List.copyOf(entries);
  }

  /**
   * One change.
   *
   * @param kind in lower case; empty if there is no colon
   * @param payload what follows the colon
   */
  public record Entry(String kind, String payload) {
    /** Whether the payload is what the kind wants; any is of a kind that is not known here. */
    public boolean isWellFormed() {
      if (kind.isEmpty()) {
        return false;
      } else if (kind.equals("created_schema")) {
        return NAME.matcher(payload).matches();
      } else if (OF_NAMES.contains(kind)) {
        return NAMES.matcher(payload).matches();
      }
      return !OF_IDS.contains(kind) || ID.matcher(payload).matches();
    }
  }

  /** Reads a stored text, whatever it is. */
  public static ChangesMade read(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String part : split(text)) {
      if (!part.isBlank()) {
        entries.add(entry(part.strip()));
      }
    }
    return new ChangesMade(entries);
  }

  /**
   * Reads the text of a commit that is to be made.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT if it is malformed
   */
  static ChangesMade parse(String text) {
    ChangesMade read = read(text);
    for (int i = 0; i < read.entries.size(); i++) {
      Entry entry = read.entries.get(i);
      if (entry.kind.isEmpty()) {
        throw malformed("entry " + (i + 1) + " is no kind, colon and payload");
      } else if (!entry.isWellFormed()) {
        throw malformed("the payload of entry " + (i + 1) + " does not fit its kind");
      }
    }
    return read;
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static Entry entry(String part) {
    int colon = part.indexOf(':');
    return colon <= 0
        ? new Entry("", part)
        : new Entry(part.substring(0, colon).toLowerCase(Locale.ROOT), part.substring(colon + 1));
  }

  private static io.moraine.model.CatalogException malformed(String reason) {
    return Refusals.constraint(MetadataTable.SNAPSHOT_CHANGES, "changes_made: " + reason);
  }

  /** Whether rows only moved from file to file. */
  boolean isCompaction() {
    return !entries.isEmpty()
        && entries.stream().allMatch(entry -> COMPACTIONS.contains(entry.kind));
  }
}
