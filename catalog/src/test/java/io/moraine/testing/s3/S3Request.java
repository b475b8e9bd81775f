package io.moraine.testing.s3;

import com.sun.net.httpserver.HttpExchange;
import io.moraine.base.Bytes;
import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request as it came in.
 *
 * @param method the HTTP method
 * @param bucket the first part of the path, "" for none
 * @param key the rest of the path, "" for none
 * @param query the parameters
 * @param headers the headers under their names in small letters
 * @param body the body as it was sent
 */
public record S3Request(
    String method,
    String bucket,
    String key,
    Map<String, String> query,
    Map<String, String> headers,
    Bytes body) {
  static S3Request read(HttpExchange exchange) throws IOException {
    String path = UriText.decode(exchange.getRequestURI().getRawPath());
    int slash = path.indexOf('/', 1);
    String rawQuery = exchange.getRequestURI().getRawQuery();
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
    return new S3Request(
        exchange.getRequestMethod(),
        path.substring(1, slash < 0 ? path.length() : slash),
        slash < 0 ? "" : path.substring(slash + 1),
        UriText.parameters(rawQuery == null ? "" : rawQuery),
        Collections.unmodifiableMap(headers),
        Bytes.wrap(exchange.getRequestBody().readAllBytes()));
  }

  /** A header, by its name in small letters. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Whether it asks for a page of a listing. */
  public boolean isListing() {
    return method.equals("GET") && key.isEmpty() && query.containsKey("list-type");
  }

  /** The permission that it needs. */
  String action() {
    return switch (method) {
      case "PUT" -> "s3:PutObject";
      case "DELETE" -> "s3:DeleteObject";
      default -> key.isEmpty() ? "s3:ListBucket" : "s3:GetObject";
    };
  }

  /** The path as it goes into a signature. */
  String canonicalPath() {
    return "/" + UriText.encodePath(bucket) + (key.isEmpty() ? "" : "/" + UriText.encodePath(key));
  }

  /** What is asked for, in one line. */
  @Override
  public String toString() {
    return bucket + ": " + withoutBucket();
  }

  /** Equal for requests that ask for the same, in whatever bucket. */
  public String withoutBucket() {
    return method
        + " "
        + key
        + (query.isEmpty() ? "" : query)
        + header("range").map(each -> " " + each).orElse("")
        + header("if-none-match").map(each -> " unless " + each).orElse("");
  }
}
