package dev.espalier.segment;

import java.util.function.LongPredicate;

/** Remembers the last answer, since entries of one trie follow one another. Confined to one thread. */
final class TrieChoice {
    private final LongPredicate isDead;
    private boolean asked;
    private long trieId;
    private boolean answer;

    TrieChoice(LongPredicate isDead) {
        this.isDead = isDead;
    }

    boolean isDead(long id) {
        if (!asked || id != trieId) {
            asked = true;
            trieId = id;
            answer = isDead.test(id);
        }
        return answer;
    }
}
