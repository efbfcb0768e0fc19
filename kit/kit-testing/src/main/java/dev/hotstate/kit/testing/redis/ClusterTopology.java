package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Who is who among the processes of a cluster, asked of those that answer. */
final class ClusterTopology {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** For so long a machine that stands still may keep all of them from answering. */
    private static final Duration STALL = Duration.ofSeconds(10);

    private final List<RedisNode> nodes;
    /** A node keeps its id over restarts. */
    private final Map<String, RedisNode> nodeById = new HashMap<>();

    ClusterTopology(List<RedisNode> nodes) {
        this.nodes = nodes;
        nodes.forEach(node -> nodeById.put(node.id(), node));
    }

    RedisNode node(String id) {
        return Optional.ofNullable(nodeById.get(id))
                .orElseThrow(() -> new IllegalArgumentException("no node of this cluster has the id " + id));
    }

    String id(RedisNode node) {
        return nodeById.entrySet().stream()
                .filter(entry -> entry.getValue() == node)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(node + " is no node of this cluster"))
                .getKey();
    }

    List<RedisNode> masters() {
        return inRole(ClusterView.Member::isServing);
    }

    List<RedisNode> replicas() {
        return inRole(ClusterView.Member::isReplica);
    }

    RedisNode replicaOf(RedisNode master) {
        var id = id(master);
        return view().members().stream()
                .filter(member -> member.masterId().equals(id) && !member.isDoubtful())
                .findFirst()
                .map(member -> node(member.id()))
                .orElseThrow(() -> new BackendFailure(master + " has no replica now"));
    }

    RedisNode masterOf(RedisNode replica) {
        return view().member(id(replica))
                .filter(member -> !member.isMaster())
                .map(member -> node(member.masterId()))
                .orElseThrow(() -> new BackendFailure(replica + " is no replica now"));
    }

    RedisNode masterOfSlot(int slot) {
        return view().ownerOf(slot)
                .map(owner -> node(owner.id()))
                .orElseThrow(() -> new BackendFailure("slot " + slot + " has no owner"));
    }

    /** Slots that the node has begun to give away or to take. */
    List<Integer> openSlots(RedisNode node) {
        return seenBy(node).stream()
                .flatMap(view -> view.members().stream())
                .flatMap(member -> member.openSlots().stream())
                .toList();
    }

    /** What that node sees; empty when it does not answer. */
    Optional<ClusterView> seenBy(RedisNode node) {
        try (var client = node.connect(PATIENCE)) {
            return Optional.of(ClusterView.parse(client.text("CLUSTER", "NODES")));
        } catch (BackendFailure | RedisRefusal e) {
            return Optional.empty();
        }
    }

    /** What the best informed node sees: one that doubts the fewest others, and knows the latest change. */
    ClusterView view() {
        var best = new AtomicReference<Optional<ClusterView>>(Optional.empty());
        Patience.await("the cluster", STALL, () -> {
            best.set(bestView());
            return best.get().isPresent() ? Optional.empty() : Optional.of("no node answers");
        });
        return best.get().orElseThrow();
    }

    private Optional<ClusterView> bestView() {
        return nodes.stream()
                .map(this::seenBy)
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(ClusterView::certainMembers)
                        .thenComparingLong(ClusterView::highestEpoch));
    }

    /** Who, of those asked that answer, does not see this node serve slots, or still takes its predecessor for a master. */
    Optional<String> objectionToPromotion(RedisNode promoted, Predicate<RedisNode> asked) {
        var id = id(promoted);
        return nodes.stream()
                .filter(asked)
                .filter(node ->
                        seenBy(node).filter(view -> !view.hasPromoted(id)).isPresent())
                .findFirst()
                .map(node -> node + " does not see it as a master");
    }

    /** Who, of those that answer, takes another node for the owner of the slot. */
    Optional<String> objectionToOwner(int slot, RedisNode owner) {
        return nodes.stream()
                .filter(node -> seenBy(node)
                        .filter(view -> view.ownerOf(slot)
                                .filter(seen -> node(seen.id()) == owner)
                                .isEmpty())
                        .isPresent())
                .findFirst()
                .map(node -> node + " sees another owner");
    }

    /** What keeps the cluster from being whole and of one mind; empty when nothing does. */
    Optional<String> objection(int masters) {
        var roles = "";
        for (var node : nodes) {
            var view = seenBy(node);
            if (view.isEmpty()) {
                return Optional.of(node + " does not answer");
            }
            var seen = view.get();
            if (seen.members().size() != nodes.size()) {
                return Optional.of(node + " knows " + seen.members().size() + " of " + nodes.size() + " nodes");
            }
            if (seen.members().stream().anyMatch(ClusterView.Member::isDoubtful)) {
                return Optional.of(node + " doubts a node");
            }
            if (seen.members().stream().filter(ClusterView.Member::isMaster).count() != masters) {
                return Optional.of(node + " does not see " + masters + " masters");
            }
            if (!roles.isEmpty() && !roles.equals(seen.roles())) {
                return Optional.of(node + " disagrees with " + nodes.getFirst());
            }
            roles = seen.roles();
        }
        return Optional.empty();
    }

    private List<RedisNode> inRole(Predicate<ClusterView.Member> role) {
        return view().members().stream()
                .filter(role)
                .map(member -> node(member.id()))
                .toList();
    }
}
