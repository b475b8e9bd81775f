package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.objectstore.s3.ByteRange.Content;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** What answers to requests for a part of an object mean, odd ones too. */
class ByteRangeTest {
  private static final Bytes TEN = Bytes.utf8("0123456789");

  @Test
  void theHeaderNamesFirstAndLastByte() {
    assertThat(ByteRange.of(0, 1).header()).isEqualTo("bytes=0-0");
    assertThat(ByteRange.of(7, 3).header()).isEqualTo("bytes=7-9");
    assertThat(ByteRange.of(Long.MAX_VALUE, 2).header())
        .isEqualTo("bytes=9223372036854775807-9223372036854775807");
    assertThat(ByteRange.tail(5).header()).isEqualTo("bytes=-5");
    assertThat(ByteRange.WHOLE.header()).isNull();
  }

  @Test
  void aPartTellsTheSizeOfTheWhole() throws IOException {
    assertThat(content(ByteRange.of(7, 100), "bytes 7-9/10", "789"))
        .isEqualTo(new Content(Bytes.utf8("789"), 10, "tag"));
    assertThat(content(ByteRange.tail(4), "bytes 6-9/10", "6789"))
        .isEqualTo(new Content(Bytes.utf8("6789"), 10, "tag"));
    assertThat(content(ByteRange.tail(40), "bytes 0-9/10", "0123456789").objectSize())
        .isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes 7-9/10,78", // short
    "bytes 7-8/10,78", // shorter than asked for, though there is more
    "bytes 6-9/10,6789", // another part
    "bytes 7-9/*,789", // no size
    "chars 7-9/10,789",
    "bytes 9-7/3,789",
  })
  void anAnswerForSomethingElseIsNone(String contentRange, String body) {
    assertThatThrownBy(() -> content(ByteRange.of(7, 3), contentRange, body))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aBodyOfAnotherLengthThanPromisedIsNone() {
    GetObjectResponse promise = GetObjectResponse.builder().contentLength(11L).build();
    assertThatThrownBy(() -> ByteRange.WHOLE.content(promise, TEN))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("10 bytes instead of 11");
  }

  @Test
  void theWholeIsCutWhereTheStoreKnowsNoParts() throws IOException {
    assertThat(content(ByteRange.of(7, 2), null, "0123456789"))
        .isEqualTo(new Content(Bytes.utf8("78"), 10, "tag"));
    assertThat(content(ByteRange.tail(2), null, "0123456789").bytes()).isEqualTo(Bytes.utf8("89"));
    assertThat(content(ByteRange.tail(2), null, "")).isEqualTo(new Content(Bytes.EMPTY, 0, "tag"));
    assertThat(content(ByteRange.of(10, 2), null, "0123456789").bytes().isEmpty()).isTrue();
  }

  private static Content content(ByteRange range, @Nullable String contentRange, String body)
      throws IOException {
    return range.content(
        GetObjectResponse.builder().contentRange(contentRange).eTag("tag").build(),
        Bytes.utf8(body));
  }
}
