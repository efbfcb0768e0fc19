package dev.hotstate.local.city;

import java.util.List;

/**
 * A city where drivers work.
 *
 * @param key     part of the ids of its drivers
 * @param share   of all drivers, in percent
 * @param tilt    by how many degrees its streets are turned
 * @param block   metres from one street to the next
 * @param reach   streets from the centre to the edge
 * @param airport a corner near the edge, as streets east and north of the centre
 */
record City(String key, String name, Place centre, int share, double tilt, double block, int reach, Corner airport) {

    static final List<City> ALL = List.of(
            new City("berlin", "Berlin", new Place(52.5200, 13.4050), 30, 12, 180, 45, new Corner(28, -36)),
            new City("paris", "Paris", new Place(48.8606, 2.3376), 20, 28, 140, 42, new Corner(34, 22)),
            new City("london", "London", new Place(51.5099, -0.1181), 18, -8, 150, 48, new Corner(-40, -6)),
            new City("new-york", "New York", new Place(40.7549, -73.9840), 14, -29, 120, 40, new Corner(30, -20)),
            new City("sao-paulo", "São Paulo", new Place(-23.5558, -46.6396), 10, 40, 130, 40, new Corner(10, -32)),
            new City("tokyo", "Tokyo", new Place(35.6812, 139.7671), 8, 5, 110, 40, new Corner(-12, -34)));
}
