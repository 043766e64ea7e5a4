package dev.espalier.bench;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Small files of every kind, built around a few public facts: the genesis state of Sepolia with its root, the root of
 * its first block, which adds one account, and cases of ethereum/tests.
 */
public final class KnownFiles {
    /** State root of Sepolia's genesis. */
    public static final String SEPOLIA_ROOT = "0x5eb6e371a698b8d68f665192350ffcecbbbf322916f4b51bd79bb6887da3f494";

    /** State root of Sepolia's genesis with {@link #ADDED}. */
    public static final String ADDED_ROOT = "0xc91d4ecd59dce3067d340b3aadfc0542974b4fb4db98af39f980a91ea00db9dc";

    /** Root of the empty trie. */
    public static final String EMPTY_ROOT = "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";

    /** A root that nothing here has. */
    public static final String WRONG_ROOT = "0x" + "ab".repeat(32);

    /** The account of Sepolia's first block. */
    public static final String ADDED = "0x2f14582947e292a2ecd20c430b46f2d27cfe213c";

    /** A diff that adds it, and one that removes it. */
    public static final String ADD =
            "{\"" + ADDED + "\":{\"balance\":\"0x1bc16d674ec80000\",\"nonce\":\"0x0\",\"code\":\"0x\",\"storage\":{}}}";

    public static final String REMOVE = "{\"" + ADDED + "\":null}";

    private static final String MILLION_ETHER = "0xd3c21bcecceda1000000";
    private static final String HUNDRED_MILLION_ETHER = "0x52b7d2dcc80cd2e4000000";

    private KnownFiles() {}

    /** Sepolia's accounts as an object by address. */
    public static String sepoliaAccounts() {
        return "{"
                + account("0x0000006916a87b82333f4245046623b23794c65c", "0x84595161401484a000000")
                + ","
                + accounts(
                        HUNDRED_MILLION_ETHER,
                        "0x10f5d45854e038071485ac9e402308cf80d2d2fe",
                        "0xb21c33de1fab3fa15499c62b59fe0cc3250020d1",
                        "0xd7d76c58b3a519e9fa6cc4d22dc017259bc49f1e")
                + "," + account("0x799d329e5f583419167cd722962485926e338f4a", "0xde0b6b3a7640000")
                + ","
                + accounts(
                        MILLION_ETHER,
                        "0x7cf5b79bfe291a67ab02b393e456ccc4c266f753",
                        "0x8b7f0977bb4f0fbe7076fa22bc24aca043583f5e",
                        "0xa2a6d93439144ffe4d27c9e088dcd8b783946263",
                        "0xaaec86394441f915bce3e6ab399977e9906f3b69",
                        "0xbc11295936aa79d594139de1b2e12629414f3bdb",
                        "0xbeef32ca5b9a198d27b4e02f4c70439fe60356cf",
                        "0xd7eddb78ed295b3c9629240e8924fb8d8874ddd8",
                        "0xd9a5179f091d85051d3c982785efd1455cec8699",
                        "0xe2e2659028143784d557bcec6ff3a0721048880a",
                        "0xf47cae1cf79ca6758bfc787dbd21e6bdbe7112b8")
                + "}";
    }

    /** Sepolia's accounts with {@link #ADDED}. */
    public static String accountsWithAdded() {
        return sepoliaAccounts().replaceFirst("}$", "," + ADD.substring(1));
    }

    /** A genesis file. */
    public static String genesis(String root) {
        return "{\"name\":\"sepolia\",\"stateRoot\":\"" + root + "\",\"genesisBlockHash\":\"" + hash(0)
                + "\",\"counts\":{},\"codes\":{},\"accounts\":" + sepoliaAccounts() + "}\n";
    }

    /** A line of state triples: Sepolia's genesis and the state with the account. */
    public static String triple(String preRoot, String postRoot) {
        return "{\"name\":\"add\",\"blocks\":1,\"preRoot\":\"" + preRoot + "\",\"postRoot\":\"" + postRoot
                + "\",\"pre\":" + sepoliaAccounts() + ",\"post\":" + accountsWithAdded() + "}\n";
    }

    /**
     * A document of update vectors with one case of four batches: an account with two slots, one of them cleared, the
     * account removed, and nothing.
     */
    public static String vectors(String lastRoot) {
        return """
            {"semantics": "", "vectors": [
              {"name": "sole account", "batches": [
                {"ops": [{"op":"account","addr":"%1$s","balance":"10","nonce":"1"},
                         {"op":"storage","addr":"%1$s","slot":"10","value":"11"},
                         {"op":"storage","addr":"%1$s","slot":"5d","value":"22"}],
                 "root": "eab77c44fd761a8921a355982137a54acd165a9266049dbd53156e37934a1007"},
                {"ops": [{"op":"deleteStorage","addr":"%1$s","slot":"10"}],
                 "root": "5b6b35ddb6c6e424fa4713a113cc8dda61e11cfe2e140e614a7064505450458c"},
                {"ops": [{"op":"deleteStorage","addr":"%1$s","slot":"5d"}, {"op":"delete","addr":"%1$s"}],
                 "root": "%2$s"},
                {"ops": [], "root": "%3$s"}]}]}
            """.formatted("0".repeat(38) + "23", EMPTY_ROOT.substring(2), lastRoot.substring(2));
    }

    /**
     * A tree of blocks on Sepolia's genesis: 1 and 2 are siblings with the same number and root, 3 is a child of 1 that
     * removes the account again, 4 an empty child of 2.
     */
    public static String chain(String rootOfLast, int head) {
        return "{\"name\":\"tree\",\"genesis\":{\"hash\":\"" + hash(0) + "\",\"stateRoot\":\"" + SEPOLIA_ROOT
                + "\",\"accounts\":" + sepoliaAccounts() + "},\"blocks\":["
                + List.of(
                                block(1, 0, 1, ADDED_ROOT, ADD),
                                block(2, 0, 1, ADDED_ROOT, ADD),
                                block(3, 1, 2, SEPOLIA_ROOT, REMOVE),
                                block(4, 2, 2, rootOfLast, "{}"))
                        .stream()
                        .collect(Collectors.joining(","))
                + "],\"head\":\"" + hash(head) + "\",\"sideBlocks\":2}\n";
    }

    /** A chain of two blocks that continues from the state with this root, one block a line. */
    public static String continuedChain(String startRoot) {
        return "{\"name\":\"continued\",\"start\":\"sepolia\",\"startRoot\":\"" + startRoot + "\",\"startHash\":\""
                + hash(70) + "\"}\n" + block(71, 70, 1, ADDED_ROOT, ADD) + "\n" + block(72, 71, 2, SEPOLIA_ROOT, REMOVE)
                + "\n";
    }

    /** A window of two blocks with its own start state. */
    public static String blockWindow() {
        return "{\"name\":\"window\",\"madeUp\":\"no\",\"startRoot\":\"" + SEPOLIA_ROOT + "\",\"accounts\":"
                + sepoliaAccounts() + "}\n" + block(81, 80, 1, ADDED_ROOT, ADD) + "\n"
                + block(82, 81, 2, SEPOLIA_ROOT, REMOVE) + "\n";
    }

    /** A trie test whose root is that of the hashed keys. */
    public static String hashedTrieTest(String root) {
        return """
            {
              "puppy": {
                "in": {"do": "verb", "horse": "stallion", "doge": "coin", "dog": "puppy"},
                "root": "%1$s"
              },
              "emptyValues": {
                "in": [["do", "verb"], ["ether", "wookiedoo"], ["horse", "stallion"], ["shaman", "horse"],
                       ["doge", "coin"], ["ether", null], ["0x646f67", "0x7075707079"], ["shaman", null]],
                "root": "%1$s"
              }
            }
            """.formatted(root);
    }

    /** The root of {@link #hashedTrieTest}. */
    public static final String PUPPY_ROOT = "0x29b235a58c3c25ab83010c327d5932bcf05324b7d6b1185e650798034783ca9d";

    /** An RLP test of six cases. */
    public static String rlpTest(String dogEncoded) {
        return """
            {
              "dog": {"in": "dog", "out": "%s"},
              "number": {"in": 1000, "out": "8203e8"},
              "big": {"in": "#83729609699884896815286331701780722", "out": "0x8f102030405060708090a0b0c0d0e0f2"},
              "list": {"in": ["zw", [4], 1, 0, []], "out": "0xc8827a77c1040180c0"},
              "valid": {"in": "VALID", "out": "0xc7c0c1c0c3c0c1c0"},
              "invalid": {"in": "INVALID", "out": "0x8100"}
            }
            """.formatted(dogEncoded);
    }

    /** A block of a chain. */
    public static String block(int hash, int parent, int number, String root, String diff) {
        return "{\"hash\":\"" + hash(hash) + "\",\"parent\":\"" + hash(parent) + "\",\"number\":" + number
                + ",\"stateRoot\":\"" + root + "\",\"diff\":" + diff + "}";
    }

    /** A block hash. */
    public static String hash(int number) {
        return "0x" + "%02x".formatted(number + 0x10).repeat(32);
    }

    private static String accounts(String balance, String... addresses) {
        return List.of(addresses).stream()
                .map(address -> account(address, balance))
                .collect(Collectors.joining(","));
    }

    private static String account(String address, String balance) {
        return "\"" + address + "\":{\"balance\":\"" + balance + "\",\"nonce\":\"0x0\"}";
    }
}
