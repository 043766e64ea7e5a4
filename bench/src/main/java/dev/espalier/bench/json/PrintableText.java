package dev.espalier.bench.json;

/** Makes text that comes from a file or a call fit to stand in a line that is read by people and by scripts. */
public final class PrintableText {
    private static final int QUOTED_CHARACTERS = 120;
    private static final String CUT = "...";

    private PrintableText() {}

    /** Returns as much of a text as a message quotes: 120 characters, the last three of them dots when it is longer. */
    public static String clipped(String text) {
        return clipped(text, QUOTED_CHARACTERS);
    }

    /** Returns the text, or when it is longer than {@code most} characters, so much of it with three dots at the end. */
    static String clipped(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - CUT.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    /**
     * Returns the text with everything escaped that a terminal would not show as a character of the line: line breaks,
     * other control and format characters, and what is no character.
     */
    public static String escaped(String text) {
        if (text.codePoints().allMatch(PrintableText::isPrintable)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (isPrintable(character)) {
                escaped.appendCodePoint(character);
            } else {
                appendEscape(character, escaped);
            }
        });
        return escaped.toString();
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    private static void appendEscape(int character, StringBuilder escaped) {
        switch (character) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> {
                for (char unit : Character.toChars(character)) {
                    escaped.append("\\u%04x".formatted((int) unit));
                }
            }
        }
    }
}
