package io.moraine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FixturesTest {
  @Test
  void everyReferenceStoreHasAName() {
    assertThat(Fixtures.names("slatedb")).hasSize(50).contains("slatedb/l0-only");
    assertThat(Fixtures.names("moraine")).hasSize(41).contains("moraine/stages/stage1");
    assertThat(Fixtures.names("lakes")).hasSize(7);
    assertThat(Fixtures.store("big").resolve("manifest")).isDirectory();
  }

  @Test
  void aCopyIsApartFromItsFixture() throws IOException {
    Path copy = Fixtures.copyOfStore("slatedb/empty");
    Path manifest = Path.of("db/manifest/00000000000000000001.manifest");
    assertThat(copy.resolve(manifest))
        .hasSameBinaryContentAs(Fixtures.store("slatedb/empty").resolve(manifest));
    Files.delete(copy.resolve(manifest));
    assertThat(Fixtures.store("slatedb/empty").resolve(manifest)).exists();
  }

  @Test
  void aFixtureThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> Fixtures.folder("slatedb/none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no fixture slatedb/none");
  }
}
