package dev.hotstate.metrics.live;

import dev.hotstate.metrics.live.PolicyFigures.OfCaller;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds those who ask most without remembering all: whoever is new takes the place of the one with the fewest, and his count as a
 * head start, which is not told (SpaceSaving). Who asks more often than one in {@link #PLACES} is surely found.
 */
final class Hottest {

    static final int PLACES = 64;

    private static final class Place {
        final long headStart;
        long asked;
        long denied;

        Place(long headStart) {
            this.headStart = headStart;
            this.asked = headStart;
        }
    }

    private final Map<String, Place> places = new HashMap<>();
    /** Nobody has asked less: who has asked as little as that is the coldest, and need not be compared with all others. */
    private long least;

    void add(String caller, boolean allowed) {
        var place = places.get(caller);
        if (place == null) {
            place = new Place(places.size() < PLACES ? 0 : removeColdest());
            places.put(caller, place);
        }
        place.asked++;
        place.denied += allowed ? 0 : 1;
    }

    private long removeColdest() {
        Map.Entry<String, Place> coldest = null;
        for (var candidate : places.entrySet()) {
            if (coldest == null || candidate.getValue().asked < coldest.getValue().asked) {
                coldest = candidate;
                if (coldest.getValue().asked <= least) {
                    break;
                }
            }
        }
        if (coldest == null) {
            return 0;
        }
        places.remove(coldest.getKey());
        least = coldest.getValue().asked;
        return least;
    }

    Map<String, OfCaller> found() {
        var found = new HashMap<String, OfCaller>();
        places.forEach((caller, place) -> found.put(caller, new OfCaller(place.asked - place.headStart, place.denied)));
        return found;
    }
}
