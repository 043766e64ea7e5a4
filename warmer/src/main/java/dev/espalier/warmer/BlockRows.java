package dev.espalier.warmer;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.WarmRows;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one block that were read or are being read, by its workers and by itself: each is read once, whoever asks
 * first (single flight), and whoever else asks waits for that read.
 *
 * <p>Whoever asks first for some rows reads all of those before waiting for anyone else's, so nobody waits in a circle. A
 * read that fails leaves no trace: those who waited for it read for themselves.
 */
final class BlockRows implements WarmRows {
    private final ConcurrentHashMap<BranchPath, Flight> flights = new ConcurrentHashMap<>();
    private final DemandGate gate;
    private final WarmCounters counters;
    private final BooleanSupplier drains;
    private volatile boolean closed;

    /** One multi-get. */
    private static final class Read {
        final CountDownLatch done = new CountDownLatch(1);
        final boolean ahead;
        volatile boolean awaited;

        Read(boolean ahead) {
            this.ahead = ahead;
        }

        /** Waits through interrupts, which stay set. */
        void await() {
            boolean interrupted = false;
            while (true) {
                try {
                    done.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One row of a multi-get. The row is written before the read is done, and read after. */
    private static final class Flight {
        final Read read;
        final NodeRef ref;

        @Nullable
        BranchRow row;

        volatile boolean used;

        Flight(Read read, NodeRef ref) {
            this.read = read;
            this.ref = ref;
        }
    }

    /**
     * @param gate shared by all blocks of a warmer
     * @param drains whether somebody waits for this block's reads ahead to end
     */
    BlockRows(DemandGate gate, WarmCounters counters, BooleanSupplier drains) {
        this.gate = gate;
        this.counters = counters;
        this.drains = drains;
    }

    @Override
    public void loadAhead(RowRequests requests, BranchSource stored) {
        gate.awaitTurn(drains);
        exchange(requests, stored, true);
    }

    @Override
    public void load(RowRequests requests, BranchSource stored) {
        if (closed) {
            stored.loadRows(requests);
        } else {
            exchange(requests, stored, false);
        }
    }

    /** Forgets the rows; the block's own reads go straight to the store from now on. Nothing is in flight. */
    void close() {
        closed = true;
        flights.clear();
    }

    private void exchange(RowRequests requests, BranchSource stored, boolean ahead) {
        Read read = new Read(ahead);
        Flight[] all = new Flight[requests.size()];
        RowRequests own = new RowRequests();
        for (int i = 0; i < all.length; i++) {
            all[i] = join(requests.path(i), requests.ref(i), read);
            if (all[i].read == read) {
                own.add(requests.path(i), requests.ref(i));
            }
        }
        if (own.size() > 0) {
            readOwn(own, stored, all, read);
        }
        answer(requests, stored, all, read);
    }

    private Flight join(BranchPath path, NodeRef ref, Read read) {
        Flight known = flights.get(path);
        if (known == null) {
            Flight fresh = new Flight(read, ref);
            known = flights.putIfAbsent(path, fresh);
            return known == null ? fresh : known;
        }
        return known;
    }

    private void readOwn(RowRequests own, BranchSource stored, Flight[] all, Read read) {
        try {
            if (read.ahead) {
                stored.loadRows(own);
            } else {
                loadFirst(own, stored);
            }
        } finally {
            int at = 0;
            for (Flight flight : all) {
                if (flight.read == read) {
                    land(flight, own.path(at), own.row(at));
                    at++;
                }
            }
            read.awaited = drains.getAsBoolean();
            read.done.countDown();
        }
    }

    private void loadFirst(RowRequests own, BranchSource stored) {
        gate.enter();
        try {
            stored.loadRows(own);
        } finally {
            gate.leave();
        }
    }

    private void land(Flight flight, BranchPath path, @Nullable BranchRow row) {
        flight.row = row;
        if (row == null) {
            flights.remove(path, flight);
        } else if (flight.read.ahead) {
            counters.rows.increment();
            counters.bytes.add(row.encodedLength());
        }
    }

    /** Answers from all the flights; what another's read did not bring is read once more. */
    private void answer(RowRequests requests, BranchSource stored, Flight[] all, Read read) {
        RowRequests missed = new RowRequests();
        int[] places = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            Flight flight = all[i];
            BranchRow row = flight.read == read ? flight.row : rowOfOther(flight, requests.ref(i), read.ahead);
            if (row != null) {
                requests.answer(i, row);
            } else if (flight.read != read) {
                places[missed.size()] = i;
                missed.add(requests.path(i), requests.ref(i));
            }
        }
        if (missed.size() > 0) {
            stored.loadRows(missed);
            for (int i = 0; i < missed.size(); i++) {
                BranchRow row = missed.row(i);
                if (row != null) {
                    requests.answer(places[i], row);
                }
            }
        }
    }

    private @Nullable BranchRow rowOfOther(Flight flight, NodeRef ref, boolean ahead) {
        boolean waits = flight.read.done.getCount() > 0;
        flight.read.await();
        if (flight.row == null || !flight.ref.equals(ref)) {
            return null;
        }
        if (!ahead && flight.read.ahead && !flight.used) {
            flight.used = true;
            counters.useful.increment();
            if (waits || flight.read.awaited) {
                counters.late.increment();
            }
        }
        return flight.row;
    }
}
