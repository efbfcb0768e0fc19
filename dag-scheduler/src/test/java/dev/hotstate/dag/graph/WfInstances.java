package dev.hotstate.dag.graph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * Six real workflows of wfcommons/WfInstances (LGPL-3). They lie beside the project, not in it; where they are missing, a test
 * says so and is skipped.
 */
public final class WfInstances {

    public static final String CHAIN = "helloworld-chain-5-chameleon";
    public static final String FORK_JOIN = "helloworld-forkjoin-10-chameleon";
    public static final String BLAST = "blast-chameleon-small-001";
    public static final String VIRALRECON = "viralrecon-dirt02-001";
    public static final String EPIGENOMICS = "epigenomics-chameleon-ilmn-6seq-50k-001";
    public static final String MONTAGE = "montage-chameleon-dss-15d-001";
    public static final List<String> ALL = List.of(CHAIN, FORK_JOIN, BLAST, VIRALRECON, EPIGENOMICS, MONTAGE);

    private static final Path FOLDER = Path.of("../../shared/data/wfinstances");

    private WfInstances() {}

    public static Path file(String name) {
        var file = FOLDER.resolve(name + ".json");
        Assumptions.assumeTrue(
                Files.exists(file), "needs wfcommons/WfInstances as JSON files in ../shared/data/wfinstances");
        return file;
    }

    public static String text(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only the shape: ids become {@code <word>_<number>}. */
    public static List<TaskNode> nodes(String name) {
        try {
            var tasks = new ObjectMapper().readTree(file(name).toFile()).at("/workflow/specification/tasks");
            Map<String, String> ids = new HashMap<>();
            tasks.forEach(task ->
                    ids.put(task.get("id").asText(), shortId(task.get("id").asText(), ids.size())));
            var nodes = new ArrayList<TaskNode>();
            for (var task : tasks) {
                nodes.add(new TaskNode(ids.get(task.get("id").asText()), parents(task, ids)));
            }
            return nodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> parents(JsonNode task, Map<String, String> ids) {
        var parents = new ArrayList<String>();
        task.get("parents").forEach(parent -> parents.add(ids.get(parent.asText())));
        return parents;
    }

    private static String shortId(String id, int number) {
        var word = id.replaceAll("[^A-Za-z].*", "");
        return (word.isEmpty() ? "task" : word.substring(0, Math.min(20, word.length()))) + "_" + number;
    }
}
