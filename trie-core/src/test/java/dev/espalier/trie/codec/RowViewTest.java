package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.CorruptRowException;
import org.junit.jupiter.api.Test;

class RowViewTest {
    @Test
    void showsNoChildBeforeItIsFilled() {
        RowView view = new RowView();
        assertThat(view.present()).isZero();
        assertThat(view.branches()).isZero();
        assertThat(view.rests()).isZero();
        assertThat(view.extensions()).isZero();
        assertThat(view.embedded()).isZero();
    }

    @Test
    void isReusedFromRowToRow() {
        RowView view = new RowView();
        RowCodec.decodeBranchInto(GoldenRows.SHALLOW_PATH, GoldenRows.shallow(), view);
        assertThat(view.toBytes()).isEqualTo(GoldenRows.shallow());
        RowCodec.decodeBranchInto(GoldenRows.DEEP_PATH, GoldenRows.deep(), view);
        assertThat(view.toBytes()).isEqualTo(GoldenRows.deep());
        assertThat(view.depth()).isEqualTo(60);
        assertThat(view.leafKey(GoldenRows.DEEP_PATH, 1)).isEqualTo(GoldenRows.DEEP_LEAF);
    }

    @Test
    void keepsItsContentWhenTheNextRowIsRefused() {
        RowView view = new RowView();
        RowCodec.decodeBranchInto(GoldenRows.DEEP_PATH, GoldenRows.deep(), view);
        byte[] broken = GoldenRows.shallow();
        broken[broken.length - 1 - 32] = 1;
        assertThatExceptionOfType(CorruptRowException.class)
                .isThrownBy(() -> RowCodec.decodeBranchInto(GoldenRows.SHALLOW_PATH, broken, view));
        assertThat(view.toBytes()).isEqualTo(GoldenRows.deep());
    }

    @Test
    void looksAtTheCallersBytesWithoutACopy() {
        RowView view = new RowView();
        byte[] bytes = GoldenRows.deep();
        RowCodec.decodeBranchInto(GoldenRows.DEEP_PATH, bytes, view);
        assertThat(view.bytes()).isSameAs(bytes);
        assertThat(view.toBytes()).isNotSameAs(bytes);
    }
}
