package dev.espalier.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptRowException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.codec.RowReader;

class RowFuzz {
    private static final Hash32 KEY = Hash32.of(0x0123_4567_89AB_CDEFL, -1, 1, 0x7777_7777_7777_7777L);

    @FuzzTest(maxDuration = FuzzTime.EACH)
    void aRowIsWholeOrRefused(byte[] bytes) {
        int depth = bytes.length > 1 ? bytes[1] & 63 : 0;
        BranchPath path = BranchPath.of(1, KEY, depth);
        BranchRow row;
        try {
            row = RowCodec.decode(path, bytes.clone());
        } catch (CorruptRowException e) {
            return;
        }
        assertThat(row.toBytes()).isEqualTo(bytes);
        new NodeHasher().branch(row);
        for (int child = 0; child < 16; child++) {
            if (RowReader.bit(row.branches(), child)) {
                row.branchBelow(path, child);
                row.refBelow(child);
            } else if (RowReader.bit(row.rests(), child)) {
                row.leafKey(path, child);
            }
        }
    }
}
