package dev.hotstate.faults;

import dev.hotstate.faults.Trial.Findings;
import java.nio.file.Path;
import java.util.List;

/** {@code docs/faults.md}: what users saw of each fault, for how long, and what was lost. */
record FaultsDocument(List<Findings> findings) {

    static final Path FILE = Path.of("../docs/faults.md");

    private static final String HEAD = """
            # What happens when something breaks

            Written by `FaultsIT` of the module [faults](../faults/README.md); the figures are those of its last run, on the machine of a developer.
            Everything below runs at once: three Redis masters and three replicas, Postgres, two instances of each service behind a balancer that
            passes over an instance which accepts no connection or has said farewell, and the users of all four services. They keep a record of their own of all
            that was acknowledged; after each fault it is compared with what is there.

            After **every** fault below this was found to hold: each acknowledged record is there, or falls under what the last column says;
            no driver was with two people at once, no claim was gone before its time, and whoever can be had is found; no task began before its parents
            had ended, every job that was taken has ended, and those that ended before still have; everybody was told of each outage, of none under two
            keys, and of none that there was not; no caller was let through more often than its limit and what Redis had lost of its
            counts, by any algorithm; no key without an end; every instance works again, without help.

            Redis may lose what was written to one shard in the %d s before its replica took over and until its old master obeyed (by the logs of
            the nodes), and all that there was before it was emptied. A loss anywhere else, or at any other time, fails the test; so does a task
            that ran again although its end was acknowledged outside of these moments.

            """;

    private static final String UNMEANT = """

            Replicas that took over although the fault did not mean it, in this run: **%s** (at most %d, each with a stall of the machine that the
            test has measured, or it fails).
            %s""";

    private static final String FOOT = """

            *nothing*: no request failed, and none took longer than a second. *within*: from the first request that failed to the end of the last.

            What explains some of the figures: whoever asks a frozen instance gives up after 3 s. A partition of monitor-service or dag-scheduler that
            loses its instance is taken over after the lease (3 s here, 10 s usually). A failover takes the node timeout (1 s here) and an election.
            The limiter gives Redis 40 ms, which a crowded machine exceeds now and then, and answers without it. To a master that has refused
            writes for lack of memory a service sends one write a second until it takes one (the breaker of the node); reads go on.
            """;

    String text() {
        var text = new StringBuilder(HEAD.formatted(Losses.REACH.toSeconds()));
        text.append("| fault | service | what its users saw | what was lost |\n|---|---|---|---|\n");
        findings.forEach(one -> text.append(rows(one)));
        return text.append(unmeant()).append(FOOT).toString();
    }

    /** It is the machine that brings these about, or the test would have failed. */
    private String unmeant() {
        var lines = findings.stream()
                .flatMap(one ->
                        one.unmeant().stream().map(each -> "- " + one.fault().title() + ": " + each + ".\n"))
                .toList();
        return UNMEANT.formatted(lines.isEmpty() ? "none" : lines.size(), Losses.UNMEANT_MAX, String.join("", lines));
    }

    static String rows(Findings one) {
        var rows = new StringBuilder();
        var name = new String[] {one.fault().title()};
        one.cells().forEach((app, cell) -> {
            rows.append("| %s | %s | %s | %s |\n".formatted(name[0], app, cell.saw(), cell.lost()));
            name[0] = "";
        });
        return rows.toString();
    }
}
