// A claim on the map: for a moment, a line from where somebody asked for a driver to the one that they got.
import { circleMarker, layerGroup, polyline } from "/map/vendor/leaflet-src.esm.js";
import { placeOf } from "./drivers.js";
import { latOf, lonBeside, lonOf } from "./world.js";

const SEEN_MILLIS = 1500;
/** More at once would hide what is under them. */
const CLAIMS_MAX = 40;
/** In pixels: a shorter one would show nothing and hide what stands there, from far away the number of a whole city. */
const LENGTH_MIN = 12;
const OVER = { pane: "tools", interactive: false };

/** Draws what `drivers` tells as "claim". */
export class Claims {
  #map;
  #layer = layerGroup();

  constructor(map, drivers) {
    this.#map = map;
    this.#layer.addTo(map);
    drivers.addEventListener("claim", (event) => this.#draw(event.detail));
  }

  #draw({ from, driver }) {
    if (document.hidden || this.#layer.getLayers().length >= CLAIMS_MAX) {
      return;
    }
    const { x, y } = placeOf(driver, performance.now());
    const begin = [from.lat, lonBeside(lonOf(x), from.lon)];
    const end = [latOf(y), lonOf(x)];
    if (this.#map.latLngToLayerPoint(begin).distanceTo(this.#map.latLngToLayerPoint(end)) < LENGTH_MIN) {
      return;
    }
    const line = polyline([begin, end], { ...OVER, className: "claim-line" });
    const point = circleMarker(begin, { ...OVER, radius: 5, className: "claim-point" });
    const claim = layerGroup([line, point]).addTo(this.#layer);
    // However long it is, the style sheet lets it grow from its beginning.
    line.getElement().setAttribute("pathLength", "1");
    setTimeout(() => this.#layer.removeLayer(claim), SEEN_MILLIS);
  }
}
