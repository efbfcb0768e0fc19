package dev.hotstate.local.city;

/** Who a driver is. */
record Registration(String name, Vehicle vehicle, double rating) {

    record Vehicle(String kind, String model, String color, String plate, int seats) {}
}
