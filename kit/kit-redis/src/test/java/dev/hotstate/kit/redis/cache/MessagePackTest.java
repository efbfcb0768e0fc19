package dev.hotstate.kit.redis.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library org.msgpack is the second opinion on every value. */
class MessagePackTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectMapper json = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "127",
                "128",
                "-1",
                "-32",
                "-33",
                "32767",
                "-32768",
                "32768",
                "2147483647",
                "2147483648",
                "-9223372036854775808",
                "9223372036854775807",
                "1.5",
                "-0.0",
                "\"\"",
                "\"grün \u2028 \uD83D\uDE00\"",
                "[]",
                "{}",
                "[1,[2,[3,{\"a\":{\"b\":null}}]]]",
                "{\"name\":\"x\",\"list\":[1,2.5,\"three\",false,null]}"
            })
    void a_value_survives_and_the_library_agrees(String text) throws IOException {
        var tree = json.readTree(text);
        var packed = MessagePack.pack(tree);
        assertThat(MessagePack.unpack(packed)).hasToString(tree.toString());
        assertThat(asTheLibraryReads(packed)).isEqualTo(json.readTree(text));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 16, 31, 32, 255, 256, 65_535, 65_536})
    void every_length_class_survives(int length) throws IOException {
        var text = NODES.textNode("x".repeat(length));
        var array = NODES.arrayNode();
        var object = NODES.objectNode();
        for (int i = 0; i < length; i++) {
            array.add(i % 3 == 0);
            object.put("k" + i, i);
        }
        for (JsonNode node : new JsonNode[] {text, array, object}) {
            var packed = MessagePack.pack(node);
            assertThat(MessagePack.unpack(packed).equals(node)).isTrue();
            assertThat(asTheLibraryReads(packed).equals(node)).isTrue();
        }
    }

    @Test
    void bytes_survive() throws IOException {
        var packed = MessagePack.pack(NODES.binaryNode(new byte[] {0, -1, 127}));
        assertThat(MessagePack.unpack(packed).binaryValue()).containsExactly(0, -1, 127);
    }

    @Test
    void what_the_library_writes_can_be_read() throws IOException {
        try (var packer = org.msgpack.core.MessagePack.newDefaultBufferPacker()) {
            packer.packArrayHeader(6)
                    .packInt(200)
                    .packInt(60_000)
                    .packLong(4_000_000_000L)
                    .packFloat(1.5f)
                    .packByte((byte) -100)
                    .packBinaryHeader(2)
                    .writePayload(new byte[] {1, 2});
            var tree = MessagePack.unpack(packer.toByteArray());
            assertThat(tree.toString()).isEqualTo("[200,60000,4000000000,1.5,-100,\"AQI=\"]");
        }
    }

    @Test
    void broken_bytes_are_refused_whatever_they_are() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var whole = MessagePack.pack(NODES.objectNode()
                .put("a", "text")
                .put("n", 1.5)
                .set("l", NODES.arrayNode().add(1)));
        for (int round = 0; round < 20_000; round++) {
            var broken = Arrays.copyOf(whole, random.nextInt(whole.length));
            if (broken.length > 0) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            try {
                MessagePack.unpack(broken);
            } catch (IllegalArgumentException expected) {
                continue;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                throw new AssertionError("seed " + seed + ", bytes " + Arrays.toString(broken), e);
            }
        }
    }

    @Test
    void endless_nesting_is_refused() {
        var nested = new byte[100_000];
        Arrays.fill(nested, (byte) 0x91);
        assertThatThrownBy(() -> MessagePack.unpack(nested)).hasMessage("nested too deeply");
    }

    @Test
    void what_could_not_be_read_back_does_not_fit() {
        JsonNode tree = NODES.numberNode(1);
        for (int depth = 1; depth <= 65; depth++) {
            tree = depth % 2 == 0
                    ? NODES.arrayNode().add(tree)
                    : NODES.objectNode().set("a", tree);
            assertThat(MessagePack.fits(tree)).isEqualTo(depth <= 64);
            if (depth <= 64) {
                assertThat(MessagePack.unpack(MessagePack.pack(tree))).isEqualTo(tree);
            }
        }
    }

    @Test
    void bytes_after_the_end_are_refused() {
        assertThatThrownBy(() -> MessagePack.unpack(new byte[] {1, 1})).hasMessage("bytes after the end");
    }

    private JsonNode asTheLibraryReads(byte[] packed) throws IOException {
        try (var unpacker = org.msgpack.core.MessagePack.newDefaultUnpacker(packed)) {
            return json.readTree(unpacker.unpackValue().toJson());
        }
    }
}
