package io.moraine.objectstore.s3;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** What an attempt that failed means for the next one. */
final class Failures {
  private static final int REQUEST_TIMEOUT = 408;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int NOT_IMPLEMENTED = 501;

  /** Refusals of a server that has done nothing and has too much to do. */
  private static final Set<String> THROTTLED =
      Set.of(
          "SlowDown",
          "ServiceUnavailable",
          "Throttling",
          "ThrottlingException",
          "ThrottledException",
          "RequestThrottled",
          "RequestLimitExceeded",
          "TooManyRequests",
          "TooManyRequestsException",
          "BandwidthLimitExceeded");

  private static final Set<String> TIMED_OUT_OR_BROKEN =
      Set.of("RequestTimeout", "RequestTimeoutException", "InternalError", "OperationAborted");

  /** What prevents a request from being sent at all. */
  private static final List<Class<? extends Exception>> NOT_CONNECTED =
      List.of(ConnectException.class, UnknownHostException.class, NoRouteToHostException.class);

  /** By these words alone the client tells that it waited for a connection in vain. */
  private static final String NO_CONNECTION_IN_TIME = "Acquire operation took longer than";

  private Failures() {}

  /** Why a request ended that ended badly. */
  static Throwable of(CompletableFuture<?> request) {
    Throwable failure = request.<Throwable>handle((result, thrown) -> thrown).join();
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Whether the same request may succeed later. */
  static boolean isPassing(Throwable failure) {
    if (failure instanceof AwsServiceException refusal) {
      return isPassing(refusal.statusCode(), code(refusal));
    }
    boolean ofNetwork =
        failure instanceof SdkClientException
            || failure instanceof IOException
            || failure instanceof TimeoutException;
    return ofNetwork && !isOfTls(failure) && !(failure instanceof CredentialsException);
  }

  private static boolean isPassing(int status, String code) {
    return (status >= 500 && status != NOT_IMPLEMENTED)
        || status == REQUEST_TIMEOUT
        || status == CONFLICT
        || status == TOO_MANY_REQUESTS
        || THROTTLED.contains(code)
        || TIMED_OUT_OR_BROKEN.contains(code);
  }

  /** Whether the server may have done what an attempt that failed for now asked for. */
  static boolean mayHaveActed(Throwable failure) {
    return failure instanceof AwsServiceException refusal
        ? refusal.statusCode() >= 500 && !THROTTLED.contains(code(refusal))
        : !has(failure, Failures::isWithoutConnection);
  }

  private static boolean isWithoutConnection(Throwable failure) {
    return NOT_CONNECTED.stream().anyMatch(type -> type.isInstance(failure))
        || (failure instanceof TimeoutException
            && String.valueOf(failure.getMessage()).startsWith(NO_CONNECTION_IN_TIME));
  }

  /** Whether the server cannot prove who it is. */
  static boolean isOfTls(Throwable failure) {
    return has(failure, CertificateException.class::isInstance);
  }

  /** The status of a refusal; 0 for other failures. */
  static int status(SdkException failure) {
    return failure instanceof AwsServiceException refusal ? refusal.statusCode() : 0;
  }

  /** The store's word for its refusal; "" if it gave none. */
  static String code(AwsServiceException refusal) {
    AwsErrorDetails details = refusal.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  /** What happened, in one line. */
  static String text(Throwable failure) {
    if (failure instanceof AwsServiceException refusal) {
      return refusalText(refusal);
    }
    return root(failure).getClass().getSimpleName() + sentence(failure);
  }

  /** The first sentence of the innermost message that there is. */
  private static String sentence(Throwable failure) {
    String found = "";
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = each.getMessage();
      if (message != null && !message.isBlank()) {
        found = ": " + message.lines().findFirst().orElse("").split("\\. ", 2)[0];
      }
    }
    return found;
  }

  private static String refusalText(AwsServiceException refusal) {
    AwsErrorDetails details = refusal.awsErrorDetails();
    String code = code(refusal);
    String message = details == null ? null : details.errorMessage();
    return "status "
        + refusal.statusCode()
        + (code.isEmpty() ? "" : " " + code)
        + (message == null || message.isBlank() ? "" : " (" + message.strip() + ")");
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static boolean has(Throwable failure, Predicate<Throwable> what) {
    Throwable each = failure;
    while (each != null) {
      if (what.test(each)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }
}
