package dev.hotstate.local.city;

/** Where two streets cross, counted in streets east and north of the centre, along the streets of the city. */
record Corner(int east, int north) {

    Corner plus(int moreEast, int moreNorth) {
        return new Corner(east + moreEast, north + moreNorth);
    }
}
