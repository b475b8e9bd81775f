package io.moraine.api;

import io.moraine.model.CatalogException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a lake is: the text a user writes, read.
 *
 * <ul>
 *   <li>{@code memory:<name>}: a store of this process.
 *   <li>{@code file:<path>} or a plain path: a folder. The path is taken as it stands, blanks and
 *       {@code %} included; {@code C:\lake} is a plain path.
 *   <li>{@code file://<path>}: a URL of a folder on this machine; {@code %20} is a blank here.
 * </ul>
 */
sealed interface Location {
  /** Two or more letters before a colon; a single letter is a drive. */
  Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):(.*)", Pattern.DOTALL);

  /** Equal for texts that mean the same store. */
  String identity();

  /**
   * A store in the memory of this process.
   *
   * @param name its name
   */
  record Memory(String name) implements Location {
    @Override
    public String identity() {
      return "memory:" + name;
    }
  }

  /**
   * A folder of this machine.
   *
   * @param path the folder, absolute
   */
  record Folder(Path path) implements Location {
    @Override
    public String identity() {
      return "file:" + realPath();
    }

    private Path realPath() {
      try {
        return path.toRealPath();
      } catch (IOException e) {
        return path; // it is not there, or not to be looked at: then nobody else has it open either
      }
    }
  }

  /**
   * Reads {@code text}; looks at nothing.
   *
   * @throws CatalogException of kind INVALID_REQUEST if it is malformed, UNSUPPORTED if it is of a
   *     kind that this version does not read
   */
  static Location parse(String text) {
    if (text.isBlank()) {
      throw invalid(text, "it is empty");
    }
    Matcher scheme = SCHEME.matcher(text);
    if (!scheme.matches()) {
      return folder(text, text);
    }
    String rest = scheme.group(2);
    return switch (scheme.group(1).toLowerCase(Locale.ROOT)) {
      case "memory" -> memory(text, rest);
      case "file" -> rest.startsWith("//") ? folderOfUrl(text) : folder(text, rest);
      case "s3" ->
          throw new CatalogException(
              CatalogException.Kind.UNSUPPORTED,
              "S3 is not available in this version; copy the lake to a folder to read it");
      default ->
          throw invalid(
              text,
              scheme.group(1)
                  + ": is none of memory:, file:; a path with a colon is written ./"
                  + text);
    };
  }

  private static Location memory(String text, String name) {
    if (name.isBlank()) {
      throw invalid(text, "a name must follow memory:");
    }
    return new Memory(name);
  }

  private static Location folderOfUrl(String text) {
    try {
      URI url = new URI(text);
      String host = url.getAuthority();
      if (host != null && !host.equalsIgnoreCase("localhost")) {
        throw invalid(text, "the URL names another machine");
      }
      return folder(text, url.getPath());
    } catch (URISyntaxException e) {
      throw invalid(text, "it is not a URL: " + e.getReason() + " at position " + e.getIndex());
    }
  }

  private static Location folder(String text, String path) {
    if (path.isBlank()) {
      throw invalid(text, "a path must follow file:");
    }
    try {
      return new Folder(Path.of(withoutSlashBeforeDrive(path)).toAbsolutePath().normalize());
    } catch (InvalidPathException e) {
      throw invalid(text, e.getReason());
    }
  }

  /** {@code /C:/lake}, as a URL has it, is {@code C:/lake} where drives exist. */
  private static String withoutSlashBeforeDrive(String path) {
    return java.io.File.separatorChar == '\\' && path.matches("/[a-zA-Z]:.*")
        ? path.substring(1)
        : path;
  }

  private static CatalogException invalid(String text, String why) {
    return new CatalogException(
        CatalogException.Kind.INVALID_REQUEST, "Location '" + text + "' cannot be read: " + why);
  }
}
