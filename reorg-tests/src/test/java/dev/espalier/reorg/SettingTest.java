package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The suite meets every two values of the settings together. */
class SettingTest {
    private static Set<Set<Object>> pairs(Stream<Setting> settings) {
        return settings.map(SettingTest::values)
                .flatMap(values ->
                        values.stream().flatMap(one -> values.stream().map(other -> Set.copyOf(List.of(one, other)))))
                .filter(pair -> pair.size() == 2)
                .collect(Collectors.toSet());
    }

    private static List<Object> values(Setting setting) {
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : Setting.class.getRecordComponents()) {
            try {
                values.add(component.getAccessor().invoke(setting));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("no value of " + component, e);
            }
        }
        return values;
    }

    @Test
    void everyTwoValuesOccurTogetherInAFewSettings() {
        List<Setting> pairwise = Setting.pairwise().toList();
        assertThat(pairs(pairwise.stream())).isEqualTo(pairs(Setting.all()));
        assertThat(pairwise).doesNotHaveDuplicates().hasSizeBetween(12, 20);
        assertThat(Setting.all()).hasSize(3 * 2 * 2 * 2 * 4);
    }

    @Test
    void aCoverLacksAPairWhenItLacksACombination() {
        List<Setting> pairwise = Setting.pairwise().toList();
        for (int left = 0; left < 3; left++) {
            Set<Setting> others = new HashSet<>(pairwise);
            others.remove(pairwise.get(left));
            assertThat(pairs(others.stream())).isNotEqualTo(pairs(Setting.all()));
        }
    }
}
