package dev.espalier.bench.report;

import dev.espalier.bench.inspect.FoundRow;
import dev.espalier.bench.inspect.KeyPath;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.RowReader;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An inspection's result as the fields of a JSON object. */
public final class InspectionJson {
    private static final int CHILDREN = 16;

    private InspectionJson() {}

    /** Returns a key's path. */
    public static Map<String, @Nullable Object> path(KeyPath path) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("trie", Long.toUnsignedString(path.trieId()));
        fields.put("key", path.key().toString());
        fields.put("rootCell", InspectionText.text(path.root()));
        fields.put("rows", path.rows().stream().map(InspectionJson::row).toList());
        fields.put("ending", path.end().ending().name().toLowerCase(Locale.ROOT));
        fields.put("depth", path.end().depth());
        fields.put("place", path.place());
        fields.put(
                "stored", path.stored() == null ? null : "0x" + HexFormat.of().formatHex(path.stored()));
        return fields;
    }

    /** Returns an account. */
    public static Map<String, Object> account(AccountRecord record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nonce", Long.toUnsignedString(record.account().nonce()));
        fields.put("balance", record.account().balance().toString());
        fields.put("codeHash", record.account().codeHash().toString());
        fields.put("storageId", Long.toUnsignedString(record.storageId()));
        fields.put("storageRoot", record.storageRoot().toString());
        fields.put("storageRootCell", InspectionText.text(record.storageCell()));
        return fields;
    }

    private static Map<String, Object> row(FoundRow found) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", found.path().toString());
        fields.put("place", found.place());
        fields.put("bytes", found.row().encodedLength());
        fields.put("child", found.child());
        List<String> cells = new ArrayList<>();
        for (int child = 0; child < CHILDREN; child++) {
            if (RowReader.bit(found.row().present(), child)) {
                cells.add(Integer.toHexString(child) + " " + InspectionText.cell(found.path(), found.row(), child));
            }
        }
        fields.put("cells", cells);
        return fields;
    }
}
