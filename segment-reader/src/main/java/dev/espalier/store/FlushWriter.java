package dev.espalier.store;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentWriter;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.ArrayList;
import java.util.List;

/** Writes an overlay's newest versions to a segment file, sorted. */
final class FlushWriter {
    private FlushWriter() {}

    private record Row(BranchPath path, Overlay.Slot<BranchRow> slot) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            return path.compareTo(other.path);
        }
    }

    private record Leaf(Overlay.LeafKey key, Overlay.Slot<byte[]> slot) implements Comparable<Leaf> {
        @Override
        public int compareTo(Leaf other) {
            return key.compareTo(other.key);
        }
    }

    static SegmentInfo write(SegmentFiles files, String name, SegmentIdentity identity, Overlay overlay) {
        List<Row> rows = new ArrayList<>();
        overlay.forEachRow(identity.toSeq(), (path, slot) -> rows.add(new Row(path, slot)));
        rows.sort(null);
        List<Leaf> leaves = new ArrayList<>();
        overlay.forEachLeaf(identity.toSeq(), (key, slot) -> leaves.add(new Leaf(key, slot)));
        leaves.sort(null);
        try (SegmentWriter writer = SegmentWriter.create(files, name, identity)) {
            for (Row row : rows) {
                writer.row(row.path, row.slot.value());
            }
            for (Leaf leaf : leaves) {
                writer.leaf(leaf.key.trieId(), leaf.key.key(), leaf.slot.value());
            }
            return writer.finish();
        }
    }
}
