package dev.espalier.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The architecture of this module; the library modules are checked in {@code reorg-tests}, which cannot see this one. */
@AnalyzeClasses(packages = "dev.espalier.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class BenchArchitectureTest {
    @ArchTest
    static final ArchRule packages_form_no_cycle = slices().matching("dev.espalier.bench.(**)")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule only_the_command_line_imports_picocli = noClasses()
            .that()
            .resideOutsideOfPackage("dev.espalier.bench.cli")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothing_depends_on_the_command_line = noClasses()
            .that()
            .resideOutsideOfPackage("dev.espalier.bench.cli")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.espalier.bench.cli")
            .allowEmptyShould(true);
}
