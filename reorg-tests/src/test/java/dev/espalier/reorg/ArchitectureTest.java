package dev.espalier.reorg;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * What the module graph and the compiler do not see of the architecture of the library modules. The module {@code bench},
 * on which nothing depends, has a test of its own.
 *
 * <p>A rule may find no class to check: modules and third parties come one by one.
 */
@AnalyzeClasses(
        packages = "dev.espalier",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
class ArchitectureTest {
    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("dev.espalier.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule trie_core_depends_on_the_jdk_alone = classes()
            .that()
            .resideInAPackage("dev.espalier.trie..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.espalier.trie..", "java..", "javax.crypto..", "jdk.incubator.vector..", "org.jspecify..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule store_and_cache_do_not_know_each_other = noClasses()
            .that()
            .resideInAnyPackage("dev.espalier.segment..", "dev.espalier.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.espalier.cache..", "dev.espalier.warmer..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule cache_and_warmer_do_not_know_the_store = noClasses()
            .that()
            .resideInAnyPackage("dev.espalier.cache..", "dev.espalier.warmer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.espalier.segment..", "dev.espalier.store..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule cache_does_not_know_the_warmer = noClasses()
            .that()
            .resideInAPackage("dev.espalier.cache..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.espalier.warmer..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothing_depends_on_bench = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.espalier.bench..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule only_the_cache_imports_caffeine =
            onlyImporter("com.github.benmanes.caffeine..", "dev.espalier.cache");

    @ArchTest
    static final ArchRule only_the_lmdb_store_imports_lmdbjava =
            onlyImporter("org.lmdbjava..", "dev.espalier.store.lmdb");

    @ArchTest
    static final ArchRule only_segment_pages_import_zstd =
            onlyImporter("com.github.luben.zstd..", "dev.espalier.segment.page");

    @ArchTest
    static final ArchRule only_segment_indexes_import_sux4j =
            onlyImporter("it.unimi.dsi..", "dev.espalier.segment.index");

    private static ArchRule onlyImporter(String thirdParty, String owner) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(owner)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(thirdParty)
                .allowEmptyShould(true);
    }

    /** Leaves out the test support of a module, which arrives as a jar. */
    static final class WithoutTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }
}
