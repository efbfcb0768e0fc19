// <hs-map-page>: where everybody is, live; who a driver is; who is nearest to a point; which areas are watched.
import service from "/service.js";
import { map as leafletMap, control, latLng } from "/map/vendor/leaflet-src.esm.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { currentSession, get, Problem } from "/kit/api.js";
import { curl, curls } from "/kit/curl.js";
import { count, duration, exact, NOTHING, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { Poll } from "/kit/poll.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { backendsBanner } from "./backends.js";
import { Claims } from "./claims.js";
import { DriverCard } from "./driver-card.js";
import { Drivers } from "./drivers.js";
import { DriversLayer } from "./drivers-layer.js";
import { Fences } from "./fences.js";
import { Ground } from "./ground.js";
import { Probe } from "./probe.js";
import { signOf, WORDS } from "./signs.js";
import { areaOf } from "./world.js";
import "/kit/side-panel.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const WORLD = [[-60, -170], [72, 178]];
const FIGURES_MILLIS = 1000;
const VITALS_MILLIS = 5000;
const AREA_PAUSE_MILLIS = 200;
const CLOSE_ZOOM = 15;
const CENTRE_DIGITS = 5;
const LIST_MAX = 2000;

class MapPage extends KitElement {
  static fields = { figures: null, vitals: null, mayWrite: false };

  #map = null;
  #drivers = new Drivers();
  #layer = new DriversLayer(this.#drivers);
  #card = new DriverCard();
  #probe = null;
  #fences = null;
  #ground = null;
  #poll = new Poll(() => get("/vitals", { quiet: true }), { periodMillis: VITALS_MILLIS });
  #timer = 0;
  #areaTimer = 0;
  #stop = null;
  #resizing = null;
  /** Whether the first view is still to be found from where the drivers are. */
  #looksAround = false;
  #densityShown = false;

  connectedCallback() {
    super.connectedCallback();
    this.#openMap();
    this.#probe = new Probe(this.#map);
    this.#fences = new Fences(this.#map);
    this.#ground = new Ground(this.#map);
    new Claims(this.#map, this.#drivers);
    for (const part of [this.#probe, this.#fences, this.#card]) {
      part.addEventListener("change", () => this.#followUrl());
    }
    this.#drivers.addEventListener("change", () => this.#onDrivers());
    this.#drivers.addEventListener("stream", () => {
      this.#drivers.stream.addEventListener("state", () => this.update());
      this.update();
    });
    this.#poll.addEventListener("values", (event) => (this.vitals = event.detail));
    this.#poll.start();
    this.#timer = setInterval(() => this.#measure(), FIGURES_MILLIS);
    this.#stop = onUrlChange(() => this.#followUrl());
    document.addEventListener("keydown", this.#onKey);
    this.#firstView();
    this.#followUrl();
    this.#identify();
  }

  disconnectedCallback() {
    this.#stop();
    clearInterval(this.#timer);
    document.removeEventListener("keydown", this.#onKey);
    this.#poll.stop();
    this.#drivers.stop();
    this.#fences.stop();
    this.#card.stop();
    this.#resizing.disconnect();
    this.#map.remove();
    super.disconnectedCallback();
  }

  /** How long the last frames took, for whoever measures this page. */
  get frames() {
    return this.#layer.frames;
  }

  redraw() {
    this.#layer.redraw();
  }

  #openMap() {
    const options = { worldCopyJump: true, zoomControl: false, minZoom: 1, maxZoom: 19, zoomAnimation: false, fadeAnimation: false };
    this.#map = leafletMap(this.querySelector(".map"), options);
    this.#map.createPane("tools");
    this.#map.attributionControl.setPrefix(false);
    control.scale({ position: "bottomright", imperial: false }).addTo(this.#map);
    this.#map.on("moveend", () => this.#onView());
    this.#map.on("click", (event) => this.#onClick(event));
    this.#map.addLayer(this.#layer);
    this.#map.getContainer().addEventListener("keydown", this.#onMapKey);
    // Not only the window makes it larger or smaller: a banner above it, too.
    this.#resizing = new ResizeObserver(() => this.#map.invalidateSize());
    this.#resizing.observe(this.#map.getContainer());
  }

  #firstView() {
    const [lat, lon, zoom] = (urlParam("at") ?? "").split(",").map(Number);
    if (urlParam("at") && [lat, lon, zoom].every(Number.isFinite)) {
      this.#map.setView([lat, lon], zoom);
      return;
    }
    const { query } = this.#probe;
    if (query) {
      this.#map.setView([query.lat, query.lon], CLOSE_ZOOM - 2);
      return;
    }
    this.#looksAround = true;
    this.#map.fitBounds(WORLD);
  }

  async #identify() {
    try {
      const session = await currentSession();
      this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin");
    } catch {
      // The top bar says what is wrong.
    }
  }

  #onView() {
    const { lat, lng } = this.#map.getCenter();
    if (!this.#looksAround) {
      setUrlParams({ at: `${lat.toFixed(CENTRE_DIGITS)},${lng.toFixed(CENTRE_DIGITS)},${this.#map.getZoom()}` });
    }
    clearTimeout(this.#areaTimer);
    this.#areaTimer = setTimeout(() => this.#drivers.watch(areaOf(this.#map.getBounds(), this.#map.getZoom())),
      this.#drivers.stream ? AREA_PAUSE_MILLIS : 0);
  }

  #onDrivers() {
    if (this.#looksAround && this.#drivers.asOf) {
      this.#looksAround = false;
      this.#showAll();
    }
    if (this.figures === null) {
      this.#measure();
    }
  }

  #showAll = () => {
    const places = [...this.#drivers.byId.values()].map(({ lat, lon }) => [lat, lon]);
    if (places.length > 0) {
      this.#map.fitBounds(places, { maxZoom: CLOSE_ZOOM - 1, padding: [48, 48] });
    } else {
      this.#map.fitBounds(WORLD);
    }
  };

  #measure() {
    if (!this.#drivers.asOf || document.hidden) {
      return;
    }
    const bounds = this.#map.getBounds();
    const counts = { AVAILABLE: 0, BUSY: 0, OFFLINE: 0 };
    const ages = [];
    for (const { lat, lon, status, positionAt } of this.#drivers.byId.values()) {
      if (bounds.contains([lat, lon]) || bounds.contains([lat, lon + 360]) || bounds.contains([lat, lon - 360])) {
        counts[status]++;
        ages.push(Date.now() - Date.parse(positionAt));
      }
    }
    ages.sort((one, other) => one - other);
    this.figures = { counts, age: ages.length ? Math.max(0, ages[Math.floor(ages.length / 2)]) : null, rate: this.#drivers.rate() };
  }

  // Hands and keys

  #onClick({ latlng, containerPoint }) {
    const fence = this.#fences.takeClicked();
    if (this.#fences.isDrawing) {
      this.#fences.click(latlng);
      return;
    }
    const found = this.#layer.at(containerPoint);
    if (found?.bounds) {
      this.#map.fitBounds(found.bounds, { maxZoom: Math.max(this.#map.getZoom() + 2, 12), padding: [64, 64] });
    } else if (found?.driver) {
      this.#openDriver(found.driver.id);
    } else if (urlParam("probe") !== null) {
      this.#probe.at(latlng);
    } else if (fence) {
      this.#fences.open(fence);
    } else if (urlParam("driver") !== null) {
      setUrlParams({ driver: null });
    }
  }

  /** For who has no mouse: the centre of the map is where they point. */
  #onMapKey = (event) => {
    if (event.key !== "Enter" || event.target !== this.#map.getContainer()) {
      return;
    }
    const centre = this.#map.getCenter();
    if (this.#fences.isDrawing) {
      this.#fences.click(centre);
    } else {
      this.#probe.at(centre);
    }
  };

  #onKey = (event) => {
    const isTyping = event.target.closest?.("input, textarea, select");
    const tool = { p: this.#toggleProbe, g: this.#toggleFences, d: this.#toggleDensity, l: this.#toggleList, a: this.#showAll }[event.key];
    if (tool && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      tool();
    }
  };

  #openDriver(id) {
    setUrlParams({ driver: id }, { push: urlParam("driver") === null });
  }

  #toggleProbe = () => (urlParam("probe") === null ? this.#probe.at(this.#map.getCenter()) : setUrlParams({ probe: null }));
  #toggleFences = () => (urlParam("fences") === null
    ? setUrlParams({ fences: "1", probe: null, driver: null, list: null }, { push: true }) : setUrlParams({ fences: null, fence: null }));
  #toggleDensity = () => setUrlParams({ density: urlParam("density") === null ? "1" : null });
  #toggleList = () => setUrlParams({ list: urlParam("list") === null ? "1" : null, driver: null, probe: null, fences: null, fence: null });

  #followUrl() {
    const driver = urlParam("driver");
    this.#card.follow(driver);
    this.#layer.select(driver);
    this.#probe.follow();
    if (urlParam("fence") !== null && urlParam("fences") === null) {
      setUrlParams({ fence: null });
    }
    this.#fences.follow();
    const density = urlParam("density") !== null;
    if (density !== this.#densityShown) {
      this.#densityShown = density;
      this.#ground.showDensity(density);
    }
    this.update();
  }

  // What is seen

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#drivers.stream} .find=${this.#find}></hs-top-bar>
      <main class="map-stage">
        <h1 class="visually-hidden">Where drivers are</h1>
        <div class="map" aria-label="Map of drivers. Arrows move it, plus and minus zoom, Enter searches around its centre." role="application"></div>
        <div class="map-over">
          <div class="map-banner">${backendsBanner(this.vitals)}${this.#notice()}</div>
          <div class="map-figures" role="group" aria-label="In this view">${this.#figures()}</div>
        </div>
        <div class="map-tools" role="toolbar" aria-label="Tools">${this.#tools()}</div>
        <div class="map-legend" aria-label="Legend">${this.#legend()}</div>
      </main>
      ${this.#panel()}`;
  }

  #figures() {
    const { counts, age, rate } = this.figures ?? { counts: null };
    const figure = (label, value, tip) => html`<div class="map-figure" data-tip=${tip} tabindex="0"><span>${label}</span><strong>${value}</strong></div>`;
    return html`
      ${figure("Available", counts ? count(counts.AVAILABLE) : NOTHING, counts ? `${plural(counts.AVAILABLE, "driver")} in this view can be had.` : "")}
      ${figure("Busy", counts ? count(counts.BUSY) : NOTHING, counts ? `${plural(counts.BUSY, "driver")} in this view are claimed, or busy by their own word.` : "")}
      ${figure("Changes", counts ? `${count(rate)} /s` : NOTHING, "Positions and states that arrive here, averaged over ten seconds.")}
      ${figure("Age", counts && age !== null ? duration(age) : NOTHING, "Half of the positions in this view are younger than this.")}`;
  }

  #notice() {
    if (this.#drivers.stream?.state.name === "refused") {
      return html`<div class="card">${problemNotice(new Problem(403), { needs: "read" })}</div>`;
    }
    const isAtWork = ["fences", "probe", "list"].some((tool) => urlParam(tool) !== null);
    if (this.#drivers.asOf && this.#drivers.byId.size === 0 && !isAtWork) {
      return html`<div class="card map-empty"><hs-notice heading="No driver here"
        text="Whoever reports a position appears at once. Move the map, or send one:"
        .curl=${this.#first()}></hs-notice></div>`;
    }
    return this.#drivers.truncated
      ? html`<p class="map-hint" role="status">${exact(this.#drivers.byId.size)} drivers are drawn, and there are more. Zoom in to see all of them.</p>` : nothing;
  }

  /** Where somebody looks, they see it; who sees the whole world is shown a city. */
  #first() {
    const { lat, lng } = this.#map.getBounds().contains(CITY) ? latLng(CITY) : this.#map.getCenter().wrap();
    return curls(curl("/drivers/first", { method: "PUT", body: {} }), curl("/drivers/first/location",
      { method: "PATCH", body: { lat: Number(lat.toFixed(CENTRE_DIGITS)), lon: Number(lng.toFixed(CENTRE_DIGITS)) } }));
  }

  #tools() {
    const tool = (label, key, run, pressed, tip) => html`<button class="button" type="button" aria-pressed=${pressed} aria-keyshortcuts=${key}
      data-tip="${tip} (${key})" @click=${run}>${label}</button>`;
    return html`
      ${tool("Find nearest", "p", this.#toggleProbe, urlParam("probe") !== null, "Click a point of the map: who is nearest to it, and what it took to find them")}
      ${tool("Geofences", "g", this.#toggleFences, urlParam("fences") !== null, "Areas that are watched")}
      ${tool("Density", "d", this.#toggleDensity, urlParam("density") !== null, "How many drivers there are in each cell of H3")}
      ${tool("List", "l", this.#toggleList, urlParam("list") !== null, "The same as a table")}
      ${tool("All", "a", this.#showAll, nothing, "Show everybody who is known here")}
      <span class="map-zoom">
        <button class="button icon-only" type="button" aria-label="Zoom in" @click=${() => this.#map.zoomIn()}>+</button>
        <button class="button icon-only" type="button" aria-label="Zoom out" @click=${() => this.#map.zoomOut()}>−</button>
      </span>`;
  }

  #legend() {
    return Object.entries(WORDS).map(([status, word]) => html`<span class="map-key"><span class="map-sign" data-status=${status}></span>${word}</span>`);
  }

  /** The very signs of the map, in the colours of the moment. */
  rendered() {
    for (const place of this.querySelectorAll(".map-sign")) {
      const sign = signOf(place.dataset.status, Math.PI / 4, 7);
      if (place.firstChild !== sign) {
        place.replaceChildren(copyOf(sign));
      }
    }
  }

  #panel() {
    // Before the map is open there is nothing to say.
    const over = this.#map && ["driver", "probe", "fences", "list"].find((name) => urlParam(name) !== null);
    const seen = this.#drivers.byId.get(urlParam("driver"));
    const panels = {
      driver: () => this.#card.panel(seen, { onCentre: this.#centre }),
      probe: () => (this.#probe.query ? this.#probe.panel() : null),
      fences: () => this.#fences.panel(this.mayWrite),
      list: () => this.#list(),
    };
    return html`<hs-side-panel class="map-panel" .param=${over || "driver"} .content=${over ? panels[over] : null} .of=${{}}></hs-side-panel>`;
  }

  #centre = () => {
    const { position } = this.#card;
    if (position) {
      this.#map.setView([position.lat, position.lon], Math.max(this.#map.getZoom(), CLOSE_ZOOM));
    }
  };

  #list() {
    const bounds = this.#map.getBounds();
    const all = [...this.#drivers.byId.values()].filter(({ lat, lon }) => bounds.contains([lat, lon]));
    const rows = all.slice(0, LIST_MAX);
    return { heading: `In this view: ${plural(all.length, "driver")}`, body: html`
      ${rows.length < all.length ? html`<p class="muted">These are ${exact(rows.length)} of them; zoom in to see the others.</p>` : nothing}
      <hs-table name="l" label="drivers" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${rows}
        .empty=${{ heading: "Nobody is in this view" }} @row-open=${(event) => this.#openDriver(event.detail.id)}></hs-table>` };
  }

  #find = (text) => {
    const wanted = text.toLowerCase();
    const drivers = [...this.#drivers.byId.values()].filter(({ id }) => id.toLowerCase().includes(wanted)).slice(0, 5)
      .map(({ id, status, lat, lon }) => ({ label: id, hint: WORDS[status], href: `/?driver=${encodeURIComponent(id)}&at=${lat},${lon},${CLOSE_ZOOM}` }));
    const fences = (this.#fences?.items ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 3)
      .map(({ id, name }) => ({ label: name, hint: "geofence", href: `/?fences=1&fence=${encodeURIComponent(id)}` }));
    return [...drivers, ...fences];
  };
}

const CITY = [52.52, 13.405];

const COLUMNS = [
  { key: "id", label: "Driver", value: ({ id }) => id },
  { key: "status", label: "Status", width: 110, watch: true, value: ({ status }) => WORDS[status] },
  { key: "age", label: "Reported", width: 104, value: ({ positionAt }) => -Date.parse(positionAt), cell: ({ positionAt }) => html`<hs-time .at=${positionAt}></hs-time>` },
];
const FILTERS = [{ key: "status", label: "Status", value: ({ status }) => WORDS[status] }];

/** One canvas can't be in two places. */
function copyOf(sign) {
  const copy = document.createElement("canvas");
  copy.width = sign.width;
  copy.height = sign.height;
  copy.style.width = `${sign.width / devicePixelRatio}px`;
  copy.getContext("2d").drawImage(sign, 0, 0);
  return copy;
}

MapPage.define("hs-map-page");
document.body.append(document.createElement("hs-map-page"));
