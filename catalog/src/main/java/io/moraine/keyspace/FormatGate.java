package io.moraine.keyspace;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store may be read, by its records {@code sys/migration} and {@code sys/format}.
 *
 * <p>Formats 1 to 9 are readable. Up to 8 the deletions of inlined rows lie under {@link
 * InlineKind#INLINE_DELETE}, one a row; from 9 on under {@link InlineKind#ROW_TOMBSTONE}, one an
 * event. Everything else reads alike.
 *
 * <p>Source: Moraine 0.6.1, which reads formats 1 to 8, and 0.7.0, which reads 9 alone.
 */
public final class FormatGate {
  private static final long OLDEST = 1;

  /** The newest format that is read, and the one that is written. */
  public static final long NEWEST = 9;

  private FormatGate() {}

  /**
   * Checks a store.
   *
   * @param format the value under {@link Key#FORMAT}, or null if there is none
   * @param migration the value under {@link Key#MIGRATION}, or null if there is none
   * @return the format
   * @throws CatalogException of kind MIGRATION_REQUIRED if a migration is under way or the format
   *     is not one of those readable; of kind NO_LAKE if no lake was created in the store; of kind
   *     CORRUPTION if a record does not decode
   */
  public static FormatValue check(@Nullable Bytes format, @Nullable Bytes migration) {
    if (migration != null) {
      throw migrating(MigrationValue.TYPE.decode(Key.Sys.MIGRATION.encode(), migration));
    }
    if (format == null) {
      throw new CatalogException(
          CatalogException.Kind.NO_LAKE,
          "the store holds no lake: it has no format record; create one with init");
    }
    FormatValue found = FormatValue.TYPE.decode(Key.Sys.FORMAT.encode(), format);
    if (Long.compareUnsigned(found.formatVersion(), NEWEST) > 0) {
      throw refused(found, "is newer than " + NEWEST + ", the newest this version reads");
    }
    if (found.formatVersion() < OLDEST) {
      throw refused(found, "is older than " + OLDEST + ", the oldest there is");
    }
    return found;
  }

  /**
   * Checks that a store that may be read may be written too.
   *
   * @throws CatalogException of kind MIGRATION_REQUIRED if its format is older than what is written
   */
  public static void checkWritable(FormatValue found) {
    if (found.formatVersion() != NEWEST) {
      throw refused(found, "can be read only; it must be migrated to " + NEWEST + " to be written");
    }
  }

  private static CatalogException refused(FormatValue found, String reason) {
    return migrationRequired(
        "store format "
            + Long.toUnsignedString(found.formatVersion())
            + " (written by "
            + found.writerVersion()
            + ") "
            + reason);
  }

  private static CatalogException migrating(MigrationValue marker) {
    return migrationRequired(
        "a migration from format "
            + Long.toUnsignedString(marker.fromFormat())
            + " to "
            + Long.toUnsignedString(marker.toFormat())
            + " was begun and is not finished; the store can be read once it is");
  }

  private static CatalogException migrationRequired(String reason) {
    return new CatalogException(
        CatalogException.Kind.MIGRATION_REQUIRED, "migration required: " + reason);
  }
}
