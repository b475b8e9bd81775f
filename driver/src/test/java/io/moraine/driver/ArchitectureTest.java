package io.moraine.driver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The packages of the driver, who may import whom, and who may touch what. */
@AnalyzeClasses(
    packages = "io.moraine.driver",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final List<String> BELOW = List.of("io.moraine.api", "io.moraine.model");

  /** The classes of the catalog's base that show at its border. */
  private static final List<String> SHOWN =
      List.of("io.moraine.base.Bytes", "io.moraine.base.Call", "io.moraine.base.Clock");

  /** Each package with the packages of the driver it may import, itself left out. */
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("error", List.of()),
          Map.entry("logging", List.of()),
          Map.entry("type", List.of("error")),
          Map.entry("parser", List.of("parser.impl")),
          Map.entry("parser.impl", List.of()),
          Map.entry("transaction", List.of("error")),
          Map.entry("schema", List.of("error", "type", "transaction")),
          Map.entry("dml", List.of("error", "type", "parser", "parser.impl", "schema")),
          Map.entry(
              "plan",
              List.of("error", "type", "parser", "parser.impl", "transaction", "schema", "dml")),
          Map.entry("metadata", List.of("error", "type", "transaction", "schema")),
          Map.entry(
              "jdbc",
              List.of(
                  "error",
                  "logging",
                  "type",
                  "parser",
                  "transaction",
                  "schema",
                  "dml",
                  "plan",
                  "metadata")),
          Map.entry("cli", List.of("error", "logging")));

  @ArchTest
  static void everyPackageImportsOnlyWhatTheMapAllows(JavaClasses classes) {
    MAY_IMPORT.forEach(
        (name, allowed) -> {
          List<String> packages =
              Stream.of(
                      Stream.of("io.moraine.driver." + name),
                      allowed.stream().map(each -> "io.moraine.driver." + each),
                      BELOW.stream())
                  .flatMap(each -> each)
                  .toList();
          noClasses()
              .that()
              .resideInAPackage("io.moraine.driver." + name)
              .should()
              .dependOnClassesThat(ofOursOutside(packages))
              .allowEmptyShould(true)
              .because(name + " may import " + allowed + " and the catalog's " + BELOW)
              .check(classes);
        });
  }

  @ArchTest
  static void everyPackageHasItsPlaceInTheMap(JavaClasses classes) {
    noClasses()
        .should(
            com.tngtech.archunit.lang.conditions.ArchConditions.resideOutsideOfPackages(
                MAY_IMPORT.keySet().stream()
                    .map(each -> "io.moraine.driver." + each)
                    .toArray(String[]::new)))
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void packagesFormNoCycle(JavaClasses classes) {
    slices()
        .matching("io.moraine.driver.(*)..")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void calciteStaysAboveTheCatalogAndOutOfTheCommandLine(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.moraine.driver.cli..",
            "io.moraine.driver.error..",
            "io.moraine.driver.transaction..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.calcite..")
        .allowEmptyShould(true)
        .check(classes);
  }

  @ArchTest
  static void sqlExceptionsAreBornInOnePlace(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.moraine.driver.error")
        .should()
        .callConstructorWhere(
            JavaCall.Predicates.target(
                HasOwner.Predicates.With.owner(
                    JavaClass.Predicates.assignableTo(SQLException.class))))
        .because("each has a state of the one table")
        .check(classes);
  }

  private static DescribedPredicate<JavaClass> ofOursOutside(List<String> packages) {
    return DescribedPredicate.describe(
        "are ours and outside of " + packages,
        type ->
            type.getPackageName().startsWith("io.moraine")
                && !packages.contains(type.getPackageName())
                && SHOWN.stream().noneMatch(each -> isWithin(type.getFullName(), each)));
  }

  /** Whether a class is {@code outer} or nested in it. */
  private static boolean isWithin(String name, String outer) {
    return name.equals(outer) || name.startsWith(outer + "$");
  }
}
