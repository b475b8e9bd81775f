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
import java.util.stream.Stream;

/** The packages, who may import whom, and who may touch what. */
@AnalyzeClasses(packages = "io.moraine", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** Each package with the packages it may import, itself left out. */
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("base", List.of()),
          Map.entry("model", List.of("base")),
          Map.entry("objectstore", List.of("base")),
          Map.entry("objectstore.memory", List.of("base", "objectstore")),
          Map.entry("objectstore.file", List.of("base", "objectstore")),
          Map.entry("objectstore.s3", List.of("base", "model", "objectstore")),
          Map.entry("slate.format", List.of("base")),
          Map.entry("slate.sequenced", List.of("base", "objectstore", "slate.format")),
          Map.entry(
              "slate.manifest", List.of("base", "objectstore", "slate.format", "slate.sequenced")),
          Map.entry(
              "slate.read",
              List.of("base", "objectstore", "slate.format", "slate.sequenced", "slate.manifest")),
          Map.entry(
              "slate.write",
              List.of(
                  "base",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read")),
          Map.entry(
              "slate.compaction",
              List.of(
                  "base",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write")),
          Map.entry(
              "slate.gc",
              List.of(
                  "base",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write",
                  "slate.compaction")),
          Map.entry(
              "slate",
              List.of(
                  "base",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write",
                  "slate.compaction",
                  "slate.gc")),
          Map.entry("keyspace", List.of("base", "model")),
          Map.entry("table", List.of("base", "model", "keyspace")),
          Map.entry("staged", List.of("base", "model", "keyspace", "table")),
          Map.entry("verbs", List.of("base", "model", "keyspace", "table", "staged")),
          Map.entry(
              "read",
              List.of(
                  "base",
                  "model",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write",
                  "slate.compaction",
                  "slate.gc",
                  "slate",
                  "keyspace",
                  "table")),
          Map.entry(
              "commit",
              List.of(
                  "base",
                  "model",
                  "objectstore",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write",
                  "slate.compaction",
                  "slate.gc",
                  "slate",
                  "keyspace",
                  "table",
                  "staged",
                  "verbs",
                  "read")),
          Map.entry(
              "api",
              List.of(
                  "base",
                  "model",
                  "objectstore",
                  "objectstore.memory",
                  "objectstore.file",
                  "objectstore.s3",
                  "slate.format",
                  "slate.sequenced",
                  "slate.manifest",
                  "slate.read",
                  "slate.write",
                  "slate.compaction",
                  "slate.gc",
                  "slate",
                  "keyspace",
                  "table",
                  "staged",
                  "verbs",
                  "read",
                  "commit")));

  @ArchTest
  static void everyPackageImportsOnlyWhatTheMapAllows(JavaClasses classes) {
    MAY_IMPORT.forEach(
        (name, allowed) -> {
          String[] packages =
              Stream.concat(Stream.of(name), allowed.stream())
                  .map(each -> "io.moraine." + each)
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage("io.moraine." + name)
              .should()
              .dependOnClassesThat(ofOursOutside(List.of(packages)))
              .allowEmptyShould(true)
              .because(name + " may import " + allowed)
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
