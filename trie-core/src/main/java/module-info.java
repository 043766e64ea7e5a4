/**
 * The commitment trie: values, SPI, the trie algorithm and the one codec. It needs nothing but the JDK at run time.
 */
module dev.espalier.trie {
    requires static org.jspecify;

    exports dev.espalier.trie;
    exports dev.espalier.trie.bulk;
    exports dev.espalier.trie.codec;
    exports dev.espalier.trie.commit;
    exports dev.espalier.trie.hash;
    exports dev.espalier.trie.memory;
    exports dev.espalier.trie.spi;
    exports dev.espalier.trie.walk;
}
