package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A body in the framing {@code aws-chunked}: chunks of {@code <hex size>[;chunk-signature=<hex>] CR
 * LF <bytes> CR LF}, the last one of size 0 and without bytes; then trailers of {@code
 * <name>:<value> CR LF}, the last of them their signature if chunks are signed; then an empty line.
 */
final class ChunkedBody {
  private static final String SIGNATURE_OF_TRAILERS = "x-amz-trailer-signature";

  private final Bytes framed;
  private final @Nullable Signer signer;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final Map<String, String> trailers = new TreeMap<>();
  private String signature;
  private int position;

  private ChunkedBody(Bytes framed, @Nullable Signer signer, String signature) {
    this.framed = framed;
    this.signer = signer;
    this.signature = signature;
  }

  /**
   * Takes a request's body apart.
   *
   * @param contentHash what the request says instead of a hash, such as {@code
   *     STREAMING-UNSIGNED-PAYLOAD-TRAILER}
   * @param signer checks signatures of chunks; null if nobody signed
   * @param signature that of the request
   */
  static ChunkedBody read(
      S3Request request, String contentHash, @Nullable Signer signer, String signature) {
    boolean signed = contentHash.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
    ChunkedBody body = new ChunkedBody(request.body(), signed ? signer : null, signature);
    body.readChunks();
    if (contentHash.endsWith("-TRAILER")) {
      body.readTrailers();
    }
    String length = request.header("x-amz-decoded-content-length").orElse("");
    if (!body.line().isEmpty()
        || body.position != request.body().length()
        || !length.equals("" + body.content.size())) {
      throw incomplete();
    }
    return body;
  }

  Bytes content() {
    return Bytes.wrap(content.toByteArray());
  }

  Map<String, String> trailers() {
    return trailers;
  }

  private void readChunks() {
    Bytes chunk;
    do {
      String[] head = line().split(";chunk-signature=", -1);
      int size = Integer.parseInt(head[0], 16);
      chunk = take(size);
      if (signer != null) {
        signature = signer.signChunk(signature, chunk);
        check(head.length == 2 && head[1].equals(signature));
      }
      content.write(chunk.array(), chunk.arrayOffset(), size);
      if (size > 0 && !line().isEmpty()) {
        throw incomplete();
      }
    } while (!chunk.isEmpty());
  }

  private void readTrailers() {
    StringBuilder signedText = new StringBuilder();
    boolean signed = false;
    while (framed.length() - position > 2) {
      String line = line();
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      if (!name.equals(SIGNATURE_OF_TRAILERS)) {
        trailers.put(name, value);
        signedText.append(name).append(':').append(value).append('\n');
      } else if (signer != null) {
        check(value.equals(signer.signTrailer(signature, signedText.toString())));
        signed = true;
      }
    }
    check(signed || signer == null);
  }

  private String line() {
    int start = position;
    while (position + 1 < framed.length()
        && (framed.at(position) != '\r' || framed.at(position + 1) != '\n')) {
      position++;
    }
    if (position + 1 >= framed.length()) {
      throw incomplete();
    }
    position += 2;
    return framed.slice(start, position - 2).toUtf8();
  }

  private Bytes take(int size) {
    if (size > framed.length() - position) {
      throw incomplete();
    }
    position += size;
    return framed.slice(position - size, position);
  }

  private static void check(boolean signatureIsRight) {
    if (!signatureIsRight) {
      throw Authenticator.signatureDoesNotMatch();
    }
  }

  private static S3Error incomplete() {
    return S3Error.badRequest(
        "IncompleteBody", "The request body terminated unexpectedly or is of another length");
  }
}
