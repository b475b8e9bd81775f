package io.moraine.driver.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqlStateTest {
  private static final List<String> RETRY_WORDS =
      List.of("conflict", "concurrent", "unique", "primary key");

  /** Names of columns, which get into no text of ours. */
  private static final List<String> COLUMNS = List.of("conflicts", "non_unique");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  @Test
  void vendorCodesAreUnique() {
    assertThat(Arrays.stream(SqlState.values()).map(SqlState::vendorCode)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void aCodeHasFiveCharacters(SqlState state) {
    assertThat(state.code()).matches("[0-9A-Z]{5}");
    SQLException exception = SqlErrors.of(state, "text");
    assertThat(exception.getSQLState()).isEqualTo(state.code());
    assertThat(exception.getErrorCode()).isEqualTo(state.vendorCode());
  }

  @ParameterizedTest
  @EnumSource
  void retryableStatesAreTransientExceptions(SqlState state) {
    SQLException exception = SqlErrors.of(state, "text");
    assertThat(exception instanceof SQLTransientException).isEqualTo(state.retryable());
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfTheCatalogHasAState(CatalogException.Kind kind) {
    CatalogException cause = new CatalogException(kind, "what happened");
    SQLException exception = SqlErrors.of(cause);
    assertThat(exception.getSQLState()).isEqualTo(SqlErrors.stateOf(kind).code());
    assertThatException(exception).hasMessage("what happened").hasCause(cause);
  }

  @Test
  void classesFollowTheFamily() {
    assertThatException(SqlErrors.of(SqlState.TIMEOUT, "x"))
        .isInstanceOf(SQLTimeoutException.class);
    assertThatException(SqlErrors.of(SqlState.CANCELLED, "x"))
        .isNotInstanceOf(SQLTimeoutException.class);
    assertThatException(SqlErrors.of(SqlState.REVISION_EXPIRED, "x"))
        .isInstanceOf(SQLTransactionRollbackException.class);
    assertThatException(SqlErrors.unsupported("Thing.method"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("Thing.method");
  }

  /** DuckLake takes an error whose text has one of these words for one to try again. */
  @Test
  void noTextOfTheDriverHasARetryWordOfDuckLake() throws IOException {
    for (Path source : sources()) {
      for (String line : Files.readAllLines(source)) {
        assertThat(textsOf(line).filter(each -> !COLUMNS.contains(each)))
            .as("%s", source)
            .noneMatch(each -> RETRY_WORDS.stream().anyMatch(each::contains));
      }
    }
  }

  /** The string literals of a line of source, in lower case. */
  private static Stream<String> textsOf(String line) {
    return LITERAL.matcher(line).results().map(each -> each.group(1).toLowerCase(Locale.ROOT));
  }

  @Test
  void noOtherClassHasASqlStateInItsSource() throws IOException {
    List<String> codes = Arrays.stream(SqlState.values()).map(SqlState::code).distinct().toList();
    for (Path source : sources()) {
      if (source.endsWith(Path.of("error", "SqlState.java"))) {
        continue;
      }
      String text = Files.readString(source);
      assertThat(codes.stream().filter(code -> text.contains('"' + code + '"')))
          .as("%s", source)
          .isEmpty();
    }
  }

  @Test
  void theDocumentListsEveryState() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "connection.md"));
    for (SqlState state : SqlState.values()) {
      assertThat(text).contains("| `" + state.code() + "` | " + state.vendorCode() + " |");
    }
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertThatException(
      Throwable exception) {
    return assertThat(exception);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      return files.filter(each -> each.toString().endsWith(".java")).toList();
    }
  }
}
