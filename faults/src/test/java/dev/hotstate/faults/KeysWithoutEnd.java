package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.keys.KeyFinding;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** Keys in Redis that stay for ever although the list of keys says that they have an end, or does not know them. */
final class KeysWithoutEnd {

    /** Of one kind; a report has an end. */
    private static final int SHOWN_MAX = 3;

    private static final Pattern OF_JOB = Pattern.compile("([^:]+:dag:)[a-z]+:(\\{[^}]+}[^.:]+).*");
    private static final Set<String> UNFINISHED = Set.of("PENDING", "RUNNING");

    private final RedisClusterHarness cluster;
    private final Duration patience;
    private final KeyList list;

    /** @param patience for those who give a key its end a moment later */
    KeysWithoutEnd(RedisClusterHarness cluster, Duration patience) throws IOException {
        this.cluster = cluster;
        this.patience = patience;
        this.list = KeyList.read();
    }

    List<String> found() {
        try {
            await().atMost(patience).until(() -> scan().isEmpty());
            return List.of();
        } catch (ConditionTimeoutException late) {
            return shortened(scan());
        }
    }

    private List<KeyFinding> scan() {
        return KeyScan.strict()
                .below(cluster.env() + ":")
                .permanent(this::mayHaveNone)
                .labelled(key -> key.startsWith(cluster.env() + ":metrics:"))
                .findings(cluster.admin());
    }

    private boolean mayHaveNone(String key) {
        return switch (list.of(key)) {
            case HAS_NO_END -> true;
            case UNTIL_ITS_JOB_ENDS -> isOfUnfinishedJob(key);
            case ENDS -> false;
        };
    }

    private boolean isOfUnfinishedJob(String key) {
        var job = OF_JOB.matcher(key).replaceFirst("$1job:$2");
        try (var node = cluster.masterOf(job).connect()) {
            return UNFINISHED.contains(String.valueOf(node.call("HGET", job, "status")))
                    || node.number("HEXISTS", job, "loading") == 1;
        }
    }

    private static List<String> shortened(List<KeyFinding> findings) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> shown = new ArrayList<>();
        for (var finding : findings) {
            var words = finding.key().split(":");
            if (seen.merge(words[1] + ":" + words[2], 1, Integer::sum) <= SHOWN_MAX) {
                shown.add(finding.toString());
            }
        }
        return shown;
    }
}
