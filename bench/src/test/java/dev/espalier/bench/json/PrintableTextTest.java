package dev.espalier.bench.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTextTest {
    @Test
    void escapesWhatIsNoCharacterOfALine() {
        assertThat(PrintableText.escaped("a\nb\r\tc\u001b[31m\u0000\u0085"))
                .isEqualTo("a\\nb\\r\\tc\\u001b[31m\\u0000\\u0085");
        assertThat(PrintableText.escaped("\u2028\u202e\u200b\ufeff\ue000\ud800"))
                .isEqualTo("\\u2028\\u202e\\u200b\\ufeff\\ue000\\ud800");
        assertThat(PrintableText.escaped(Character.toString(0xe0001))).isEqualTo("\\udb40\\udc01");
    }

    @Test
    void leavesOtherTextAsItIs() {
        String text = "folder/\u00e9t\u00e9 \\n \"\u4e2d\" " + Character.toString(0x1f333);

        assertThat(PrintableText.escaped(text)).isSameAs(text);
        assertThat(PrintableText.clipped(text)).isSameAs(text);
    }

    @Test
    void clipsBehindAWholeCharacter() {
        String longest = "n".repeat(120);
        String trees = "n" + Character.toString(0x1f333).repeat(100);

        assertThat(PrintableText.clipped(longest)).isSameAs(longest);
        assertThat(PrintableText.clipped(longest + "n")).isEqualTo("n".repeat(117) + "...");
        assertThat(PrintableText.clipped(trees)).isEqualTo(trees.substring(0, 117) + "...");
        assertThat(PrintableText.clipped(trees.substring(1))).isEqualTo(trees.substring(1, 117) + "...");
    }
}
