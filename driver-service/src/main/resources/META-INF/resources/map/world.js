// Degrees, and the square that Mercator makes of the world: x to the east and y to the south, from 0 to 1.

export const LAT_MAX = 85.05;
const EARTH_METRES = 6_371_009;
const radians = (degrees) => (degrees * Math.PI) / 180;

export const xOf = (lon) => (lon + 180) / 360;

export function yOf(lat) {
  const sine = Math.sin(radians(Math.min(LAT_MAX, Math.max(-LAT_MAX, lat))));
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const latOf = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
export const lonOf = (x) => x * 360 - 180;

/** The same place, so many times around the world that it is on the side of the other one. */
export const lonBeside = (other, lon) => (lon - other > 180 ? lon - 360 : lon - other < -180 ? lon + 360 : lon);

/** -180 up to 180, however often somebody went around the world. */
export const wrapped = (lon) => ((((lon + 180) % 360) + 360) % 360) - 180;

export function metresBetween(one, other) {
  const u = Math.sin(radians(other.lat - one.lat) / 2);
  const v = Math.sin(radians(other.lon - one.lon) / 2);
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(u * u + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * v * v)));
}

/** 240 m, 1.2 km */
export function distance(metres) {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(metres < 10_000 ? 2 : 1)} km`;
}

/**
 * The part of the world to ask for: all that is seen and some more, on a raster, so that a small move asks for nothing new and those
 * who look at the same city ask for the same.
 */
export function areaOf(bounds, zoom) {
  const step = 360 / 2 ** Math.max(1, Math.floor(zoom));
  const [west, south] = [bounds.getWest(), bounds.getSouth()].map((edge) => Math.floor(edge / step) * step);
  const [east, north] = [bounds.getEast(), bounds.getNorth()].map((edge) => Math.ceil(edge / step) * step);
  const lats = [Math.max(-90, south), Math.min(90, north)];
  return (east - west >= 360 ? [-180, lats[0], 180, lats[1]] : [wrapped(west), lats[0], edgeOf(east), lats[1]]).join(",");
}

/** The eastern edge may be the 180th meridian itself. */
const edgeOf = (east) => (wrapped(east) === -180 ? 180 : wrapped(east));
