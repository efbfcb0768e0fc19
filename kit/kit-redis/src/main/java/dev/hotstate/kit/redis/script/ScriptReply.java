package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.Reply;
import java.util.List;

/**
 * What a script answered: its status, then the values behind it.
 *
 * @param values what follows the status word, counted from 0
 */
public record ScriptReply<S extends Enum<S>>(S status, List<Reply> values) {

    static <S extends Enum<S>> ScriptReply<S> of(Script<S> script, Reply reply) {
        var items = reply.list();
        if (items.isEmpty()) {
            throw new IllegalStateException("script " + script + " answered without a status word");
        }
        return new ScriptReply<>(script.status(items.getFirst().text()), items.subList(1, items.size()));
    }

    public boolean is(S status) {
        return this.status == status;
    }

    public Reply value(int index) {
        return values.get(index);
    }

    public String text(int index) {
        return value(index).text();
    }

    public long integer(int index) {
        return value(index).integer();
    }

    /** The values from this one on, as text. */
    public List<String> textsFrom(int index) {
        return values.stream().skip(index).map(Reply::text).toList();
    }
}
