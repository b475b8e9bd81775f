package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentTest {
  @Test
  void whatWasNotAskedForLongestGivesWay() {
    Recent<String, String> recent = new Recent<>(2);
    List<String> made = new ArrayList<>();
    for (String key : List.of("a", "b", "a", "c", "a", "b")) {
      assertThat(recent.get(key, each -> make(each, made))).isEqualTo("value of " + key);
    }
    assertThat(made).containsExactly("a", "b", "c", "b");
  }

  private static String make(String key, List<String> made) {
    made.add(key);
    return "value of " + key;
  }
}
