package dev.hotstate.dag.verify;

import dev.hotstate.dag.rule.Tallies;
import dev.hotstate.kit.redis.connection.Reply;

/**
 * What one look at a task showed.
 *
 * @param packed its state, empty if it has none
 * @param counted how its parents ended, according to their own states
 * @param parked also where it could not be excluded
 * @param checked whether its condition stands in the list of what must be done
 */
record TaskLook(
        String task,
        String packed,
        Tallies counted,
        boolean running,
        boolean ready,
        boolean delayed,
        boolean parked,
        boolean checked) {

    static TaskLook of(String task, int parents, Reply look) {
        var counted = new Tallies(integer(look, 1), integer(look, 2), integer(look, 3), parents);
        return new TaskLook(
                task, look.get(0).text(), counted, is(look, 4), is(look, 5), is(look, 6), is(look, 7), is(look, 8));
    }

    /** Two looks at some of its parents each; only if nothing has happened to it in between do they fit together. */
    boolean fitsTo(TaskLook other) {
        return packed.equals(other.packed);
    }

    TaskLook with(TaskLook other) {
        return new TaskLook(
                task,
                packed,
                new Tallies(
                        counted.ok() + other.counted.ok(),
                        counted.failed() + other.counted.failed(),
                        counted.skipped() + other.counted.skipped(),
                        counted.parents()),
                other.running,
                other.ready,
                other.delayed,
                other.parked,
                other.checked);
    }

    private static int integer(Reply look, int at) {
        return (int) look.get(at).integer();
    }

    private static boolean is(Reply look, int at) {
        return look.get(at).integer() == 1;
    }
}
