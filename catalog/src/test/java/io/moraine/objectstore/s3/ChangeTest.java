package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.LoggedRequest;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of replacements and deletions, whatever becomes of the answers. */
class ChangeTest {
  private static final String PATH = "gc/manifest.boundary";
  private static final String KEY = "shop/gc/manifest.boundary";
  private static final Bytes OLD = Bytes.utf8("7");
  private static final Bytes NEW = Bytes.utf8("8");

  private final S3Fixture s3 = new S3Fixture();
  private final ObjectStore store = s3.open(S3Fixture.PATIENT);
  private final ObjectStore pausing = s3.openHastilyUntilPause(2);

  @AfterEach
  void close() {
    s3.close();
  }

  @Test
  void aReplacementIsOneRequest() {
    String tag = tagOfOld();
    s3.server().resetLog();
    assertThat(store.replaceIfUnchanged(PATH, NEW, tag)).isTrue();
    assertThat(s3.server().log())
        .singleElement()
        .extracting(LoggedRequest::method)
        .isEqualTo("PUT");
    assertThat(s3.server().log().get(0).request().headers()).containsEntry("if-match", tag);
  }

  @Test
  void whatWasReplacedThoughTheAnswerWasLostIsToldAsUnanswered() {
    String tag = tagOfOld();
    s3.server().faults(FaultRule.once(request -> isPut(request.method()), Fault.resetAfter()));
    assertThat(assertKind(Kind.UNANSWERED, () -> store.replaceIfUnchanged(PATH, NEW, tag)))
        .hasMessageEndingWith("; the object may or may not have been replaced");
    assertThat(s3.server().get("lakes", KEY)).contains(NEW);
  }

  @Test
  void aReplacementThatTheServerWasTooBusyForIsTriedAgain() {
    String tag = tagOfOld();
    s3.server().faults(FaultRule.once(request -> isPut(request.method()), Fault.slowDown()));
    assertThat(store.replaceIfUnchanged(PATH, NEW, tag)).isTrue();
  }

  @Test
  void aReplacementThatIsNeverAnsweredIsToldAsUnanswered() {
    String tag = tagOfOld();
    s3.server()
        .faults(s3.inVain(FaultRule.always(request -> isPut(request.method()), Fault.hang())));
    assertKind(Kind.UNANSWERED, () -> pausing.replaceIfUnchanged(PATH, NEW, tag));
  }

  @Test
  void aStoreThatKnowsNoSuchConditionSaysSo() {
    String tag = tagOfOld();
    s3.server()
        .faults(
            FaultRule.always(
                request -> isPut(request.method()), Fault.error(501, "NotImplemented")));
    assertThat(assertKind(Kind.MISCONFIGURED, () -> store.replaceIfUnchanged(PATH, NEW, tag)))
        .hasMessageContaining("cannot replace an object on a condition (If-Match)");
    assertThat(s3.server().get("lakes", KEY)).contains(OLD);
  }

  @Test
  void aBucketThatIsGoneIsNoReasonToBelieveTheObjectReplacedByOthers() {
    ObjectStore nowhere = s3.open("nowhere", s3.options(S3Fixture.PATIENT));
    assertKind(Kind.MISCONFIGURED, () -> nowhere.replaceIfUnchanged(PATH, NEW, "\"tag\""));
    assertKind(Kind.MISCONFIGURED, () -> nowhere.delete(PATH));
  }

  @Test
  void aDeletionIsRepeatedUntilItIsAnswered() {
    s3.server().put("lakes", KEY, OLD);
    s3.server().faults(FaultRule.once(request -> isDelete(request.method()), Fault.resetAfter()));
    store.delete(PATH);
    assertThat(s3.server().get("lakes", KEY)).isEmpty();
    s3.server().put("lakes", KEY, OLD);
    s3.server()
        .faults(s3.inVain(FaultRule.always(request -> isDelete(request.method()), Fault.hang())));
    assertKind(Kind.UNANSWERED, () -> pausing.delete(PATH));
  }

  @Test
  void whoMayNotDeleteIsToldThePermission() {
    s3.server().put("lakes", KEY, OLD);
    Identity reader = Identity.of("AKIDREADER", "secret", "s3:DeleteObject");
    s3.server().addIdentity(reader);
    ObjectStore reading = s3.open("lakes", s3.server().optionsOf(reader.keys(), S3Fixture.PATIENT));
    assertThat(assertKind(Kind.FORBIDDEN, () -> reading.delete(PATH)))
        .hasMessageContaining("s3:DeleteObject on lakes/" + KEY + " is missing");
    assertThat(s3.server().get("lakes", KEY)).contains(OLD);
  }

  private String tagOfOld() {
    s3.server().put("lakes", KEY, OLD);
    return store.readIfChanged(PATH, "").orElseThrow().etag();
  }

  private static boolean isPut(String method) {
    return method.equals("PUT");
  }

  private static boolean isDelete(String method) {
    return method.equals("DELETE");
  }

  private static ObjectStoreException assertKind(Kind kind, ThrowingCallable call) {
    ObjectStoreException error = S3Fixture.errorOf(call);
    assertThat(error.kind()).as("%s", error).isEqualTo(kind);
    return error;
  }
}
