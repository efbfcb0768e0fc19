// A claim on the map: for a moment, a line from where somebody asked for a driver to the one that they got.
import { circleMarker, layerGroup, polyline } from "/map/vendor/leaflet-src.esm.js";
import { placeOf } from "./drivers.js";
import { latOf, lonBeside, lonOf } from "./world.js";

const SEEN_MILLIS = 1500;
/** More at once would hide what is under them. */
const CLAIMS_MAX = 40;
const OVER = { pane: "tools", interactive: false };

/** Draws what `drivers` tells as "claim". */
export class Claims {
  #layer = layerGroup();

  constructor(map, drivers) {
    this.#layer.addTo(map);
    drivers.addEventListener("claim", (event) => this.#draw(event.detail));
  }

  #draw({ from, driver }) {
    if (document.hidden || this.#layer.getLayers().length >= CLAIMS_MAX) {
      return;
    }
    const { x, y } = placeOf(driver, performance.now());
    const begin = [from.lat, lonBeside(lonOf(x), from.lon)];
    const line = polyline([begin, [latOf(y), lonOf(x)]], { ...OVER, className: "claim-line" });
    const point = circleMarker(begin, { ...OVER, radius: 5, className: "claim-point" });
    const claim = layerGroup([line, point]).addTo(this.#layer);
    // However long it is, the style sheet lets it grow from its beginning.
    line.getElement().setAttribute("pathLength", "1");
    setTimeout(() => this.#layer.removeLayer(claim), SEEN_MILLIS);
  }
}
