package io.moraine.slate.sequenced;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.RequestTally;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the end of a large folder is found. */
class FolderListingTest {
  private static final int PAGE = 1000;
  private static final Workers WORKERS = new Workers("listing", FolderListing.WAVE);

  private final ContestedFolder folder = new ContestedFolder(PAGE);
  private final FolderListing listing =
      new FolderListing(
          new CountingObjectStore(folder, new RequestTally(), Clock.SYSTEM),
          ContestedFolder.NAMES,
          WORKERS);

  @AfterAll
  static void stop() {
    WORKERS.close();
  }

  @Test
  void twoHundredThousandDeadObjectsCostNoPage() {
    folder.append(200_003);
    folder.bury(200_000);
    assertThat(highestAbove(200_000)).hasValue(200_003L);
    assertThat(folder.takeRequests()).containsExactly("LIST 200000");
  }

  /** One page more, and as many waves as narrow the end down to that page. */
  @ParameterizedTest
  @CsvSource({"999, 1", "1001, 3", "1900, 3", "3000, 4", "30000, 4", "200000, 5", "400000, 5"})
  void theEndOfALongFolderIsFoundInFewRoundTrips(int count, int roundTrips) {
    folder.append(count);
    Call call = new Call();
    assertThat(call.run(() -> highestAbove(0))).hasValue((long) count);
    assertThat(call.cost().roundTrips()).isLessThanOrEqualTo(roundTrips);
    assertThat(folder.takeRequests().stream().filter(each -> each.startsWith("LIST")))
        .hasSizeLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyLengthIsFoundWithPagesOfAnySize(int pageSize) {
    ContestedFolder small = new ContestedFolder(pageSize);
    FolderListing ofSmall = new FolderListing(small, ContestedFolder.NAMES, Runnable::run);
    for (long count = 1; count <= 300; count++) {
      small.append();
      assertThat(ofSmall.above(0).highest()).map(ofSmall::id).hasValue(count);
      assertThat(ofSmall.above(0).lowest()).map(ofSmall::id).hasValue(1L);
    }
  }

  @Test
  void whatLiesBehindAGapIsListed() {
    folder.append(5 * PAGE);
    folder.bury(4 * PAGE);
    for (long id = PAGE + 1; id <= 4 * PAGE; id++) {
      folder.delete(id);
    }
    assertThat(highestAbove(0)).hasValue(5L * PAGE);
  }

  @Test
  void numbersEndAtSixtyFourBits() {
    ContestedFolder last = new ContestedFolder(2);
    last.overwrite(-3, "a");
    last.overwrite(-2, "b");
    last.overwrite(-1, "c");
    FolderListing ofLast = new FolderListing(last, ContestedFolder.NAMES, Runnable::run);
    assertThat(ofLast.above(-4).highest()).map(ofLast::id).hasValue(-1L);
    assertThat(last.takeRequests()).isEqualTo(List.of("LIST -4", "HEAD -1", "LIST -1"));
  }

  private Optional<Long> highestAbove(long id) {
    Optional<ObjectMeta> highest = listing.above(id).highest();
    return highest.map(listing::id);
  }
}
