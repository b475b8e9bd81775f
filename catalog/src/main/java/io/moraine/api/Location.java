package io.moraine.api;

import io.moraine.model.CatalogException;
import io.moraine.objectstore.ObjectPaths;
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
 *   <li>{@code s3://<bucket>} or {@code s3://<bucket>/<prefix>}: objects of a bucket.
 * </ul>
 */
sealed interface Location {
  /** Two or more letters before a colon; a single letter is a drive. */
  Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):(.*)", Pattern.DOTALL);

  /** Two slashes, a bucket, and perhaps a prefix with or without a slash at its end. */
  Pattern BUCKET = Pattern.compile("//([a-zA-Z0-9][a-zA-Z0-9._-]{1,253}[a-zA-Z0-9])(?:/(.*?)/?)?");

  /** How the names of S3's directory buckets end. */
  String DIRECTORY_BUCKET = "--x-s3";

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
   * A part of a bucket.
   *
   * @param name the bucket's name
   * @param prefix what all keys begin with, before a slash; "" for the whole bucket
   */
  record Bucket(String name, String prefix) implements Location {
    @Override
    public String identity() {
      return "s3://" + name + "/" + prefix;
    }
  }

  /**
   * Reads {@code text}; looks at nothing.
   *
   * @throws CatalogException of kind INVALID_REQUEST if it is malformed, UNSUPPORTED if it is of a
   *     kind that cannot be read
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
      case "s3" -> bucket(text, rest);
      case "s3a", "s3n" -> throw invalid(text, "write s3:// instead");
      default ->
          throw invalid(
              text,
              scheme.group(1)
                  + ": is none of memory:, file:, s3:; a path with a colon begins with ./");
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

  private static Location bucket(String text, String rest) {
    Matcher parts = BUCKET.matcher(rest);
    if (!parts.matches()) {
      throw invalid(text, "write s3://bucket or s3://bucket/prefix");
    }
    String name = parts.group(1);
    if (name.endsWith(DIRECTORY_BUCKET)) {
      throw new CatalogException(
          CatalogException.Kind.UNSUPPORTED,
          "Location '" + text + "' is a directory bucket, whose listings have no order");
    }
    String prefix = parts.group(2) == null ? "" : parts.group(2);
    if (!prefix.isEmpty() && !ObjectPaths.isValid(prefix)) {
      throw invalid(
          text,
          "a prefix has names between single slashes, of printable ASCII characters other than the"
              + " backslash");
    }
    return new Bucket(name, prefix);
  }

  private static CatalogException invalid(String text, String why) {
    return new CatalogException(
        CatalogException.Kind.INVALID_REQUEST,
        "Location '" + withoutUser(text) + "' cannot be read: " + why);
  }

  /** Without what may be a user and a password, wherever they end. */
  private static String withoutUser(String text) {
    int host = text.indexOf("://") + 3;
    int at = text.lastIndexOf('@');
    return host > 2 && at >= host ? text.substring(0, host) + "***" + text.substring(at) : text;
  }
}
