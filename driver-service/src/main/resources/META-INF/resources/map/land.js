// Land and sea from afar, and the names of big cities: enough to see where one is looking, without asking anybody outside.
import { divIcon, layerGroup, marker, polygon, svg } from "/map/vendor/leaflet-src.esm.js";
import { CITIES } from "./cities.js";

/** Nearer than this the outline is wrong by more pixels than it helps: it is drawn to a tenth of a degree. */
const LAND_ZOOM_MAX = 9;
const NAMES_ZOOM_MIN = 2;
const NAMES_ZOOM_MAX = 12;
/** Two names are at least so many pixels apart: a circle with its name below it. */
const NAME_HEIGHT = 76;
const NAME_WIDTH = 110;
/** The world repeats itself to the west and to the east. */
const WORLDS = [-360, 0, 360];

export class Land {
  #map;
  #land = layerGroup();
  #names = layerGroup();
  #loading = false;

  constructor(map) {
    this.#map = map;
    // Below the graticule, the names above their land.
    map.createPane("land").style.zIndex = 250;
    map.createPane("names").style.zIndex = 260;
    this.#land.addTo(map);
    this.#names.addTo(map);
  }

  draw() {
    const zoom = this.#map.getZoom();
    this.#show(this.#land, zoom <= LAND_ZOOM_MAX);
    if (zoom <= LAND_ZOOM_MAX && !this.#loading) {
      this.#loading = true;
      this.#load();
    }
    this.#names.clearLayers();
    if (zoom >= NAMES_ZOOM_MIN && zoom <= NAMES_ZOOM_MAX) {
      this.#drawNames();
    }
  }

  remove() {
    this.#land.remove();
    this.#names.remove();
  }

  #show(layer, shown) {
    if (shown !== this.#map.hasLayer(layer)) {
      this.#map[shown ? "addLayer" : "removeLayer"](layer);
    }
  }

  async #load() {
    try {
      const answer = await fetch("/map/land.json");
      const rings = (await answer.json()).map(unpacked);
      const renderer = svg({ pane: "land", padding: 0.5 });
      for (const world of WORLDS) {
        const moved = rings.map((ring) => [ring.map(([lat, lon]) => [lat, lon + world])]);
        polygon(moved, { className: "land", interactive: false, smoothFactor: 1.2, pane: "land", renderer }).addTo(this.#land);
      }
    } catch {
      this.#loading = false; // The next move asks again.
    }
  }

  #drawNames() {
    const bounds = this.#map.getBounds();
    const taken = [];
    for (const [name, lat, lon] of CITIES) {
      for (const world of WORLDS) {
        const place = [lat, lon + world];
        const { x, y } = this.#map.latLngToContainerPoint(place);
        const isFree = taken.every((other) => Math.abs(other.x - x) > NAME_WIDTH || Math.abs(other.y - y) > NAME_HEIGHT);
        if (isFree && bounds.contains(place)) {
          taken.push({ x, y });
          const icon = divIcon({ className: "city-name", html: name, iconSize: null });
          marker(place, { icon, interactive: false, keyboard: false, pane: "names" }).addTo(this.#names);
        }
      }
    }
  }
}

/** A ring is a list of steps in twentieths of a degree, longitude first. */
function unpacked(steps) {
  const ring = [];
  let [lon, lat] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    lon += steps[at];
    lat += steps[at + 1];
    ring.push([lat / 20, lon / 20]);
  }
  return ring;
}
