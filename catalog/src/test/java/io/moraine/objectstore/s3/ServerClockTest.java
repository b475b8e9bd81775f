package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerClockTest {
  /** The server tells the second that begins at 10,000 ms. */
  @ParameterizedTest
  @CsvSource({
    "10000, 0",
    "10500, 0",
    "10999, 0",
    "9999, 1",
    "7000, 3000",
    "11000, -1",
    "15999, -5000"
  })
  void clocksAreTakenToDifferNoMoreThanTheyMust(long here, long lead) {
    assertThat(ServerClock.lead(10_000, here)).isEqualTo(lead);
  }
}
