// /kit/gallery.html: every component in every state, with fixed sample data. For looking at, and for the browser tests.
import { KitElement, html } from "./element.js";
import { Problem } from "./api.js";
import { field, formProblem, isInvalid } from "./form.js";
import { bytes, count, exact, micros, percent } from "./format.js";
import * as samples from "./gallery-samples.js";
import { problemNotice } from "./notice.js";
import { short } from "./number.js";
import { TimeRange } from "./time-range.js";
import { toast } from "./toast.js";
import { setUrlParams } from "./url-state.js";
import "./banner.js";
import "./chart.js";
import "./confirm.js";
import "./copy.js";
import "./live.js";
import "./side-panel.js";
import "./slots.js";
import "./stat.js";
import "./state.js";
import "./table.js";
import "./time.js";
import "./top-bar.js";

const SERVICE = { name: "monitor", tabs: [{ href: "/kit/gallery.html", label: "Components" }] };
const ABOUT = {
  service: "monitor-service",
  app: "monitor",
  env: "prod",
  authRequired: true,
  sisters: ["driver-service", "dag-scheduler", "metrics-gateway"].map((service) => ({ service, url: "/" })),
};
const SESSION = { authenticated: true, name: "on-call", scopes: ["read", "write"] };

const TOKENS = [
  "canvas", "surface", "raised", "line", "line-strong", "text", "muted", "faint", "accent", "good", "warn", "bad", "busy", "idle",
];
const STATES = [
  "up", "confirming", "down", "running", "unknown", "available", "half-open", "failed", "maintenance", "skipped",
];
const CURL_CREATE = `curl -H "Authorization: Bearer $KEY" -d '{"url":"https://example.org"}' http://127.0.0.1:8081/monitors`;
const CURL_KEYS = 'curl -H "Authorization: Bearer $KEY" http://127.0.0.1:8081/api-keys';

/** An EventStream that stays in one state, for the live indicator. */
const stuckIn = (state) => Object.assign(new EventTarget(), { state });

const section = (heading, body) => html`<section class="section"><h2>${heading}</h2>${body}</section>`;

class Gallery extends KitElement {
  #range = new TimeRange();
  #turn = 0;
  #monitors = samples.monitors(0);

  template() {
    return html`
      <hs-top-bar .service=${SERVICE} .about=${ABOUT} .session=${SESSION} .stream=${stuckIn({ name: "live" })}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div><h1>Components</h1><p>Everything the pages are made of, in every state. Sample data, nothing is live.</p></div>
        </div>
        ${section("Figures", this.#figures())}
        ${section("States, times, numbers, live indicator", this.#smallThings())}
        ${section("Banners", this.#banners())}
        ${section("Charts", this.#charts())}
        ${section("Table with 10,000 rows", this.#bigTable())}
        ${section("Tables without rows", this.#emptyTables())}
        ${section("Forms and buttons", this.#forms())}
        ${section("Notices", this.#notices())}
        ${section("Colours", this.#colours())}
      </main>
      <hs-side-panel param="open" .content=${this.#panel}></hs-side-panel>`;
  }

  #figures() {
    const shapes = ["up", "up", "up", "up", "up", "down"].map((state) => html`<hs-state bare .state=${state}></hs-state>`);
    return html`<div class="stats">
      <hs-stat label="Requests" .value=${count(1240)} unit="/s" note="over all instances" .points=${samples.requests}
        meaning="Requests answered each second. The line is the last hour; the gap is a restart."></hs-stat>
      <hs-stat label="Errors" value="0.4" unit="%" note="5 a second" state="degraded" tone="bad" .points=${samples.failures}
        meaning="Answers with a status of 500 and above."></hs-stat>
      <hs-stat label="Down" value="3" note="since 4 min" state="down" .points=${[]} meaning="Monitors whose target is down now."></hs-stat>
      <hs-stat label="Latency p95" value="1.2" unit="ms" note="limit 5 ms" .points=${samples.latencies[1].points}
        meaning="95 of 100 requests are faster."></hs-stat>
      <hs-stat label="Redis nodes" value="5 / 6" note="Redis is degraded" state="degraded" meaning="Nodes that answer."
        .trend=${html`<div class="shapes">${shapes}</div>`}></hs-stat>
      <hs-stat label="Queue" value="–" note="not known yet" meaning="Nothing was measured yet."></hs-stat>
    </div>`;
  }

  #smallThings() {
    const ago = (seconds) => Date.now() - seconds * 1000;
    const streams = [
      { name: "connecting" },
      { name: "live" },
      { name: "reconnecting", seconds: 3 },
      { name: "stale", since: samples.FROM, seconds: 2 },
      { name: "refused" },
      { name: "absent" },
    ];
    return html`<div class="card gallery-case">
      <div class="gallery-row">${STATES.map((state) => html`<hs-state .state=${state}></hs-state>`)}</div>
      <div class="gallery-row">${streams.map((state) => html`<hs-live .stream=${stuckIn(state)}></hs-live>`)}</div>
      <div class="gallery-row">
        <span>checked <hs-time .at=${ago(252)}></hs-time></span>
        <span>down for <hs-time mode="for" .at=${ago(252)}></hs-time></span>
        <span>expires <hs-time .at=${ago(-259_300)}></hs-time></span>
        <span>last used <hs-time absent="never"></hs-time></span>
      </div>
      <div class="gallery-row">
        <span>${short(12_431)}</span><span>${short(2.4e9, bytes, "bytes")}</span><span>${micros(420)}</span><span>${micros(1900)}</span>
        <span>${percent(0.973)}</span><span>${exact(16_384)}</span><span>${count(null)}</span>
      </div>
    </div>`;
  }

  #banners() {
    const began = Date.now() - 31_000;
    const mild = [{ message: "127.0.0.1:7001 uses 83 % of its memory limit" }];
    const severe = [
      { message: "Redis master 127.0.0.1:7002 does not answer", since: began },
      { message: "Only 10,922 of 16,384 slots are served", since: began + 2000 },
    ];
    return html`
      <hs-banner heading="Degraded" .since=${began - 221_000} .reasons=${mild}
        works="everything. Somebody should look before it gets worse."></hs-banner>
      <hs-banner tone="bad" heading="Part of Redis is down" .since=${began} .asOf=${began} .reasons=${severe}
        works="everything in the 66.7 % of the slots that are served, and everything in Postgres."></hs-banner>
      <hs-slots .nodes=${samples.masters}></hs-slots>`;
  }

  #charts() {
    const chart = (heading, note, series, format, base = 1000) => html`<div class="card gallery-case">
      <hs-chart .heading=${heading} .note=${note} .series=${series} .format=${format} .base=${base}
        .from=${samples.FROM} .step=${samples.STEP} .range=${this.#range}></hs-chart>
    </div>`;
    return html`<div class="gallery-grid" id="charts">
      ${chart("Requests", "per second", [
        { name: "answered", points: samples.requests, tone: "accent" },
        { name: "failed", points: samples.failures, tone: "bad" },
      ], count)}
      ${chart("Latency", "one hue, three shades", samples.latencies, micros)}
      ${chart("Memory", "bytes", [{ name: "used", points: samples.memory, tone: "busy" }], bytes, 1024)}
      ${chart("Nothing yet", "no values", [{ name: "none", points: samples.nothing, tone: "idle" }], count)}
    </div>`;
  }

  #bigTable() {
    return html`
      <hs-table id="many" name="many" label="monitors" searchable opens .columns=${COLUMNS} .rows=${this.#monitors} .filters=${FILTERS}
        @row-open=${(event) => setUrlParams({ open: event.detail.id }, { push: true })}></hs-table>
      <div><button class="button" type="button" id="change" @click=${this.#change}>Change a row</button></div>`;
  }

  #change = () => {
    this.#monitors = samples.monitors(++this.#turn);
    this.update();
  };

  #panel = (id) => {
    const monitor = this.#monitors.find((candidate) => candidate.id === id);
    return { heading: id, body: html`<dl class="facts"><dt>Target</dt><dd>${monitor?.target ?? "unknown"}</dd></dl>` };
  };

  #emptyTables() {
    const table = (label, { rows = null, problem = null, onProblem = {}, empty = {} }) => html`<div class="gallery-case card">
      <h3>${label}</h3>
      <hs-table searchable .label=${label} .name=${label.toLowerCase()} .columns=${COLUMNS} .rows=${rows} .problem=${problem}
        .onProblem=${onProblem} .empty=${empty}></hs-table>
    </div>`;
    const noRedis = { title: "Redis does not answer", detail: "The list lives in Redis. It comes back by itself.", instance: "req-01k8xq" };
    return html`<div class="gallery-grid">
      ${table("Loading", {})}
      ${table("Empty", {
        rows: [],
        empty: { heading: "No monitors yet", text: "Add the first one; it is checked within a second.", curl: CURL_CREATE },
      })}
      ${table("Error", { problem: new Problem(503, noRedis), onProblem: { retry: () => {} } })}
      ${table("Forbidden", { problem: new Problem(403), onProblem: { needs: "admin", curl: CURL_KEYS } })}
    </div>`;
  }

  #forms() {
    const wrong = new Problem(422, {
      errors: [{ pointer: "/url", detail: "This address is in a private network; monitors may not reach it." }],
    });
    const refused = new Problem(409, { detail: "Somebody else changed this monitor a moment ago. Load it again to see what is new." });
    return html`<div class="gallery-grid">
      <form class="card gallery-case form" @submit=${(event) => event.preventDefault()}>
        ${field("url", "Address", html`<input id="field-url" value="http://10.0.0.7/health" aria-invalid=${isInvalid(wrong, "url")}>`,
          { problem: wrong })}
        ${field("interval", "Check every", html`<select id="field-interval"><option>30 seconds</option><option>1 minute</option></select>`,
          { hint: "Shorter than the timeout is not useful." })}
        <label class="choice">
          <input type="checkbox" checked><span><strong>Alert</strong> <span class="muted">after three failures in a row</span></span>
        </label>
        ${formProblem(refused, ["url"])}
        <div class="form-actions">
          <button class="button primary" type="button">Save</button>
          <button class="button" type="button">Test now</button>
          <button class="button quiet" type="button">Cancel</button>
        </div>
      </form>
      <div class="card gallery-case">
        <div class="gallery-row">
          <button class="button primary" type="button">Primary</button>
          <button class="button" type="button">Plain</button>
          <button class="button danger" type="button">Revoke billing-import</button>
          <button class="button" type="button" disabled>Disabled</button>
        </div>
        <div class="gallery-row">
          <button class="button" type="button" id="toast" @click=${this.#toast}>Show a toast</button>
          <button class="button" type="button" @click=${() => setUrlParams({ open: "mon_00003" }, { push: true })}>Open the side panel</button>
        </div>
        <hs-code text="curl http://127.0.0.1:8081/about"></hs-code>
        <div class="gallery-row gallery-ends">
          <hs-confirm label="Revoke" danger sure="Revoke billing-import now" subject="k1"
            @confirmed=${() => toast("billing-import is revoked", { state: "revoked" })}></hs-confirm>
          <hs-confirm label="Cancel job" danger sure="Cancel the nightly report now" keep="Let it run" subject="j1"
            caution="Four of its tasks are running."></hs-confirm>
        </div>
        <div class="gallery-row">
          <span><span class="label">read</span><span class="label">write</span></span>
          <span class="mono">01k8xq7c3e</span><a href="#top">A link</a><kbd>/</kbd>
        </div>
      </div>
    </div>`;
  }

  #toast() {
    toast("Monitor paused", { state: "done", undo: () => toast("Monitor resumed", { state: "done" }) });
  }

  #notices() {
    const silent = { title: "The service does not answer", detail: "No answer from 127.0.0.1:8081. It may be restarting." };
    return html`<div class="gallery-grid">
      <div class="card">${problemNotice(new Problem(0, silent), { retry: () => {} })}</div>
      <div class="card">
        <hs-notice heading="No incidents in the last 90 days"
          text="When a target goes down for three checks in a row, its incident appears here."></hs-notice>
      </div>
    </div>`;
  }

  #colours() {
    const swatch = (token) => html`<div class="swatch"><i data-token=${token}></i><span class="mono">${token}</span></div>`;
    return html`<div class="card gallery-case"><div class="swatches">${TOKENS.map(swatch)}</div></div>`;
  }

  rendered() {
    this.querySelectorAll(".swatch i").forEach((swatch) => (swatch.style.background = `var(--${swatch.dataset.token})`));
  }
}

const COLUMNS = [
  { key: "target", label: "Target", value: (row) => row.target, cell: (row) => html`<strong>${row.target}</strong>` },
  { key: "id", label: "Id", width: 120, from: 560, value: (row) => row.id, cell: (row) => html`<span class="mono muted">${row.id}</span>` },
  {
    key: "state",
    label: "State",
    width: 120,
    watch: true,
    value: (row) => row.state,
    cell: (row) => html`<hs-state .state=${row.state}></hs-state>`,
  },
  {
    key: "interval",
    label: "Every",
    width: 90,
    from: 720,
    align: "end",
    value: (row) => row.intervalSeconds,
    cell: (row) => `${row.intervalSeconds} s`,
  },
  {
    key: "latency",
    label: "Latency",
    width: 90,
    align: "end",
    value: (row) => row.latencyMillis,
    cell: (row) => micros(row.latencyMillis === null ? null : row.latencyMillis * 1000),
  },
];

const FILTERS = [{ key: "state", label: "State", value: (row) => row.state }];

Gallery.define("hs-gallery");
document.body.append(document.createElement("hs-gallery"));
