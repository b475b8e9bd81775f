package io.moraine.testing.s3;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The header of that name, version 4 of the scheme: {@code AWS4-HMAC-SHA256
 * Credential=<id>/<date>/<region>/s3/aws4_request, SignedHeaders=<a;b>, Signature=<hex>}.
 *
 * @param accessKeyId who signed
 * @param day the day of the scope, such as {@code 20250131}
 * @param region the region of the scope
 * @param signedHeaders names of headers that were signed
 * @param signature the signature
 */
record Authorization(
    String accessKeyId, String day, String region, List<String> signedHeaders, String signature) {
  static final String ALGORITHM = "AWS4-HMAC-SHA256";

  static Authorization parse(String header) {
    Map<String, String> parts = new TreeMap<>();
    if (header.startsWith(ALGORITHM + " ")) {
      for (String each : header.substring(ALGORITHM.length() + 1).split(",", -1)) {
        int equals = each.indexOf('=');
        parts.put(each.substring(0, Math.max(0, equals)).strip(), each.substring(equals + 1));
      }
    }
    String[] scope = parts.getOrDefault("Credential", "").split("/", -1);
    if (scope.length != 5 || !scope[3].equals("s3") || !scope[4].equals("aws4_request")) {
      throw S3Error.badRequest(
          "AuthorizationHeaderMalformed", "The authorization header is malformed");
    }
    return new Authorization(
        scope[0],
        scope[1],
        scope[2],
        Arrays.asList(parts.getOrDefault("SignedHeaders", "").split(";", -1)),
        parts.getOrDefault("Signature", ""));
  }

  /** What a signature is good for. */
  String scope() {
    return day + "/" + region + "/s3/aws4_request";
  }
}
