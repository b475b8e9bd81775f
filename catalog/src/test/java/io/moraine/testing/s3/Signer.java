package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * Signs as a client must have, for one request: the request itself, and each chunk of its body
 * after the signature before it.
 */
final class Signer {
  private static final String NO_BYTES = Hashes.sha256Hex(Bytes.EMPTY);

  private final Authorization authorization;
  private final String time;
  private final byte[] key;

  Signer(Authorization authorization, String time, Identity identity) {
    this.authorization = authorization;
    this.time = time;
    byte[] secret = ("AWS4" + identity.secretAccessKey().reveal()).getBytes(StandardCharsets.UTF_8);
    byte[] ofDay = Hashes.hmac(secret, authorization.day());
    byte[] ofRegion = Hashes.hmac(ofDay, authorization.region());
    this.key = Hashes.hmac(Hashes.hmac(ofRegion, "s3"), "aws4_request");
  }

  String signRequest(S3Request request, String contentHash) {
    String query =
        request.query().entrySet().stream()
            .map(each -> UriText.encode(each.getKey()) + "=" + UriText.encode(each.getValue()))
            .sorted()
            .collect(Collectors.joining("&"));
    StringBuilder canonical = new StringBuilder();
    canonical.append(request.method()).append('\n');
    canonical.append(request.canonicalPath()).append('\n');
    canonical.append(query).append('\n');
    for (String name : authorization.signedHeaders()) {
      String value = request.header(name).orElse("").strip().replaceAll(" +", " ");
      canonical.append(name).append(':').append(value).append('\n');
    }
    canonical.append('\n').append(String.join(";", authorization.signedHeaders())).append('\n');
    canonical.append(contentHash);
    return sign(Authorization.ALGORITHM, Hashes.sha256Hex(Bytes.utf8(canonical.toString())));
  }

  String signChunk(String signatureBefore, Bytes chunk) {
    return sign(
        Authorization.ALGORITHM + "-PAYLOAD",
        signatureBefore + '\n' + NO_BYTES + '\n' + Hashes.sha256Hex(chunk));
  }

  String signTrailer(String signatureBefore, String trailer) {
    return sign(
        Authorization.ALGORITHM + "-TRAILER",
        signatureBefore + '\n' + Hashes.sha256Hex(Bytes.utf8(trailer)));
  }

  private String sign(String what, String content) {
    String text = what + '\n' + time + '\n' + authorization.scope() + '\n' + content;
    return Bytes.wrap(Hashes.hmac(key, text)).toHex();
  }
}
