// <hs-outage-lanes>: which monitors were down when, one below the other: what fell together stands together.
import { KitElement, css, html, nothing } from "/kit/element.js";
import { clock, duration, plural, stamp } from "/kit/format.js";
import { timeTicks } from "/kit/paths.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { durationOf } from "./incidents.js";

const SPANS = { "24h": 86_400_000, "7d": 604_800_000 };
const USUAL_SPAN = "24h";
const LANES_MAX = 12;
const TICKS_MAX = 5;
const EDGE = 4;
const DAY_MILLIS = 86_400_000;
const REDRAW_MILLIS = 30_000;

class OutageLanes extends KitElement {
  /**
   * `incidents`: open ones first, then the newest; `reaches`: when the oldest opened behind which there may be more, null if there are
   * all. Emits "incident-open" with the incident.
   */
  static fields = { incidents: null, reaches: null };

  #stop = null;
  #redraw = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#stop = onUrlChange(() => this.update());
    this.#redraw = setInterval(() => document.hidden || this.update(), REDRAW_MILLIS);
  }

  disconnectedCallback() {
    this.#stop();
    clearInterval(this.#redraw);
    super.disconnectedCallback();
  }

  template() {
    if (!this.incidents || this.incidents.length === 0) {
      return nothing;
    }
    const span = SPANS[urlParam("over")] ? urlParam("over") : USUAL_SPAN;
    const to = Date.now();
    const from = to - SPANS[span];
    const lanes = lanesOf(this.incidents, from);
    return html`<section class="section" aria-labelledby="lanes-heading">
      <div class="section-head">
        <h2 id="lanes-heading">Who was down when</h2>
        <div class="segments view-switch" role="group" aria-label="Time">
          ${Object.keys(SPANS).map((name) => html`<button type="button" aria-pressed=${name === span}
            @click=${() => setUrlParams({ over: name === USUAL_SPAN ? null : name })}>${name}</button>`)}
        </div>
      </div>
      <div class="card panel lanes">
        ${lanes.length === 0 ? html`<p class="muted">Nothing was down in the last ${span === "24h" ? "24 hours" : "seven days"}.</p>` : html`
          ${lanes.slice(0, LANES_MAX).map((lane) => this.#lane(lane, from, to))}
          ${axis(from, to)}
          ${this.#rest(lanes, from)}`}
      </div>
    </section>`;
  }

  #lane({ name, monitorId, incidents }, from, to) {
    return html`<div class="lane">
      <a class="plain truncate small" href="/monitor.html?id=${encodeURIComponent(monitorId)}" title=${name}>${name}</a>
      <div class="lane-track">${incidents.map((incident) => this.#outage(incident, from, to))}</div>
    </div>`;
  }

  #outage(incident, from, to) {
    const share = (time) => Math.min(1, Math.max(0, (time - from) / (to - from))) * 100;
    const begin = share(Date.parse(incident.firstFailureAt));
    const end = incident.resolvedAt ? share(Date.parse(incident.resolvedAt)) : 100;
    const what = `${incident.monitorName}: ${incident.resolvedAt ? "was" : "is"} down for ${duration(durationOf(incident))}, since ${stamp(incident.firstFailureAt)}`;
    return html`<button class="lane-outage ${incident.state}" type="button" title=${what} aria-label=${what}
      ${css({ left: `min(${begin}%, 100% - 5px)`, width: `${end - begin}%` })} @click=${() => this.emit("incident-open", incident)}></button>`;
  }

  /** What is not drawn is said. */
  #rest(lanes, from) {
    const more = lanes.length > LANES_MAX ? `${plural(lanes.length - LANES_MAX, "more monitor")}, in the list below.` : "";
    const reachesBack = this.reaches === null || Date.parse(this.reaches) <= from;
    const older = reachesBack ? "" : "Older ones are drawn once “Show older” has brought them.";
    return more || older ? html`<p class="faint small">${more} ${older}</p>` : nothing;
  }
}

/** A lane per monitor that was down since `from`: who is down now first, then whose outage is the newest. */
export function lanesOf(incidents, from) {
  const lanes = new Map();
  for (const incident of incidents) {
    if (!incident.resolvedAt || Date.parse(incident.resolvedAt) > from) {
      const lane = lanes.get(incident.monitorId) ?? { monitorId: incident.monitorId, name: incident.monitorName, isOpen: false, incidents: [] };
      lane.isOpen ||= !incident.resolvedAt;
      lane.incidents.push(incident);
      lanes.set(incident.monitorId, lane);
    }
  }
  return [...lanes.values()].sort((one, other) => other.isOpen - one.isOpen
    || Date.parse(other.incidents[0].openedAt) - Date.parse(one.incidents[0].openedAt));
}

function axis(from, to) {
  const isLong = to - from > DAY_MILLIS;
  const text = (time) => (isLong ? stamp(time).slice(5, 10) : clock(time).slice(0, 5));
  return html`<div class="lane lane-axis" aria-hidden="true"><span></span><div class="lane-track">
    ${timeTicks(from, to, isLong ? TICKS_MAX + 3 : TICKS_MAX).map((time) => [time, ((time - from) / (to - from)) * 100])
      // At an edge there is no room for the text.
      .filter(([, place]) => place > EDGE && place < 100 - EDGE)
      .map(([time, place]) => html`<span ${css({ left: `${place}%` })}>${text(time)}</span>`)}
  </div></div>`;
}

OutageLanes.define("hs-outage-lanes");
