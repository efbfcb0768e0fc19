// Geofences: all of them on the map, drawn, edited and deleted there, and what drivers do at them, live.
import { circle, divIcon, layerGroup, marker, polygon, polyline } from "/map/vendor/leaflet-src.esm.js";
import { get, post, put, remove } from "/kit/api.js";
import { html, nothing, repeat } from "/kit/element.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import { exact } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { EventStream } from "/kit/sse.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { distance, metresBetween, wrapped } from "./world.js";
import "/kit/confirm.js";
import "/kit/time.js";

const PAGE = 500;
const EVENTS_MAX = 60;
const FLASH_MILLIS = 1200;
const NEW = "new";
const RADIUS = 500;
const KINDS = ["enter", "exit", "dwell"];
const VERBS = { enter: "entered", exit: "left", dwell: "stays in" };
const DIGITS = 6;
const OVER = { pane: "tools", interactive: false };

/** Emits "change". `fences` in the address opens the list, `fence=<id>` one of them, `fence=new` the form of a new one. */
export class Fences extends EventTarget {
  items = null;
  events = [];
  problem = null;
  formProblem = null;
  /** { kind, corners: [latlng] } or { kind, centre, radius } of the fence that is drawn or edited; null: none. */
  draft = null;
  busy = false;

  #map;
  #layer = layerGroup();
  #handles = layerGroup();
  #shapes = new Map();
  #stream = null;
  #followed = null;
  #clicked = null;

  constructor(map) {
    super();
    this.#map = map;
    this.#layer.addTo(map);
    this.#handles.addTo(map);
    this.#stream = new EventStream("/geofences/events/stream");
    this.#stream.addEventListener("snapshot", (event) => this.#hear(event.detail));
    KINDS.forEach((kind) => this.#stream.addEventListener(kind, (event) => this.#hear([event.detail], true)));
    this.#stream.start();
    this.load();
  }

  stop() {
    this.#stream.stop();
  }

  load = async () => {
    try {
      this.items = (await get(`/geofences?limit=${PAGE}`, { quiet: true })).items;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.#draw();
    this.#announce();
  };

  #hear(events, live = false) {
    const known = new Set(this.events.map(({ id }) => id));
    this.events = [...events.filter(({ id }) => !known.has(id)), ...this.events].slice(0, EVENTS_MAX);
    if (live) {
      events.forEach(({ fenceId }) => this.#flash(fenceId));
    }
    this.#announce();
  }

  #flash(id) {
    const path = this.#shapes.get(id)?.getElement();
    path?.classList.add("flash");
    setTimeout(() => path?.classList.remove("flash"), FLASH_MILLIS);
  }

  // On the map

  #draw() {
    this.#layer.clearLayers();
    this.#shapes.clear();
    const edited = this.draft ? urlParam("fence") : null;
    for (const fence of this.items ?? []) {
      if (fence.id === edited) {
        continue;
      }
      const shape = shapeOn(fence.shape, { className: "fence" })
        .bindTooltip(textOnly(fence.name), { className: "map-tip", sticky: true })
        .on("click", () => (this.#clicked = fence.id));
      this.#shapes.set(fence.id, shape.addTo(this.#layer));
    }
  }

  /** The fence under the click that the map is told of next; a driver in it comes first, which only the map knows. */
  takeClicked() {
    const clicked = this.#clicked;
    this.#clicked = null;
    return this.draft ? null : clicked;
  }

  open(id) {
    setUrlParams({ fence: id, fences: "1", driver: null, probe: null }, { push: urlParam("fence") === null });
  }

  /** Follows the address: another fence is another draft. */
  follow() {
    const id = urlParam("fence");
    if (id === this.#followed && (this.draft || id === null || !this.items)) {
      return;
    }
    if (id !== null && id !== NEW && !this.items) {
      return;
    }
    const fence = this.items?.find((candidate) => candidate.id === id);
    this.#followed = id;
    this.formProblem = null;
    this.draft = id === NEW ? { kind: "polygon", corners: [] } : fence ? draftOf(fence.shape) : null;
    this.#draw();
    this.#drawDraft();
    if (fence) {
      const bounds = shapeBounds(fence.shape);
      if (!this.#map.getBounds().contains(bounds)) {
        this.#map.fitBounds(bounds, { padding: [60, 60] });
      }
    }
  }

  /** Whether a click on the map is a corner of what is being drawn. */
  get isDrawing() {
    return this.draft !== null && urlParam("fence") === NEW && !this.draft.done;
  }

  click(latlng) {
    if (this.draft.kind === "polygon") {
      this.draft.corners.push(latlng);
    } else if (!this.draft.centre) {
      this.draft = { ...this.draft, centre: latlng, radius: RADIUS, done: true };
    }
    this.#changed();
  }

  choose(kind) {
    const centre = this.#map.getCenter();
    this.draft = kind === "polygon" ? { kind, corners: [] } : { kind, centre: null, radius: RADIUS, hint: centre };
    this.#changed();
  }

  #changed() {
    this.#drawDraft();
    this.#announce();
  }

  #drawDraft() {
    this.#handles.clearLayers();
    if (!this.draft) {
      return;
    }
    if (this.draft.kind === "circle") {
      this.#drawCircle();
    } else {
      this.#drawPolygon();
    }
  }

  #drawCircle() {
    const { centre, radius } = this.draft;
    if (!centre) {
      return;
    }
    const shape = circle(centre, { radius, ...OVER, className: "fence drawn" }).addTo(this.#handles);
    const edge = () => [this.draft.centre.lat, shape.getBounds().getEast()];
    const rim = this.#handle(edge(), "Radius", (at) => {
      this.draft.radius = Math.max(10, Math.round(metresBetween(pair(this.draft.centre), pair(at))));
      shape.setRadius(this.draft.radius);
    });
    this.#handle(centre, "Centre", (at) => {
      this.draft.centre = at;
      shape.setLatLng(at);
      rim.setLatLng(edge());
    });
  }

  #drawPolygon() {
    const { corners } = this.draft;
    const shape = (corners.length > 2 ? polygon : polyline)(corners, { ...OVER, className: "fence drawn" }).addTo(this.#handles);
    corners.forEach((corner, index) => this.#handle(corner, `Corner ${index + 1}`, (at) => {
      corners[index] = at;
      shape.setLatLngs(corners);
    }));
    if (!this.isDrawing && corners.length > 2) {
      this.#drawMiddles(corners);
    }
  }

  /** Between two corners one can pull out a third. */
  #drawMiddles(corners) {
    corners.forEach((corner, index) => {
      const next = corners[(index + 1) % corners.length];
      const at = [(corner.lat + next.lat) / 2, (corner.lng + next.lng) / 2];
      const between = this.#handle(at, "New corner", () => {}, "handle middle");
      between.on("dragend", () => {
        corners.splice(index + 1, 0, between.getLatLng());
        this.#changed();
      });
    });
  }

  #handle(at, title, onDrag, className = "handle") {
    const handle = marker(at, { icon: divIcon({ className, iconSize: [14, 14] }), draggable: true, title, alt: title });
    handle.on("drag", () => onDrag(handle.getLatLng()));
    handle.on("dragend", () => this.#changed());
    return handle.addTo(this.#handles);
  }

  // Panel

  panel(mayWrite) {
    const id = urlParam("fence");
    if (id === null) {
      return { heading: "Geofences", body: this.#list(mayWrite) };
    }
    if (id === NEW) {
      return { heading: "New geofence", body: this.#form(null) };
    }
    const fence = this.items?.find((candidate) => candidate.id === id);
    return fence
      ? { heading: fence.name, body: mayWrite ? this.#form(fence) : this.#eventsOf(id) }
      : { heading: "Geofence", body: this.items ? html`<hs-notice heading="There is no such geofence"></hs-notice>` : html`<hs-notice kind="loading" heading="Reading"></hs-notice>` };
  }

  #list(mayWrite) {
    if (this.problem && !this.items) {
      return problemNotice(this.problem, { retry: this.load, needs: "read" });
    }
    return html`
      ${mayWrite ? html`<div class="form-actions"><button class="button primary" type="button" @click=${() => this.open(NEW)}>Draw a geofence</button></div>` : nothing}
      ${this.items?.length === 0 ? html`<hs-notice heading="No area is watched yet"
        text="Draw one, and whenever a driver enters, stays in or leaves it, that is told here, by stream and by webhook."></hs-notice>` : html`
        <ul class="fence-list">${(this.items ?? []).map((fence) => html`<li>
          <button class="link" type="button" @click=${() => this.open(fence.id)}>${fence.name}</button>
          <span class="faint small">${textOf(fence.shape)}</span></li>`)}</ul>`}
      ${this.#eventsOf(null)}`;
  }

  #eventsOf(id) {
    const events = this.events.filter(({ fenceId }) => id === null || fenceId === id);
    return html`<section class="section" aria-label="Events"><h3>Events</h3>
      ${events.length === 0 ? html`<p class="muted">Nothing happened yet.</p>` : html`<ul class="fence-events">
        ${repeat(events, ({ id: key }) => key, (event) => html`<li>
          <span class="label ${event.kind}">${event.kind}</span>
          <span><button class="link" type="button" @click=${() => setUrlParams({ driver: event.driverId }, { push: true })}>${event.driverId}</button>
            ${VERBS[event.kind]}${id === null ? html` <span class="muted">${event.fenceName}</span>` : nothing}</span>
          <hs-time .at=${event.at}></hs-time></li>`)}</ul>`}
    </section>`;
  }

  #form(fence) {
    const draft = this.draft;
    if (!draft) {
      return html`<hs-notice kind="loading" heading="Reading"></hs-notice>`;
    }
    const problem = this.formProblem;
    return html`<form class="form" @submit=${(event) => this.#save(event, fence)} novalidate>
      ${fence ? nothing : html`<div class="segments" role="group" aria-label="Shape">
        ${["polygon", "circle"].map((kind) => html`<button type="button" aria-pressed=${draft.kind === kind} @click=${() => this.choose(kind)}>${kind}</button>`)}</div>`}
      <p class="field-hint" role="status">${this.#hint(fence)}</p>
      ${draft.kind === "polygon" && !fence && draft.corners.length > 2 && !draft.done
        ? html`<div class="form-actions"><button class="button" type="button" @click=${this.#finish}>That is all of it</button></div>` : nothing}
      ${field("name", "Name", html`<input id="field-name" name="name" maxlength="120" autocomplete="off" aria-invalid=${isInvalid(problem, "name")}
        .value=${fence?.name ?? ""} placeholder="Airport, rank 2">`, { problem })}
      ${draft.kind === "circle" ? this.#circleFields(problem) : this.#cornersField(problem)}
      ${field("dwell", "Tell of a stay after (minutes)", html`<input id="field-dwell" name="dwell" inputmode="decimal" aria-invalid=${isInvalid(problem, "dwell")}
        .value=${fence?.dwell ? String(minutesOf(fence.dwell)) : ""} placeholder="never">`, { problem })}
      ${field("webhook", "Webhook", html`<input id="field-webhook" name="webhook" autocomplete="off" aria-invalid=${isInvalid(problem, "webhook/url")}
        .value=${fence?.webhook?.url ?? ""} placeholder="https://example.com/fences">`, { problem, hint: "Gets each event, signed." })}
      ${formProblem(problem, ["name", "dwell"])}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>${fence ? "Save" : "Watch this area"}</button>
        <button class="button quiet" type="button" @click=${() => setUrlParams({ fence: null })}>Cancel</button>
      </div>
    </form>
    ${fence ? html`${this.#eventsOf(fence.id)}
      <div class="danger-zone"><div><h3>Delete</h3><p class="muted">Its events go with it.</p></div>
        <hs-confirm label="Delete" danger .sure=${`Delete ${fence.name}`} .subject=${fence.id} @confirmed=${() => this.#remove(fence)}></hs-confirm></div>` : nothing}`;
  }

  #hint(fence) {
    if (fence) {
      return "Drag the handles on the map, or change the numbers.";
    }
    if (this.draft.kind === "circle") {
      return this.draft.centre ? "Drag the handles, or change the numbers." : "Click its centre on the map, or press Enter while the map has the focus.";
    }
    const corners = this.draft.corners.length;
    return this.draft.done ? "Drag the handles; one between two corners makes a third." : corners < 3
      ? `Click the corners on the map, one after the other: ${exact(corners)} so far, three at least.` : `${exact(corners)} corners; add more, or`;
  }

  #finish = () => {
    this.draft.done = true;
    this.#changed();
  };

  #circleFields(problem) {
    const at = this.draft.centre ?? this.draft.hint;
    const set = (change) => (event) => {
      const value = Number(event.target.value);
      if (Number.isFinite(value)) {
        const centre = this.draft.centre ?? this.draft.hint;
        this.draft = { ...this.draft, centre, done: true };
        change(value);
        this.#changed();
      }
    };
    const point = (name, label, value, change) => field(name, label,
      html`<input id="field-${name}" inputmode="decimal" .value=${value} @change=${set(change)}>`, { problem });
    return html`<div class="field-row">
      ${point("lat", "Latitude", at.lat.toFixed(5), (value) => (this.draft.centre = { lat: value, lng: this.draft.centre.lng }))}
      ${point("lon", "Longitude", at.lng.toFixed(5), (value) => (this.draft.centre = { lat: this.draft.centre.lat, lng: value }))}
      ${point("radius", "Radius, m", String(Math.round(this.draft.radius)), (value) => (this.draft.radius = value))}
    </div>`;
  }

  /** For who can't click on a map, or has the corners already. */
  #cornersField(problem) {
    const text = this.draft.corners.map(({ lat, lng }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`).join("\n");
    return field("corners", "Corners (latitude, longitude)", html`<textarea id="field-corners" rows="4" .value=${text} @change=${this.#typeCorners}></textarea>`,
      { problem });
  }

  #typeCorners = (event) => {
    const corners = event.target.value.split("\n").map((line) => line.split(",").map(Number)).filter((line) => line.length === 2 && line.every(Number.isFinite));
    this.draft = { ...this.draft, corners: corners.map(([lat, lng]) => ({ lat, lng })), done: corners.length > 2 };
    this.#changed();
  };

  #save = async (event, fence) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const text = (name) => form.get(name).trim();
    const minutes = text("dwell");
    const webhook = text("webhook");
    const request = {
      name: text("name"),
      shape: shapeFrom(this.draft),
      dwell: minutes === "" ? null : Number.isFinite(Number(minutes)) ? `PT${Math.round(Number(minutes) * 60)}S` : minutes,
      webhook: webhook === "" ? null : { url: webhook },
    };
    await this.#change(async () => {
      const saved = fence ? await put(`/geofences/${fence.id}`, request) : await post("/geofences", request);
      tell(saved, fence ? "changed" : "watched");
      await this.load();
      setUrlParams({ fence: null });
    });
  };

  #remove = (fence) => this.#change(async () => {
    await remove(`/geofences/${fence.id}`);
    toast(`${fence.name} is deleted`, { undo: () => this.#restore(fence) });
    await this.load();
    setUrlParams({ fence: null });
  });

  /** Nobody can read the secret that its webhook had: there is a new one. */
  async #restore(fence) {
    tell(await post("/geofences", requestOf(fence)), "watched again, without its events");
    await this.load();
  }

  async #change(work) {
    this.busy = true;
    this.formProblem = null;
    this.#announce();
    try {
      await work();
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
      this.#announce();
    }
  }

  #announce() {
    this.dispatchEvent(new Event("change"));
  }
}

const pair = ({ lat, lng }) => ({ lat, lon: lng });
const textOf = (shape) => (shape.kind === "circle" ? `circle of ${distance(shape.radius)}` : `${exact(open(shape.ring).length)} corners`);
const requestOf = ({ name, shape, dwell, webhook }) => ({ name, shape, dwell: dwell ?? null, webhook: webhook ?? null });
const tell = ({ name, webhookSecret }, what) => toast(webhookSecret
  ? `${name} is ${what}. The secret of its webhook, shown this once: ${webhookSecret}` : `${name} is ${what}`, { state: "up" });

/** A ring may repeat its first corner in the end. */
function open(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

const cornersOf = (ring) => {
  const west = ring[0][0];
  return open(ring).map(([lon, lat]) => ({ lat, lng: lon - west > 180 ? lon - 360 : lon - west < -180 ? lon + 360 : lon }));
};

const draftOf = (shape) => (shape.kind === "circle"
  ? { kind: "circle", centre: { lat: shape.lat, lng: shape.lon }, radius: shape.radius, done: true }
  : { kind: "polygon", corners: cornersOf(shape.ring), done: true });

function shapeFrom(draft) {
  const rounded = (value) => Number(value.toFixed(DIGITS));
  if (draft.kind === "circle") {
    const { lat, lng } = draft.centre ?? draft.hint;
    return { kind: "circle", lat: rounded(lat), lon: rounded(wrapped(lng)), radius: draft.radius };
  }
  return { kind: "polygon", ring: draft.corners.map(({ lat, lng }) => [rounded(wrapped(lng)), rounded(lat)]) };
}

const shapeOn = (shape, options) => (shape.kind === "circle"
  ? circle([shape.lat, shape.lon], { ...options, radius: shape.radius }) : polygon(cornersOf(shape.ring), options));

function shapeBounds(shape) {
  const corners = shape.kind === "circle" ? [[shape.lat, shape.lon]] : cornersOf(shape.ring).map(({ lat, lng }) => [lat, lng]);
  const reach = shape.kind === "circle" ? shape.radius / 80_000 : 0;
  const lats = corners.map(([lat]) => lat);
  const lons = corners.map(([, lon]) => lon);
  return [[Math.min(...lats) - reach, Math.min(...lons) - reach], [Math.max(...lats) + reach, Math.max(...lons) + reach]];
}

/** PT5M, or seconds as a number. */
function minutesOf(dwell) {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(dwell) ?? [];
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
}

/** Leaflet takes tooltips for HTML. */
function textOnly(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}
