package dev.espalier.segment;

import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.Hash32;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the keys into ranges of about one size, by the resident separators of the pages that there are: each stands for 4
 * KiB of entries from there on.
 */
final class PartitionPlan {
    /** How exactly the ranges are cut: so many places are looked at for each. */
    private static final int PLACES = 1024;

    private PartitionPlan() {}

    private record Place(long trieId, Hash32 key) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Long.compareUnsigned(trieId, other.trieId);
            return order == 0 ? key.compareTo(other.key) : order;
        }
    }

    /**
     * Returns ranges that follow one another and hold every key.
     *
     * @param inputs what is to be merged
     * @param bytes the size of pages that a range is to have at most, about
     */
    static List<KeyRange> of(List<Segment> inputs, long bytes) {
        long pages = 0;
        for (Segment input : inputs) {
            pages += (input.rowPageBytes() + input.leafPageBytes()) / Page.BYTES;
        }
        long ranges = Math.ceilDiv(pages * Page.BYTES, bytes);
        if (ranges <= 1) {
            return List.of(KeyRange.ALL);
        }
        return cut(places(inputs, Math.max(1, pages / (ranges * PLACES))), ranges);
    }

    private static List<Place> places(List<Segment> inputs, long step) {
        List<Place> places = new ArrayList<>();
        for (Segment input : inputs) {
            for (EntrySection section : input.sections()) {
                long separators = Math.max(1, step / section.stride());
                for (long number = separators; number < section.separators(); number += separators) {
                    places.add(place(section.separator((int) number)));
                }
            }
        }
        places.sort(null);
        return places;
    }

    private static Place place(byte[] separator) {
        ByteBuffer padded = ByteBuffer.allocate(Long.BYTES + Hash32.BYTES);
        padded.put(separator, 0, Math.min(separator.length, padded.capacity()));
        return new Place(padded.getLong(0), Hash32.of(padded.array(), Long.BYTES));
    }

    private static List<KeyRange> cut(List<Place> places, long ranges) {
        List<KeyRange> cut = new ArrayList<>();
        KeyRange rest = KeyRange.ALL;
        Place last = new Place(0, Hash32.ZERO);
        for (long range = 1; range < ranges && !places.isEmpty(); range++) {
            Place bound = places.get((int) (range * places.size() / ranges));
            if (bound.compareTo(last) > 0) {
                cut.add(rest.upTo(bound.trieId, bound.key));
                rest = rest.from(bound.trieId, bound.key);
                last = bound;
            }
        }
        cut.add(rest);
        return cut;
    }
}
