package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import org.junit.jupiter.api.Test;

/** What becomes of anything that is thrown below. */
class FailuresTest {
  @Test
  void anErrorOfGeneratedCodeHasTheStateOfItsCause() {
    Error error = new ExceptionInInitializerError(new ArithmeticException("/ by zero"));
    assertThat(Failures.of(error).getSQLState()).isEqualTo("22012");
  }

  @Test
  void anErrorOfTheCatalogIsFoundBehindOthers() {
    CatalogException cause =
        new CatalogException(CatalogException.Kind.CORRUPTION, "block 7 is damaged");
    assertThat((Throwable) Failures.of(new ExceptionInInitializerError(cause)))
        .hasMessage("block 7 is damaged")
        .hasFieldOrPropertyWithValue("SQLState", "XX001");
  }

  @Test
  void aFaultOfTheDriverIsNamed() {
    assertThat((Throwable) Failures.of(new NoClassDefFoundError("a/B")))
        .hasMessage("java.lang.NoClassDefFoundError: a/B")
        .hasFieldOrPropertyWithValue("SQLState", "XX000");
  }

  @Test
  void aStackThatIsUsedUpIsTheStatementsFault() {
    assertThat(Failures.of(new StackOverflowError()).getSQLState()).isEqualTo("54001");
  }

  @Test
  void aHeapThatIsUsedUpIsNobodysException() {
    OutOfMemoryError error = new OutOfMemoryError("heap");
    assertThatThrownBy(() -> Failures.of(error)).isSameAs(error);
  }
}
