package dev.espalier.trie;

/** A slot was written of an account that does not exist when the root is computed. */
public final class MissingAccountException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one that names the account by its address, or by its hashed key where that was given. */
    public MissingAccountException(String account, int slots) {
        super("storage of an account that does not exist: account=" + account + ", slots written=" + slots
                + ", expected the account to be put before the root is computed");
    }
}
