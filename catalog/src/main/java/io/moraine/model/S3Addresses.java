package io.moraine.model;

import io.moraine.model.S3Options.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads addresses of HTTP. They may hold a password, so that no message shows them. */
final class S3Addresses {
  private static final String ENDPOINT =
      "must be http:// or https://, a host and possibly a port, without user and query";
  private static final String PROXY =
      "must be http://[user:password@]host:port, with %xx for what is special in the password";

  private S3Addresses() {}

  static URI endpoint(String text) {
    URI address = address("s3.endpoint", text, ENDPOINT);
    if (address.getRawUserInfo() != null
        || address.getRawQuery() != null
        || address.getRawFragment() != null) {
      throw S3Settings.invalid("s3.endpoint", ENDPOINT);
    }
    return address;
  }

  static Proxy proxy(String text) {
    URI address = address("s3.proxy", text, PROXY);
    boolean more = address.getRawQuery() != null || address.getRawFragment() != null;
    if (address.getPort() < 0 || more || !address.getRawPath().matches("/?")) {
      throw S3Settings.invalid("s3.proxy", PROXY);
    }
    Optional<String> userInfo = Optional.ofNullable(address.getRawUserInfo());
    String[] parts = userInfo.orElse("").split(":", 2);
    return new Proxy(
        URI.create(address.getScheme() + "://" + address.getHost() + ":" + address.getPort()),
        userInfo.map(each -> decoded(parts[0])),
        parts.length < 2 ? Optional.empty() : Optional.of(new Secret(decoded(parts[1]))));
  }

  private static URI address(String name, String text, String expected) {
    try {
      URI address = new URI(text);
      boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (http && address.getHost() != null) {
        return address;
      }
    } catch (URISyntaxException e) {
      // Told below, without the text that this exception shows.
    }
    throw S3Settings.invalid(name, expected);
  }

  /** A part of an address that has its {@code %} checked by {@link URI} already. */
  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
