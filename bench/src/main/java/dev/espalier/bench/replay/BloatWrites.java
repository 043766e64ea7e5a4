package dev.espalier.bench.replay;

import dev.espalier.bench.engine.AccessListBuilder;
import dev.espalier.bench.workload.BloatAccount;
import dev.espalier.bench.workload.SlotWrite;
import dev.espalier.trie.UInt256;
import dev.espalier.warmer.BlockAccessList;
import java.util.List;

/** What a block that writes slots of the bloat account accesses. */
final class BloatWrites {
    private BloatWrites() {}

    static BlockAccessList accessList(List<SlotWrite> writes) {
        AccessListBuilder list = new AccessListBuilder();
        writes.forEach(write -> list.slot(BloatAccount.ADDRESS, UInt256.of(write.slot()), write.value()));
        return list.build();
    }
}
