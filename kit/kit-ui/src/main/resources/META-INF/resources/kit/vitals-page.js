// <hs-vitals-page>: is this service all right? Its Redis Cluster and its Postgres, live.
import { KitElement, html, nothing } from "./element.js";
import { get, Problem } from "./api.js";
import { curl } from "./curl.js";
import { bytes, count, exact, micros } from "./format.js";
import { History } from "./history.js";
import { problemNotice } from "./notice.js";
import { SLOTS } from "./slots.js";
import { EventStream } from "./sse.js";
import { shapeOf } from "./state.js";
import { showTabIcon } from "./tab-icon.js";
import { TimeRange } from "./time-range.js";
import { setUrlParams } from "./url-state.js";
import { verdictOf } from "./verdict.js";
import { figuresOf } from "./vitals-figures.js";
import { NODE_COLUMNS, NODE_FILTERS, nodePanel, problemsFirst } from "./vitals-nodes.js";
import { mastersOf, meanRoundTrip, sumOf } from "./vitals-readings.js";
import "./banner.js";
import "./chart.js";
import "./side-panel.js";
import "./table.js";
import "./time.js";
import "./top-bar.js";

/** The stream brings a look each second: five missing ones mean that what is shown is old. */
const STALE_MILLIS = 5000;

/** What a service's first page does: show the vitals of the service that its /service.js describes. */
export function showVitals(service) {
  const page = document.createElement("hs-vitals-page");
  page.service = service;
  document.body.append(page);
}

class VitalsPage extends KitElement {
  /** `service`: the default export of the service's /service.js. */
  static fields = { service: null, vitals: null, history: null, about: null };

  #stream = new EventStream("/vitals/stream", { staleMillis: STALE_MILLIS, steady: true });
  #range = new TimeRange();
  #connection = "connecting";

  connectedCallback() {
    super.connectedCallback();
    this.#stream.addEventListener("vitals", (event) => this.#onVitals(event.detail));
    this.#stream.addEventListener("state", () => this.#onConnection(this.#stream.state.name));
    this.#stream.start();
  }

  disconnectedCallback() {
    this.#stream.stop();
    super.disconnectedCallback();
  }

  #onVitals(vitals) {
    this.vitals = vitals;
    this.history?.add(new Date(vitals.asOf).getTime(), {
      commandsPerSecond: vitals.commands.perSecond,
      failuresPerSecond: vitals.commands.failuresPerSecond,
      memoryUsedBytes: sumOf(mastersOf(vitals), "memoryUsedBytes"),
      roundTripMicros: meanRoundTrip(vitals.redis.nodes),
      postgresRoundTripMicros: vitals.postgres.roundTripMicros,
    });
    this.#showOnTab(verdictOf(vitals));
  }

  #onConnection(name) {
    if (name === this.#connection) {
      return;
    }
    this.#connection = name;
    if (name === "live") {
      this.#loadAbout();
      this.#loadHistory();
    } else if (name === "stale") {
      this.#showOnTab({ tone: "bad", heading: "No connection" });
    }
    this.update();
  }

  /** Asked for after every (re)connect: it may be another instance, or the same started anew. */
  async #loadAbout() {
    try {
      this.about = await get("/about");
    } catch {
      // The foot of the page goes on saying what was known.
    }
  }

  /** Asked for after every (re)connect: the service knows what happened while this page did not listen. */
  async #loadHistory() {
    try {
      this.history = new History(await get("/vitals/history"));
    } catch {
      this.history ??= History.startingNow();
    }
  }

  #showOnTab({ tone, heading }) {
    document.title = `${tone === "good" || tone === "idle" ? "Vitals" : heading} · ${this.service.name} · Hotstate`;
    showTabIcon(tone);
  }

  template() {
    return html`
      <hs-top-bar .service=${this.service} .stream=${this.#stream} .find=${this.#find}></hs-top-bar>
      <main class="page">${this.#content()}</main>
      <hs-side-panel param="node" .content=${this.#panel} .of=${this.vitals}></hs-side-panel>`;
  }

  #content() {
    if (this.#connection === "refused") {
      return problemNotice(new Problem(403), { needs: "read", curl: curl("/vitals") });
    }
    if (!this.vitals) {
      return html`<h1 class="visually-hidden">Vitals of ${this.service.name}</h1><div class="card">${this.#waiting()}</div>`;
    }
    // A connection that comes back within seconds is told by the live indicator alone.
    const cutOff = this.#connection === "stale";
    return html`
      ${cutOff ? this.#cutOffBanner() : this.#verdict()}
      <div class="stats ${cutOff ? "dimmed" : ""}">${figuresOf(this.vitals, this.history)}</div>
      <section class="section ${cutOff ? "dimmed" : ""}" aria-labelledby="redis-heading">${this.#cluster()}</section>
      <section class="section ${cutOff ? "dimmed" : ""}" aria-labelledby="hour-heading">${this.#lastHour()}</section>
      ${this.#foot()}`;
  }

  #waiting() {
    return this.#connection === "reconnecting"
      ? html`<hs-notice kind="error" heading="The service sends no values" text="It may be starting. This page tries again by itself."></hs-notice>`
      : html`<hs-notice kind="loading" heading="Waiting for the first values"></hs-notice>`;
  }

  #cutOffBanner() {
    const reasons = [{ message: "It reconnects by itself. What you see below is the last known state, not the present one." }];
    return html`<hs-banner tone="bad" heading="This page has lost the service" .since=${this.vitals.asOf} .asOf=${this.vitals.asOf}
      .reasons=${reasons}></hs-banner>`;
  }

  #verdict() {
    const { tone, heading, text, since, reasons, works } = verdictOf(this.vitals);
    if (tone === "good" || tone === "idle") {
      return html`<div class="verdict">
        <div><h1>${shapeOf(tone === "good" ? "up" : "unknown")}${heading}</h1><p>${text}</p></div>
        <p class="small">as of <hs-time mode="clock" .at=${this.vitals.asOf}></hs-time> UTC</p>
      </div>`;
    }
    return html`<h1 class="visually-hidden">${heading}</h1>
      <hs-banner .tone=${tone} .heading=${heading} .since=${since} .reasons=${reasons} .works=${works}></hs-banner>`;
  }

  #cluster() {
    const { nodes, slotsCovered, state } = this.vitals.redis;
    const known = state !== "unknown";
    return html`
      <div class="section-head">
        <h2 id="redis-heading">Redis Cluster</h2>
        <span class="muted">${known ? `${exact(slotsCovered)} of ${exact(SLOTS)} slots served` : nothing}</span>
      </div>
      ${known ? html`<hs-slots .nodes=${nodes}></hs-slots>` : nothing}
      <hs-table name="nodes" label="Redis nodes" opens .columns=${NODE_COLUMNS} .filters=${NODE_FILTERS}
        .rows=${problemsFirst(nodes)} .rowKey=${addressOf} .empty=${NO_NODES}
        @row-open=${(event) => setUrlParams({ node: event.detail.address }, { push: true })}></hs-table>`;
  }

  #lastHour() {
    return html`
      <div class="section-head">
        <h2 id="hour-heading">Last hour</h2>
        <span class="muted small zoom-hint">Drag to zoom, double-click for the whole hour</span>
      </div>
      ${this.history ? this.#charts() : html`<div class="card"><hs-notice kind="loading" heading="Reading the last hour"></hs-notice></div>`}`;
  }

  #charts() {
    const points = (name) => this.history.points(name);
    return html`
      <div class="charts">
        ${this.#chart("Own commands", "per second", count, [
          { name: "sent", points: points("commandsPerSecond"), tone: "accent" },
          { name: "failed", points: points("failuresPerSecond"), tone: "bad" },
        ])}
        ${this.#chart("Round trip", "mean over the nodes", micros, [
          { name: "Redis", points: points("roundTripMicros"), tone: "accent" },
          { name: "Postgres", points: points("postgresRoundTripMicros"), tone: "idle" },
        ])}
        ${this.#chart("Redis memory", "all masters", bytes, [{ name: "used", points: points("memoryUsedBytes"), tone: "accent" }], 1024)}
      </div>`;
  }

  #chart(heading, note, format, series, base = 1000) {
    return html`<div class="card">
      <hs-chart .heading=${heading} .note=${note} .format=${format} .base=${base} .series=${series}
        .from=${this.history.from} .step=${this.history.step} .range=${this.#range}></hs-chart>
    </div>`;
  }

  #foot() {
    if (!this.about) {
      return nothing;
    }
    const { service, version, instance, startedAt } = this.about;
    return html`<footer class="page-foot">
      <span>${service} ${version}</span>
      <span>instance <span class="mono">${instance}</span></span>
      <span>started <hs-time .at=${startedAt}></hs-time></span>
    </footer>`;
  }

  #find = (text) => {
    const found = (this.vitals?.redis.nodes ?? []).filter((node) => node.address.includes(text.toLowerCase()));
    return found.map(({ address, role }) => ({
      label: address,
      hint: `Redis ${role}`,
      href: `${location.pathname}?node=${encodeURIComponent(address)}`,
    }));
  };

  #panel = (address) => {
    return this.vitals ? nodePanel(this.vitals.redis.nodes.find((node) => node.address === address), address) : null;
  };
}

const addressOf = (node) => node.address;

const NO_NODES = {
  heading: "No node is known",
  text: "The service has not reached any of its Redis hosts yet. It tries again each second.",
};

VitalsPage.define("hs-vitals-page");
