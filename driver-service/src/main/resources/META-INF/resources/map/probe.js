// The probe: a point on the map, the nearest available drivers around it, and what it took to find them.
import { circle, circleMarker, layerGroup, polygon, polyline } from "/map/vendor/leaflet-src.esm.js";
import { get } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { html, nothing } from "/kit/element.js";
import { duration, exact, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { ringOf } from "./ground.js";
import { showBeside } from "./view.js";
import { distance, lonBeside, wrapped } from "./world.js";
import "/kit/banner.js";
import "/kit/copy.js";

const RADIUS = 5;
const LIMIT = 10;
const DIGITS = 5;
const OVER = { pane: "tools", interactive: false };

/** Emits "change". The point and the limits are in the address: `probe=52.52,13.405&radius=5&limit=10`. */
export class Probe extends EventTarget {
  answer = null;
  problem = null;
  millis = 0;

  #map;
  #layer = layerGroup();
  #asked = null;
  #round = 0;

  constructor(map) {
    super();
    this.#map = map;
    this.#layer.addTo(map);
  }

  /** What the address asks for: { lat, lon, radius, limit }, or null. */
  get query() {
    const [lat, lon] = (urlParam("probe") ?? "").split(",").map(Number);
    return urlParam("probe") && Number.isFinite(lat) && Number.isFinite(lon)
      ? { lat, lon, radius: Number(urlParam("radius") ?? RADIUS), limit: Number(urlParam("limit") ?? LIMIT) }
      : null;
  }

  at({ lat, lng }) {
    const point = `${lat.toFixed(DIGITS)},${wrapped(lng).toFixed(DIGITS)}`;
    setUrlParams({ probe: point, driver: null, fence: null }, { push: urlParam("probe") === null });
  }

  /** Asks if the address asks for something else than before. */
  follow() {
    const query = this.query;
    const asked = query && Object.values(query).join(" ");
    if (asked === this.#asked) {
      return;
    }
    this.#asked = asked;
    this.answer = this.problem = null;
    this.#layer.clearLayers();
    if (query) {
      this.ask();
    }
  }

  ask = async () => {
    const round = ++this.#round;
    const { lat, lon, radius, limit } = this.query;
    const begun = performance.now();
    try {
      const answer = await get(`/drivers/available?lat=${lat}&lon=${lon}&radius=${radius}&limit=${limit}&explain=true`, { quiet: true });
      const millis = performance.now() - begun;
      const { cells } = await get(`/map/cells?lat=${lat}&lon=${lon}&radius=${Math.max(0.001, answer.searchedRadius)}`, { quiet: true });
      if (round === this.#round) {
        [this.answer, this.problem, this.millis] = [answer, null, millis];
        this.#draw(cells);
      }
    } catch (problem) {
      if (round === this.#round) {
        [this.answer, this.problem] = [null, problem];
      }
    }
    this.dispatchEvent(new Event("change"));
  };

  #draw(cells) {
    const { lat, lon, radius } = this.query;
    const centre = [lat, lon];
    this.#layer.clearLayers();
    cells.forEach((cell) => polygon(ringOf(cell), { ...OVER, className: "probe-cell" }).addTo(this.#layer));
    circle(centre, { radius: radius * 1000, ...OVER, className: "probe-radius" }).addTo(this.#layer);
    circle(centre, { radius: this.answer.searchedRadius * 1000, ...OVER, className: "probe-searched" }).addTo(this.#layer);
    this.answer.drivers.forEach((driver) => {
      polyline([centre, [driver.lat, lonBeside(lon, driver.lon)]], { ...OVER, className: "probe-line" }).addTo(this.#layer);
    });
    circleMarker(centre, { ...OVER, radius: 6, className: "probe-point" }).addTo(this.#layer);
    showBeside(this.#map, centre);
  }

  panel() {
    const query = this.query;
    return { heading: "Nearest available drivers", body: html`
      <form class="form probe-form" @submit=${this.#submit} novalidate>
        <label>Latitude<input name="lat" inputmode="decimal" .value=${String(query.lat)}></label>
        <label>Longitude<input name="lon" inputmode="decimal" .value=${String(query.lon)}></label>
        <label>Radius, km<input name="radius" inputmode="decimal" .value=${String(query.radius)}></label>
        <label>At most<input name="limit" inputmode="numeric" .value=${String(query.limit)}></label>
        <button class="button" type="submit">Search again</button>
      </form>
      ${this.problem ? problemNotice(this.problem, { retry: this.ask, needs: "read" }) : nothing}
      ${!this.problem && !this.answer ? html`<hs-notice kind="loading" heading="Searching"></hs-notice>` : nothing}
      ${this.answer ? this.#found() : nothing}` };
  }

  #found() {
    const { drivers, complete, searchedRadius, source, stale, explain } = this.answer;
    const { lat, lon, radius, limit } = this.query;
    return html`
      ${stale || source !== "redis" ? html`<hs-banner tone="warn" heading="From Postgres: where drivers were last"
        works="exactly the nearest of what was known; mind the ages."></hs-banner>` : nothing}
      <p class="probe-verdict">${complete
        ? html`<strong>${drivers.length === limit ? `The ${exact(limit)} nearest` : plural(drivers.length, "driver")}</strong>, and nobody nearer is missing.`
        : html`<strong class="warn">${plural(drivers.length, "driver")}, perhaps not all.</strong> A part of Redis does not answer.`}</p>
      <dl class="facts">
        <dt>Searched</dt><dd>${distance(searchedRadius * 1000)} of ${distance(radius * 1000)}</dd>
        ${explain ? html`
          <dt>Asked</dt><dd>${plural(explain.cells, "cell")} in ${plural(explain.rounds, "round")}, ${plural(explain.roundTrips, "round trip")}</dd>
          <dt>Looked at</dt><dd>${plural(explain.scanned, "driver")}, ${exact(explain.expired)} of them gone</dd>` : nothing}
        <dt>Took</dt><dd>${duration(Math.max(1, this.millis))}, as seen from here</dd>
        <dt>Answered by</dt><dd>${source === "redis" ? "Redis" : "Postgres"}</dd>
      </dl>
      ${drivers.length === 0 ? html`<hs-notice heading="Nobody there" text="No available driver within this radius. A wider one may find some."></hs-notice>` : html`
        <table class="nearest"><thead><tr><th>Driver</th><th class="end">Distance</th><th class="end">Age</th></tr></thead>
          <tbody>${drivers.map((driver) => html`<tr>
            <td><button class="link" type="button" @click=${() => setUrlParams({ driver: driver.id }, { push: true })}>${driver.id}</button></td>
            <td class="end">${distance(driver.distance * 1000)}</td><td class="end">${duration(driver.ageMs)}</td></tr>`)}</tbody></table>`}
      <hs-code label="The same by curl"
        .text=${curl(`/drivers/available?lat=${lat}&lon=${lon}&radius=${radius}&limit=${limit}&explain=true`)}></hs-code>`;
  }

  #submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const text = (name) => form.get(name).trim();
    this.#asked = null;
    setUrlParams({ probe: `${text("lat")},${text("lon")}`, radius: text("radius"), limit: text("limit") });
  };
}
