package io.moraine.objectstore.s3;

import software.amazon.awssdk.core.exception.SdkClientException;

/** There is nothing to sign a request with. */
final class CredentialsException extends SdkClientException {
  private static final long serialVersionUID = 1L;

  CredentialsException(String message, RuntimeException cause) {
    super(SdkClientException.builder().message(message).cause(cause));
  }
}
