package io.moraine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitTokenTest {
  private static final String SHA = "0123456789abcdef".repeat(4);

  @Test
  void aTokenIsReadAsItWasWritten() {
    CommitToken token =
        new CommitToken(
            7, 42, -1L, "01HF7YATZ80000000000000001", new CommitPosition(12, 30), Optional.of(SHA));
    assertThat(token.toString())
        .isEqualTo(
            "moraine-commit:1:7:42:18446744073709551615:01HF7YATZ80000000000000001:12:30:" + SHA);
    assertThat(CommitToken.parse(" " + token + "\n")).isEqualTo(token);
  }

  @Test
  void aTokenOfACommitWithoutASnapshotSaysSo() {
    CommitToken token =
        new CommitToken(
            7, 42, 9, "01HF7YATZ80000000000000001", new CommitPosition(12, 30), Optional.empty());
    assertThat(token.toString()).endsWith(":-");
    assertThat(CommitToken.parse(token.toString())).isEqualTo(token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "moraine-commit",
        "moraine-commit:2:7:42:9:01HF7YATZ80000000000000001:12:30:-",
        "moraine-commit:1:7:42:9:01HF7YATZ80000000000000001:12:30:abc",
        "moraine-commit:1:7:42:99999999999999999999:01HF7YATZ80000000000000001:12:30:-",
        "moraine-commit:1:7:42:9:short:12:30:-"
      })
  void whatIsNoTokenIsRefused(String text) {
    assertThatThrownBy(() -> CommitToken.parse(text))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.INVALID_REQUEST));
  }

  @Test
  void anUnknownOutcomeTellsItsToken() {
    CommitToken token =
        new CommitToken(
            7, 42, 9, "01HF7YATZ80000000000000001", new CommitPosition(12, 30), Optional.empty());
    assertThat(new CommitOutcomeUnknownException(token, "Nobody knows", null))
        .hasMessage("Nobody knows; to find out, reconcile with " + token);
  }
}
