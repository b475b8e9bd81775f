package io.moraine.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** The suite sees what a user sees. */
@AnalyzeClasses(packages = "io.moraine.sql")
class ArchitectureTest {
  @ArchTest
  static void theSuiteSpeaksJavaSqlOnly(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.moraine.driver..",
            "io.moraine.api..",
            "io.moraine.model..",
            "io.moraine.base..",
            "io.moraine.shaded..",
            "org.apache.calcite..")
        .check(classes);
  }
}
