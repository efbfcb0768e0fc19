package dev.hotstate.kit.testing.redis;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The cluster as one of its nodes sees it (CLUSTER NODES). */
record ClusterView(List<Member> members) {

    /**
     * @param masterId the master of a replica; empty for a master
     * @param openSlots those that are migrating or importing; a node tells them of itself only
     */
    record Member(
            String id,
            String address,
            List<String> flags,
            String masterId,
            long epoch,
            List<SlotRange> slots,
            List<Integer> openSlots) {

        boolean isMaster() {
            return flags.contains("master");
        }

        boolean isServing() {
            return isMaster() && !slots.isEmpty() && !isDoubtful();
        }

        boolean isReplica() {
            return !isMaster() && !isDoubtful();
        }

        /** A master that was just replaced and still counts as one. */
        boolean isLeftOver() {
            return isMaster() && slots.isEmpty() && !isDoubtful();
        }

        /** Suspected or known to be dead, or not yet met. */
        boolean isDoubtful() {
            return flags.stream().anyMatch(flag -> flag.startsWith("fail") || flag.equals("handshake"));
        }

        boolean owns(int slot) {
            return slots.stream().anyMatch(range -> range.first <= slot && slot <= range.last);
        }
    }

    record SlotRange(int first, int last) {

        static SlotRange parse(String text) {
            var ends = text.split("-");
            return new SlotRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
        }
    }

    static ClusterView parse(String clusterNodes) {
        return new ClusterView(
                clusterNodes.lines().map(ClusterView::parseMember).toList());
    }

    private static Member parseMember(String line) {
        var words = line.split(" ");
        return new Member(
                words[0],
                words[1].replaceFirst("@.*", ""),
                List.of(words[2].split(",")),
                words[3].equals("-") ? "" : words[3],
                Long.parseLong(words[6]),
                Arrays.stream(words)
                        .skip(8)
                        .filter(word -> !word.startsWith("["))
                        .map(SlotRange::parse)
                        .toList(),
                // [slot->-target] or [slot-<-source]
                Arrays.stream(words)
                        .skip(8)
                        .filter(word -> word.startsWith("["))
                        .map(word -> Integer.valueOf(word.substring(1, word.indexOf('-'))))
                        .toList());
    }

    Optional<Member> member(String id) {
        return members.stream().filter(member -> member.id().equals(id)).findFirst();
    }

    boolean hasPromoted(String id) {
        return member(id).filter(Member::isServing).isPresent()
                && members.stream().noneMatch(Member::isLeftOver);
    }

    long certainMembers() {
        return members.stream().filter(member -> !member.isDoubtful()).count();
    }

    /** Grows with every failover and slot move. */
    long highestEpoch() {
        return members.stream().mapToLong(Member::epoch).max().orElse(0);
    }

    Optional<Member> ownerOf(int slot) {
        return members.stream().filter(member -> member.owns(slot)).findFirst();
    }

    /** Who is what and owns which slots: equal for two nodes that agree. */
    String roles() {
        return members.stream()
                .collect(Collectors.toMap(
                        Member::id,
                        member -> (member.isMaster() ? "master" : member.masterId()) + member.slots(),
                        (a, b) -> a,
                        TreeMap::new))
                .toString();
    }
}
