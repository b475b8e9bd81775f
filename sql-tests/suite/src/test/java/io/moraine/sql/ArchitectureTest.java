package io.moraine.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The suite sees what a user sees. */
@AnalyzeClasses(packages = "io.moraine.sql")
class ArchitectureTest {
  @ArchTest
  static final ArchRule theSuiteSpeaksJavaSqlOnly =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.moraine.driver..",
              "io.moraine.api..",
              "io.moraine.model..",
              "io.moraine.base..",
              "io.moraine.shaded..",
              "org.apache.calcite..");
}
