package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  @Test
  void aNameAfterMemoryIsAStoreOfThisProcess() {
    assertThat(Location.parse("memory:shop")).isEqualTo(new Location.Memory("shop"));
    assertThat(Location.parse("MEMORY:a b%20")).isEqualTo(new Location.Memory("a b%20"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/lakes/shop", "/lakes/with blank", "/lakes/100%", "/lakes/a%20b", "/a:b", "rel"})
  void aPathIsTakenAsItStandsWithAndWithoutItsScheme(String path) {
    Location folder = new Location.Folder(Path.of(path).toAbsolutePath());
    assertThat(Location.parse(path)).isEqualTo(folder);
    assertThat(Location.parse("file:" + path)).isEqualTo(folder);
  }

  @Test
  void aDriveLetterIsNoScheme() {
    assertThat(Location.parse("C:\\lake"))
        .isEqualTo(new Location.Folder(Path.of("C:\\lake").toAbsolutePath()));
    assertThat(Location.parse("file:C:\\my lake"))
        .isEqualTo(new Location.Folder(Path.of("C:\\my lake").toAbsolutePath()));
  }

  @Test
  void aUrlIsUnescaped() {
    assertThat(Location.parse("file:///lakes/a%20b"))
        .isEqualTo(new Location.Folder(Path.of("/lakes/a b").toAbsolutePath()));
    assertThat(Location.parse("file://localhost/lakes/100%25"))
        .isEqualTo(new Location.Folder(Path.of("/lakes/100%").toAbsolutePath()));
  }

  @ParameterizedTest
  @CsvSource({
    "'',it is empty",
    "'  ',it is empty",
    "memory:,a name must follow",
    "file:,a path must follow",
    "file:///a%zz,not a URL",
    "file:///with blank,not a URL",
    "file://server/share,another machine",
    "s3:lakes/shop,write s3://bucket",
    "s3://,write s3://bucket",
    "s3://l/shop,write s3://bucket",
    "s3://user@lakes/shop,write s3://bucket",
    "s3://lakes//shop,single slashes",
    "s3://lakes/shop//,single slashes",
    "s3://lakes/../shop,single slashes",
    "s3://lakes/läden,ASCII",
    "s3a://lakes/shop,write s3://",
    "http://lake,none of memory:",
    "lake:main,begins with ./",
  })
  void whatCannotBeReadIsRefusedSayingWhy(String text, String why) {
    assertThatThrownBy(() -> Location.parse(text))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://me:cAnArY@lakes/shop",
        "s3://me:a/cAnArY@lakes/shop",
        "s3://me:a@cAnArY@lakes/shop",
        "s3://me:cAnArY/+@lakes",
        "s3a://me:cAnArY@lakes/shop",
        "http://me:cAnArY@lakes/shop",
        "file://me:cAnArY@lakes/shop"
      })
  void aPasswordInALocationIsNotShown(String text) {
    assertThatThrownBy(() -> Location.parse(text))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("***@lakes")
        .hasMessageNotContaining("cAnArY");
  }

  @Test
  void aPathThatNoFileSystemKnowsIsRefused() {
    assertThatThrownBy(() -> Location.parse("/lakes/a\0b"))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @CsvSource({
    "s3://lakes,lakes,''",
    "s3://lakes/,lakes,''",
    "S3://my.lakes-1/shop,my.lakes-1,shop",
    "s3://lakes/a/b c/,lakes,a/b c",
    "s3://lakes/100%,lakes,100%",
  })
  void aBucketMayHaveAPrefixWithOrWithoutASlashAtItsEnd(String text, String name, String prefix) {
    assertThat(Location.parse(text)).isEqualTo(new Location.Bucket(name, prefix));
  }

  @Test
  void aBucketWhoseListingsHaveNoOrderIsRefused() {
    assertThatThrownBy(() -> Location.parse("s3://lakes--euc1-az1--x-s3/shop"))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED))
        .hasMessageContaining("directory bucket");
  }

  @Test
  void differentTextsForOneFolderMeanOneStore(@TempDir Path folder) throws Exception {
    Path lake = Files.createDirectory(folder.resolve("lake"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), lake);
    String identity = Location.parse(lake.toString()).identity();
    assertThat(Location.parse("file:" + lake + "/../lake/").identity()).isEqualTo(identity);
    assertThat(Location.parse(lake.toUri().toString()).identity()).isEqualTo(identity);
    assertThat(Location.parse(link.toString()).identity()).isEqualTo(identity);
  }
}
