package dev.espalier.store;

/**
 * Something that is wrong with a store.
 *
 * @param place the file, or the layer, that it was found in
 * @param found what was found and what was expected, with the path of the row or leaf
 */
public record StoreFault(String place, String found) {
    @Override
    public String toString() {
        return place + ": " + found;
    }
}
