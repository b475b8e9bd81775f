package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.LakeSample.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A lake whose content does not grow does not grow either, and costs no more to read, however long
 * it is written to: the last month of a year is no more than 1.3 times the first. That is the
 * profile {@code endurance}. Otherwise it is days instead of months, with fewer commits, and all is
 * compacted each night: what merges by itself needs weeks to show its whole cycle.
 */
class LakeInTimeTest {
  private static final int DAYS = Integer.getInteger("moraine.days", 6);
  private static final Duration PACE =
      Duration.ofMinutes(Integer.getInteger("moraine.pace.minutes", 10));
  private static final long SEED = Long.getLong("moraine.seed", 20270101);

  private static final int DAYS_A_MONTH = 30;
  private static final boolean IN_MONTHS = DAYS >= 2 * DAYS_A_MONTH;
  private static final int DAYS_A_PERIOD = IN_MONTHS ? DAYS_A_MONTH : 1;

  /** Snapshots are expired for the first time on the third day. */
  private static final int FIRST_COMPARED = IN_MONTHS ? 1 : 4;

  private static final int SAMPLES_A_DAY = 6;
  private static final double MOST_GROWTH = 1.3;

  /** Of a figure as small as that, one more is no growth. */
  private static final int FEW = 3;

  @Test
  void aLakeIsAsSmallAndCheapAfterAYearAsAfterAMonth() {
    System.out.printf(
        "%d days, a commit each %s, -Dmoraine.seed=%d%n%s%n",
        DAYS, PACE, SEED, LakePeriod.heading());
    List<LakePeriod> periods = live();
    LakePeriod first = periods.get(FIRST_COMPARED - 1);
    LakePeriod last = periods.get(periods.size() - 1);
    for (Figure figure : EnumSet.complementOf(EnumSet.of(Figure.FENCES))) {
      assertThat(last.mean(figure))
          .as("mean of %s in %s, beside %s", figure, last.name(), first.name())
          .isLessThanOrEqualTo(mostOf(first.mean(figure)));
      assertThat(last.most(figure))
          .as("most of %s in %s, beside %s", figure, last.name(), first.name())
          .isLessThanOrEqualTo(mostOf(first.most(figure)));
    }
  }

  private static double mostOf(double before) {
    return before <= FEW ? before + 1 : MOST_GROWTH * before;
  }

  /** The whole periods that the lake lived through. */
  private static List<LakePeriod> live() {
    List<LakePeriod> periods = new ArrayList<>();
    try (LakeInTime lake = new LakeInTime(PACE, SEED, !IN_MONTHS)) {
      for (int i = 1; i <= DAYS / DAYS_A_PERIOD; i++) {
        LakePeriod period = new LakePeriod((IN_MONTHS ? "month " : "day ") + i);
        for (int day = 0; day < DAYS_A_PERIOD; day++) {
          lake.day(SAMPLES_A_DAY, period);
        }
        periods.add(period);
        System.out.println(period);
      }
      System.out.printf("%,d commits, %,d scopes held%n", lake.commits(), lake.scopesHeld());
    }
    return periods;
  }
}
