package dev.hotstate.kit.redis.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The part of <a href="https://github.com/msgpack/msgpack/blob/master/spec.md">MessagePack</a> that a JSON tree needs.
 * Written here because the library's reflection and Unsafe stand in the way of a native image and of JDK 24 and newer.
 */
final class MessagePack {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEPTH_MAX = 64;

    private MessagePack() {}

    /** Whether a tree is flat enough to be read back. */
    static boolean fits(JsonNode tree) {
        return fits(tree, DEPTH_MAX);
    }

    private static boolean fits(JsonNode node, int levels) {
        if (levels < 0) {
            return false;
        }
        for (var child : node) {
            if (!fits(child, levels - 1)) {
                return false;
            }
        }
        return true;
    }

    /** @param tree one that fits */
    static byte[] pack(JsonNode tree) {
        var bytes = new ByteArrayOutputStream(1024);
        try {
            write(tree, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if the bytes are not one complete MessagePack value of the kinds above
     */
    static JsonNode unpack(byte[] bytes) {
        try {
            var in = ByteBuffer.wrap(bytes);
            var tree = read(in, 0);
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("bytes after the end");
            }
            return tree;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the end is missing", e);
        }
    }

    private static void write(JsonNode node, DataOutputStream out) throws IOException {
        switch (node.getNodeType()) {
            case NULL, MISSING -> out.writeByte(0xC0);
            case BOOLEAN -> out.writeByte(node.booleanValue() ? 0xC3 : 0xC2);
            case NUMBER -> writeNumber(node, out);
            case STRING -> writeText(node.textValue(), out);
            case BINARY -> writeBinary(node.binaryValue(), out);
            case ARRAY -> {
                writeLength(node.size(), 0x90, 15, 0xDC, out);
                for (var item : node) {
                    write(item, out);
                }
            }
            case OBJECT -> {
                writeLength(node.size(), 0x80, 15, 0xDE, out);
                for (var property : node.properties()) {
                    writeText(property.getKey(), out);
                    write(property.getValue(), out);
                }
            }
            default -> throw new IllegalArgumentException("no MessagePack for " + node.getNodeType());
        }
    }

    private static void writeNumber(JsonNode node, DataOutputStream out) throws IOException {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            writeWhole(node.longValue(), out);
        } else if (node.isDouble() || node.isFloat()) {
            out.writeByte(0xCB);
            out.writeDouble(node.doubleValue());
        } else {
            // Larger than 64 bits, or an exact decimal: Jackson reads either back from its text.
            writeText(node.asText(), out);
        }
    }

    private static void writeWhole(long value, DataOutputStream out) throws IOException {
        if (value >= -32 && value <= 127) {
            out.writeByte((int) value);
        } else if (value == (short) value) {
            out.writeByte(0xD1);
            out.writeShort((int) value);
        } else if (value == (int) value) {
            out.writeByte(0xD2);
            out.writeInt((int) value);
        } else {
            out.writeByte(0xD3);
            out.writeLong(value);
        }
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        var bytes = text.getBytes(UTF_8);
        if (bytes.length > 31 && bytes.length <= 0xFF) {
            out.writeByte(0xD9);
            out.writeByte(bytes.length);
        } else {
            writeLength(bytes.length, 0xA0, 31, 0xDA, out);
        }
        out.write(bytes);
    }

    private static void writeBinary(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeByte(0xC6);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** A short length shares the byte of its kind; longer ones follow it in two or four bytes. */
    private static void writeLength(int length, int shortKind, int shortMax, int longKind, DataOutputStream out)
            throws IOException {
        if (length <= shortMax) {
            out.writeByte(shortKind | length);
        } else if (length <= 0xFFFF) {
            out.writeByte(longKind);
            out.writeShort(length);
        } else {
            out.writeByte(longKind + 1);
            out.writeInt(length);
        }
    }

    private static JsonNode read(ByteBuffer in, int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("nested too deeply");
        }
        int kind = in.get() & 0xFF;
        return switch (kind) {
            case 0xC0 -> NODES.nullNode();
            case 0xC2 -> NODES.booleanNode(false);
            case 0xC3 -> NODES.booleanNode(true);
            case 0xC4 -> NODES.binaryNode(bytes(in, in.get() & 0xFF));
            case 0xC5 -> NODES.binaryNode(bytes(in, in.getShort() & 0xFFFF));
            case 0xC6 -> NODES.binaryNode(bytes(in, in.getInt()));
            case 0xCA -> NODES.numberNode(in.getFloat());
            case 0xCB -> NODES.numberNode(in.getDouble());
            case 0xCC -> NODES.numberNode(in.get() & 0xFF);
            case 0xCD -> NODES.numberNode(in.getShort() & 0xFFFF);
            case 0xCE -> NODES.numberNode(in.getInt() & 0xFFFF_FFFFL);
            case 0xD0 -> NODES.numberNode((int) in.get());
            case 0xD1 -> NODES.numberNode((int) in.getShort());
            case 0xD2 -> NODES.numberNode(in.getInt());
            case 0xD3 -> NODES.numberNode(in.getLong());
            case 0xD9 -> text(in, in.get() & 0xFF);
            case 0xDA -> text(in, in.getShort() & 0xFFFF);
            case 0xDB -> text(in, in.getInt());
            case 0xDC -> array(in, in.getShort() & 0xFFFF, depth);
            case 0xDD -> array(in, in.getInt(), depth);
            case 0xDE -> object(in, in.getShort() & 0xFFFF, depth);
            case 0xDF -> object(in, in.getInt(), depth);
            default -> readShort(kind, in, depth);
        };
    }

    /** The kinds that carry their value or length in the same byte. */
    private static JsonNode readShort(int kind, ByteBuffer in, int depth) {
        if (kind <= 0x7F || kind >= 0xE0) {
            return NODES.numberNode((int) (byte) kind);
        }
        return switch (kind & 0xF0) {
            case 0x80 -> object(in, kind & 0x0F, depth);
            case 0x90 -> array(in, kind & 0x0F, depth);
            case 0xA0, 0xB0 -> text(in, kind & 0x1F);
            default -> throw new IllegalArgumentException("unknown kind 0x%02X".formatted(kind));
        };
    }

    private static JsonNode text(ByteBuffer in, int length) {
        return NODES.textNode(new String(bytes(in, length), UTF_8));
    }

    private static JsonNode array(ByteBuffer in, int size, int depth) {
        var array = NODES.arrayNode();
        for (int i = 0; i < size; i++) {
            array.add(read(in, depth + 1));
        }
        return array;
    }

    private static JsonNode object(ByteBuffer in, int size, int depth) {
        var object = NODES.objectNode();
        for (int i = 0; i < size; i++) {
            var name = read(in, depth + 1);
            if (!name.isTextual()) {
                throw new IllegalArgumentException("a property name that is no text");
            }
            object.set(name.textValue(), read(in, depth + 1));
        }
        return object;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("the end is missing");
        }
        var bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
