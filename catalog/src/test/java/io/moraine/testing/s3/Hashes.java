package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Digests and checksums, in the forms that S3 writes them. */
final class Hashes {
  private Hashes() {}

  static String sha256Hex(Bytes content) {
    return Bytes.wrap(digest("SHA-256", content)).toHex();
  }

  static String md5Hex(Bytes content) {
    return Bytes.wrap(digest("MD5", content)).toHex();
  }

  static String md5Base64(Bytes content) {
    return Base64.getEncoder().encodeToString(digest("MD5", content));
  }

  static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The value of the header {@code x-amz-checksum-<algorithm>}; empty for algorithms not known
   * here.
   */
  static Optional<String> checksum(String algorithm, Bytes content) {
    return switch (algorithm) {
      case "crc32" -> Optional.of(base64(new CRC32(), content));
      case "crc32c" -> Optional.of(base64(new CRC32C(), content));
      case "sha1" -> Optional.of(Base64.getEncoder().encodeToString(digest("SHA-1", content)));
      case "sha256" -> Optional.of(Base64.getEncoder().encodeToString(digest("SHA-256", content)));
      default -> Optional.empty();
    };
  }

  private static String base64(Checksum checksum, Bytes content) {
    checksum.update(content.array(), content.arrayOffset(), content.length());
    byte[] fourBytes = ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array();
    return Base64.getEncoder().encodeToString(fourBytes);
  }

  private static byte[] digest(String algorithm, Bytes content) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(content.array(), content.arrayOffset(), content.length());
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
