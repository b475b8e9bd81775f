package io.moraine.testing.s3;

import java.util.Map;
import java.util.TreeMap;

/** A refusal, with the status and code that Amazon's server has for it. */
final class S3Error extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient Map<String, String> details = new TreeMap<>();
  private final transient Map<String, String> headers = new TreeMap<>();

  S3Error(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Adds an element to the answer's body. */
  S3Error detail(String element, String text) {
    details.put(element, text);
    return this;
  }

  /** Adds a header to the answer. */
  S3Error header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  S3Response response() {
    StringBuilder document = new StringBuilder("<Error>");
    document.append(Xml.element("Code", code)).append(Xml.element("Message", getMessage()));
    details.forEach((element, text) -> document.append(Xml.element(element, text)));
    S3Response response = S3Response.xml(status, document.append("</Error>").toString());
    for (Map.Entry<String, String> each : headers.entrySet()) {
      response = response.with(each.getKey(), each.getValue());
    }
    return response;
  }

  static S3Error accessDenied() {
    return new S3Error(403, "AccessDenied", "Access Denied");
  }

  static S3Error noSuchKey(String key) {
    return new S3Error(404, "NoSuchKey", "The specified key does not exist.").detail("Key", key);
  }

  static S3Error noSuchBucket(String bucket) {
    return new S3Error(404, "NoSuchBucket", "The specified bucket does not exist")
        .detail("BucketName", bucket);
  }

  static S3Error preconditionFailed(String condition) {
    return new S3Error(412, "PreconditionFailed", "At least one of the preconditions did not hold")
        .detail("Condition", condition);
  }

  static S3Error badRequest(String code, String message) {
    return new S3Error(400, code, message);
  }
}
