package io.moraine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The packages, who may import whom, and who may touch what. */
@AnalyzeClasses(packages = "io.moraine", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** Each package with the ones it may import, besides what those may. */
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("base", List.of()),
          Map.entry("model", List.of("base")),
          Map.entry("objectstore", List.of("base")),
          Map.entry("objectstore.memory", List.of("objectstore")),
          Map.entry("objectstore.file", List.of("objectstore")),
          Map.entry("objectstore.s3", List.of("model", "objectstore")),
          Map.entry("slate.format", List.of("base")),
          Map.entry("slate.sequenced", List.of("slate.format", "objectstore")),
          Map.entry("slate.manifest", List.of("slate.sequenced")),
          Map.entry("slate.read", List.of("slate.manifest")),
          Map.entry("slate.write", List.of("slate.read")),
          Map.entry("slate.compaction", List.of("slate.write")),
          Map.entry("slate.gc", List.of("slate.compaction")),
          Map.entry("slate", List.of("slate.gc")),
          Map.entry("keyspace", List.of("model")),
          Map.entry("table", List.of("keyspace")),
          Map.entry("staged", List.of("table")),
          Map.entry("verbs", List.of("staged")),
          Map.entry("read", List.of("slate", "table")),
          Map.entry("commit", List.of("read", "verbs")),
          Map.entry(
              "api",
              List.of("commit", "objectstore.memory", "objectstore.file", "objectstore.s3")));

  private static Stream<String> importable(String name) {
    return Objects.requireNonNull(MAY_IMPORT.get(name)).stream()
        .flatMap(each -> Stream.concat(Stream.of(each), importable(each)))
        .distinct();
  }

  @ArchTest
  static void everyPackageImportsOnlyWhatTheMapAllows(JavaClasses classes) {
    MAY_IMPORT.forEach(
        (name, allowed) -> {
          String[] packages =
              Stream.concat(Stream.of(name), importable(name))
                  .map(each -> "io.moraine." + each)
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage("io.moraine." + name)
              .should()
              .dependOnClassesThat(ofOursOutside(List.of(packages)))
              .allowEmptyShould(true)
              .because(name + " may import " + allowed + " and what those may")
              .check(classes);
        });
  }

  @ArchTest
  static void everyPackageHasItsPlaceInTheMap(JavaClasses classes) {
    noClasses()
        .should(
            com.tngtech.archunit.lang.conditions.ArchConditions.resideOutsideOfPackages(
                MAY_IMPORT.keySet().stream()
                    .map(each -> "io.moraine." + each)
                    .toArray(String[]::new)))
        .check(classes);
  }

  @ArchTest
  static void packagesFormNoCycle(JavaClasses classes) {
    slices().matching("io.moraine.(**)").should().beFreeOfCycles().check(classes);
  }

  @ArchTest
  static void protobufStaysInTheKeyspace(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.moraine.keyspace")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.google.protobuf..")
        .check(classes);
  }

  @ArchTest
  static void theBlockCacheStaysInSlateRead(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.moraine.slate.read")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.benmanes.caffeine..")
        .check(classes);
  }

  @ArchTest
  static void codecsStayInSlateFormat(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.moraine.slate.format")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.github.luben.zstd..", "net.jpountz..", "org.xerial.snappy..")
        .check(classes);
  }

  @ArchTest
  static void clientsOfTheNetworkStayInTheS3Store(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.moraine.objectstore.s3")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon..", "io.netty..", "java.net.http..")
        .check(classes);
  }

  private static DescribedPredicate<JavaClass> ofOursOutside(List<String> packages) {
    return DescribedPredicate.describe(
        "are ours and outside of " + packages,
        type ->
            type.getPackageName().startsWith("io.moraine")
                && !packages.contains(type.getPackageName()));
  }
}
