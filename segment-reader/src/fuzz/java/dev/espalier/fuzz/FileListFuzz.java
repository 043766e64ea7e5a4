package dev.espalier.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.CorruptStoreException;

class FileListFuzz {
    @FuzzTest(maxDuration = FuzzTime.EACH)
    void aFileListOrIdentityIsWholeOrRefused(byte[] bytes) {
        try {
            assertThat(FileList.decode(bytes.clone()).encode()).isEqualTo(bytes);
        } catch (CorruptStoreException e) {
            // That is how it is refused.
        }
        try {
            assertThat(StoreIdentity.decode(bytes.clone(), "f").encode()).isEqualTo(bytes);
        } catch (CorruptStoreException | UnsupportedFormatException e) {
            // That is how it is refused.
        }
    }
}
