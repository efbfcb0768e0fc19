// What lies under the drivers: tiles if there are any, else land, names of cities and a graticule; and how many drivers there are in each cell of H3.
import { divIcon, layerGroup, marker, polygon, polyline, tileLayer } from "/map/vendor/leaflet-src.esm.js";
import { get } from "/kit/api.js";
import { exact } from "/kit/format.js";
import { Land } from "./land.js";
import { areaOf, LAT_MAX, wrapped } from "./world.js";

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];
/** So many lines, at least, cross the shorter side. */
const LINES_MIN = 3;
const DENSITY_MILLIS = 10_000;
const DENSITY_STEPS = 5;

export class Ground {
  #map;
  /** Null where there are tiles. */
  #land;
  #lines = layerGroup();
  #cells = layerGroup();
  #density = false;
  #timer = 0;
  #round = 0;

  constructor(map) {
    this.#map = map;
    this.#land = new Land(map);
    this.#lines.addTo(map);
    map.on("moveend", () => this.#onView());
    this.#loadTiles();
  }

  async #loadTiles() {
    try {
      const { tiles, attribution } = await get("/map", { quiet: true });
      if (tiles) {
        tileLayer(tiles, { attribution: attribution ?? "", maxZoom: 19 }).addTo(this.#map);
        this.#lines.remove();
        this.#land.remove();
        this.#land = null;
      }
    } catch {
      // Without tiles there is the land.
    }
  }

  #onView() {
    this.#drawLines();
    this.#land?.draw();
    if (this.#density) {
      this.#loadDensity();
    }
  }

  #drawLines() {
    const bounds = this.#map.getBounds();
    const size = Math.min(bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth());
    const step = STEPS.find((candidate) => size / candidate >= LINES_MIN) ?? STEPS.at(-1);
    const [south, north] = [Math.max(-LAT_MAX, bounds.getSouth()), Math.min(LAT_MAX, bounds.getNorth())];
    this.#lines.clearLayers();
    for (let lon = Math.ceil(bounds.getWest() / step) * step; lon <= bounds.getEast(); lon += step) {
      this.#line([[south, lon], [north, lon]], [south, lon], degrees(wrapped(lon), step, "E", "W"), "bottom");
    }
    for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
      this.#line([[lat, bounds.getWest()], [lat, bounds.getEast()]], [lat, bounds.getEast()], degrees(lat, step, "N", "S"), "right");
    }
  }

  #line(ends, at, text, side) {
    polyline(ends, { className: "graticule", interactive: false }).addTo(this.#lines);
    const icon = divIcon({ className: `graticule-label ${side}`, html: text, iconSize: null });
    marker(at, { icon, interactive: false, keyboard: false }).addTo(this.#lines);
  }

  showDensity(shown) {
    this.#density = shown;
    clearInterval(this.#timer);
    if (shown) {
      this.#cells.addTo(this.#map);
      this.#timer = setInterval(() => document.hidden || this.#loadDensity(), DENSITY_MILLIS);
      this.#loadDensity();
    } else {
      this.#cells.remove();
      this.#cells.clearLayers();
    }
  }

  async #loadDensity() {
    const round = ++this.#round;
    const zoom = this.#map.getZoom();
    try {
      const { cells } = await get(`/map/density?bbox=${areaOf(this.#map.getBounds(), zoom)}&resolution=${resolutionAt(zoom)}`, { quiet: true });
      if (round === this.#round && this.#density) {
        this.#drawCells(cells);
      }
    } catch {
      // What is drawn stays; the page says what does not answer.
    }
  }

  #drawCells(cells) {
    const most = Math.max(1, ...cells.map(({ available, busy }) => available + busy));
    this.#cells.clearLayers();
    for (const { cell, available, busy } of cells) {
      const part = Math.ceil((Math.log1p(available + busy) / Math.log1p(most)) * DENSITY_STEPS);
      polygon(ringOf(cell), { className: `density density-${part}` })
        .bindTooltip(`${exact(available + busy)} drivers, ${exact(available)} available<br>cell ${cell.cell}`, { sticky: true, className: "map-tip" })
        .addTo(this.#cells);
    }
  }
}

/** Cells of a few dozen pixels. */
const resolutionAt = (zoom) => Math.min(9, Math.max(1, Math.round((zoom - 2) * 0.66)));

/** For Leaflet: latitude first, and never once around the world. */
export function ringOf({ ring }) {
  const first = ring[0][0];
  return ring.map(([lon, lat]) => [lat, lon - first > 180 ? lon - 360 : lon - first < -180 ? lon + 360 : lon]);
}

function degrees(value, step, positive, negative) {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const size = Math.abs(value).toFixed(digits);
  return Number(size) === 0 ? "0°" : `${size}° ${value > 0 ? positive : negative}`;
}
