// <hs-traffic-page>: how many requests, how many fail, how slow, over all instances: now and during the last hour.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { get, Problem } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, exact, NOTHING, percent, perSecond, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { short } from "/kit/number.js";
import { Poll } from "/kit/poll.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { TimeRange } from "/kit/time-range.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { backendsBanner } from "./backends.js";
import { endpointPanel, EndpointDetails } from "./endpoint-panel.js";
import { Live } from "./live.js";
import { latency, rate, share } from "./words.js";
import "/kit/banner.js";
import "/kit/chart.js";
import "/kit/side-panel.js";
import "/kit/sparkline.js";
import "/kit/stat.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const TABLES_MILLIS = 5000;
/** Of the requests of the last minute, those that the service itself failed (5xx). */
const FAILED_WARN = 0.01;
const FAILED_BAD = 0.05;

class TrafficPage extends KitElement {
  static fields = { endpoints: null, endpointsTotal: 0, instances: null, problem: null };

  #live = new Live();
  #range = new TimeRange();
  #tables = new Poll(lastHour, { periodMillis: TABLES_MILLIS });
  #details = new EndpointDetails(() => this.update());

  connectedCallback() {
    super.connectedCallback();
    this.#live.addEventListener("change", () => this.#onChange());
    this.#live.start();
    this.#tables.addEventListener("values", ({ detail: [endpoints, instances] }) => {
      Object.assign(this, { endpoints: endpoints.items, endpointsTotal: endpoints.total, instances: instances.items });
      this.#details.look(urlParam("endpoint"));
    });
    this.#tables.addEventListener("state", () => (this.problem = this.#tables.problem));
    this.#tables.start();
  }

  disconnectedCallback() {
    this.#live.stop();
    this.#tables.stop();
    super.disconnectedCallback();
  }

  #onChange() {
    const { tone, heading } = this.#live.now ? this.#judge() : { tone: "idle", heading: "" };
    const wrong = this.#live.isCutOff ? "No connection" : tone === "bad" || tone === "warn" ? heading : "Traffic";
    document.title = `${wrong} · ${service.name} · Hotstate`;
    showTabIcon(this.#live.isCutOff ? "bad" : tone);
    this.update();
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#live.stream} .find=${this.#find}></hs-top-bar>
      <main class="page">${this.#content()}</main>
      <hs-side-panel param="endpoint" .content=${this.#panel} .of=${[this.endpoints, this.#details.version]}></hs-side-panel>`;
  }

  #content() {
    const { now, stream, isCutOff } = this.#live;
    if (stream.state.name === "refused") {
      return problemNotice(new Problem(403), { needs: "read", curl: curl("/last-hour") });
    }
    if (!now) {
      return html`<h1 class="visually-hidden">Traffic</h1><div class="card">${stream.state.name === "reconnecting"
        ? html`<hs-notice kind="error" heading="The service sends no values" text="It may be starting. This page tries again by itself."></hs-notice>`
        : html`<hs-notice kind="loading" heading="Reading the last hour"></hs-notice>`}</div>`;
    }
    if (now.totals?.requests === 0) {
      return html`${this.#trouble()}${this.#first()}`;
    }
    const dimmed = isCutOff || this.#live.backends.redis === "down" ? "dimmed" : "";
    return html`
      ${this.#trouble()}
      ${dimmed ? nothing : this.#verdict()}
      <div class="stats ${dimmed}">${this.#stats()}</div>
      <section class="section ${dimmed}" aria-labelledby="hour-heading">${this.#charts()}</section>
      <section class="section ${isCutOff ? "dimmed" : ""}" aria-labelledby="endpoints-heading">${this.#endpointTable()}</section>
      <section class="section ${isCutOff ? "dimmed" : ""}" aria-labelledby="instances-heading">${this.#instanceTable()}</section>`;
  }

  /** The first minute: nobody has told of a request yet. */
  #first() {
    return html`<h1 class="visually-hidden">Traffic</h1>
      <div class="card"><hs-notice heading="Nothing was recorded yet" .curl=${FIRST}
        text="Your services tell here of the requests they answered, one by one or thousands at once: the command tells of the first. What StatsD and OpenTelemetry tell and is no request has a page of its own."
        .action=${{ label: "Series of StatsD and OpenTelemetry", href: "/series.html" }}></hs-notice></div>`;
  }

  #trouble() {
    const { now, isCutOff, backends } = this.#live;
    if (isCutOff) {
      return html`<hs-banner tone="bad" heading="This page has lost the service" .since=${now.asOf} .asOf=${now.asOf} .reasons=${LOST}></hs-banner>`;
    }
    const folded = now.totals?.folded ?? 0;
    return html`${backendsBanner(backends)}
      ${folded > 0 ? html`<hs-banner tone="warn" .heading=${`About ${plural(folded, "endpoint or instance", "endpoints and instances")} counted together`}
        .reasons=${FOLDED} works="every total, and all endpoints and instances that have a row of their own."></hs-banner>` : nothing}`;
  }

  #judge() {
    const requests = this.#live.recent("requestsPerSecond");
    const failed = share(this.#live.recent("failed"), requests);
    if (!requests) {
      return { tone: "idle", state: "unknown", heading: "No requests", text: "Nobody has told of any during the last minute." };
    }
    const rejected = share(this.#live.recent("rejected"), requests);
    // Where all of them were long polls there is none.
    const half = this.#live.recent("p50");
    const slow = half === null ? "" : `, half of them within ${latency(half)}, one in a hundred above ${latency(this.#live.recent("p99"))}`;
    const text = `${perSecond(requests)} during the last minute${slow}.${rejected > 0 ? ` ${percent(rejected)} were refused (4xx).` : ""}`;
    if (failed >= FAILED_WARN) {
      const worst = this.#worst();
      return { tone: failed >= FAILED_BAD ? "bad" : "warn", state: failed >= FAILED_BAD ? "down" : "degraded",
        heading: `${percent(failed)} of all requests fail (5xx)`, text: `${worst ? `Most of the hour: ${worst.endpoint}. ` : ""}${text}` };
    }
    return { tone: "good", state: "up", heading: "All is well", text };
  }

  #hasLongPolls() {
    return (this.endpoints ?? []).some(({ waits }) => waits);
  }

  #worst() {
    return (this.endpoints ?? []).reduce((most, row) => (row.failed > (most?.failed ?? 0) ? row : most), null);
  }

  #verdict() {
    const { state, heading, text } = this.#judge();
    return html`<div class="verdict"><div><h1>${shapeOf(state)}${heading}</h1><p>${text}</p></div>
      <p class="small">as of <hs-time mode="clock" .at=${this.#live.now.asOf}></hs-time> UTC</p></div>`;
  }

  #stats() {
    const { totals, gateways } = this.#live.now;
    const requests = this.#live.recent("requestsPerSecond", 1);
    const failedShare = share(this.#live.recent("failed"), this.#live.recent("requestsPerSecond"));
    const rejectedShare = share(this.#live.recent("rejected"), this.#live.recent("requestsPerSecond"));
    const { tone } = this.#judge();
    const p95 = latency(this.#live.recent("p95", 1)).split(" ");
    const known = (value, write = exact) => (totals ? write(value(totals)) : NOTHING);
    return html`
      <hs-stat label="Requests" .value=${known((of) => of.perSecond, count)} unit="/s" .points=${this.#live.points("requestsPerSecond")}
        .note=${totals ? `at most ${count(totals.perSecondMax)} /s, ever` : ""}
        .meaning=${`Requests of one second a moment ago, over all instances. During the last ten seconds: ${rate(requests)} a second.`}></hs-stat>
      <hs-stat label="Failed (5xx)" .value=${rate(this.#live.recent("failed", 1))} unit="/s" tone="bad" .state=${tone === "bad" ? "down" : tone === "warn" ? "degraded" : "up"}
        .points=${this.#live.points("failed")} .note=${failedShare === null ? "" : `${percent(failedShare)}, and 4xx ${percent(rejectedShare)}`}
        meaning="Requests that the services themselves failed (5xx), during the last ten seconds. Below, of the last minute: their share, and that of requests that were refused (4xx)."></hs-stat>
      <hs-stat label="Latency p95" .value=${p95[0]} .unit=${p95[1] ?? ""} .points=${this.#live.points("p95")} .note=${`p99 ${latency(this.#live.recent("p99", 1))}`}
        .meaning=${`95 of 100 requests of the last ten seconds were not slower; at most 2 % wrong.${
          this.#hasLongPolls() ? " Long polls are not among them: they wait because their callers ask them to." : ""}`}></hs-stat>
      <hs-stat label="Open connections" .value=${known((of) => of.connections, count)} .note=${totals ? `at most ${count(totals.connectionsMax)} since start` : ""}
        meaning="Of all instances that still live. One that falls silent no longer counts."></hs-stat>
      <hs-stat label="Instances" .value=${known((of) => of.instances)} .note=${`told to ${plural(gateways, "gateway")}`}
        meaning="That have ever told of requests and are counted apart. Gateways are the processes of this service."></hs-stat>
      <hs-stat label="Recorded" .value=${known((of) => of.requests, count)} .note=${totals ? `${count(totals.requests - totals.accepted)} refused by limits` : ""}
        meaning="All requests of all time."></hs-stat>`;
  }

  #charts() {
    const points = (name) => this.#live.points(name);
    return html`
      <div class="section-head">
        <h2 id="hour-heading">Last hour</h2>
        <span class="muted small zoom-hint">Drag to zoom, double-click for the whole hour</span>
      </div>
      <div class="charts">
        ${this.#chart("Requests", "per second; errors: 4xx and 5xx", perSecondOf, [
          { name: "requests", points: points("requestsPerSecond"), tone: "accent" },
          { name: "errors", points: points("errorsPerSecond"), tone: "bad" },
        ])}
        ${this.#chart("Latency", this.#hasLongPolls() ? "without long polls" : "of all requests", latency, [
          { name: "p99", points: points("p99"), tone: "accent", shade: 3 },
          { name: "p95", points: points("p95"), tone: "accent", shade: 2 },
          { name: "p50", points: points("p50"), tone: "accent", shade: 1 },
        ])}
        ${this.#chart("Status", "per second, upon each other", perSecondOf, [
          { name: "5xx", points: points("failed"), tone: "bad" },
          { name: "4xx", points: points("rejected"), tone: "warn" },
          { name: "3xx", points: points("redirected"), tone: "idle" },
          { name: "2xx", points: points("ok"), tone: "good" },
        ], true)}
      </div>`;
  }

  #chart(heading, note, format, series, stacked = false) {
    const { history } = this.#live;
    return html`<div class="card">
      <hs-chart .heading=${heading} .note=${note} .format=${format} .series=${series} .stacked=${stacked}
        .from=${history.from} .step=${history.step} .range=${this.#range}></hs-chart>
    </div>`;
  }

  #endpointTable() {
    const hidden = this.endpointsTotal - (this.endpoints?.length ?? 0);
    return html`
      <div class="section-head">
        <h2 id="endpoints-heading">Endpoints</h2>
        <span class="muted">${hidden > 0 ? `the busiest ${exact(this.endpoints.length)} of ${exact(this.endpointsTotal)}` : "of the last hour, the busiest first"}</span>
      </div>
      <hs-table name="e" label="endpoints" searchable opens .columns=${ENDPOINT_COLUMNS} .filters=${ENDPOINT_FILTERS} .rows=${this.endpoints}
        .rowKey=${(row) => row.endpoint} .problem=${this.endpoints === null ? this.problem : null} .onProblem=${this.#onProblem("/last-hour/endpoints")}
        .empty=${QUIET_HOUR} @row-open=${(event) => this.#open(event.detail.endpoint)}></hs-table>`;
  }

  #instanceTable() {
    return html`
      <div class="section-head"><h2 id="instances-heading">Instances</h2><span class="muted">that told of requests during the last hour</span></div>
      <hs-table name="i" label="instances" .columns=${INSTANCE_COLUMNS} .rows=${this.instances} .rowKey=${(row) => row.instance}
        .problem=${this.instances === null ? this.problem : null} .onProblem=${this.#onProblem("/last-hour/instances")} .empty=${QUIET_HOUR}></hs-table>`;
  }

  #onProblem(path) {
    return { persistent: true, retry: this.#tables.now, needs: "read", curl: curl(path) };
  }

  #open(endpoint) {
    setUrlParams({ endpoint }, { push: urlParam("endpoint") === null });
    this.#details.look(endpoint);
  }

  #find = (text) => {
    const wanted = text.toLowerCase();
    return (this.endpoints ?? []).filter(({ endpoint }) => endpoint.toLowerCase().includes(wanted)).slice(0, 8)
      .map(({ endpoint }) => ({ label: endpoint, hint: "endpoint", href: `/?endpoint=${encodeURIComponent(endpoint)}` }));
  };

  #panel = (endpoint) => {
    this.#details.look(endpoint);
    return endpointPanel(endpoint, this.endpoints?.find((row) => row.endpoint === endpoint), this.#details);
  };
}

async function lastHour() {
  return Promise.all([get("/last-hour/endpoints?limit=2000", { quiet: true }), get("/last-hour/instances", { quiet: true })]);
}

const FIRST = curl("/observations", { method: "POST", body: { instance: "shop-1", method: "GET", path: "/orders/42", status: 200, durationMs: 12.5 } });
const LOST = [{ message: "It reconnects by itself. What you see below is the last known state, not the present one." }];
const FOLDED = [{ message: "More different ones were told of than are counted apart; the others stand together as __other__. If ids stand in "
  + "your paths, name the routes in metrics.recording.routes; else raise metrics.recording.endpoints-max or instances-max." }];
const WAITS = "It waits because its callers ask it to. How long it takes is not among the latency of all requests.";
const QUIET_HOUR = { heading: "Nothing was recorded during the last hour" };

const perSecondOf = (value) => rate(value);
const errorsOf = (row) => share(row.errors, row.requests);
const failedOf = (row) => share(row.failed, row.requests);
const errorWord = (row) => (row.errors === 0 ? "no errors" : errorsOf(row) >= FAILED_BAD ? "many errors" : "some errors");
const shareCell = (row, part, of) => html`<span class=${of >= FAILED_BAD ? "bad" : part > 0 ? "warn" : "faint"} data-tip=${`${exact(part)} of ${exact(row.requests)}`}>${percent(of)}</span>`;

const ENDPOINT_COLUMNS = [
  { key: "endpoint", label: "Endpoint", value: (row) => row.endpoint,
    cell: (row) => html`<a class="plain endpoint" href="/?endpoint=${encodeURIComponent(row.endpoint)}">${row.endpoint}</a>${row.waits ? html` <span class="label" data-tip=${WAITS}>long poll</span>` : nothing}` },
  { key: "rate", label: "Rate /s", width: 84, align: "end", from: 420, value: (row) => row.perSecond, cell: (row) => rate(row.perSecond), meaning: "Requests a second, during the last whole minute" },
  { key: "failed", label: "5xx", width: 80, align: "end", value: failedOf, meaning: "Share of the last hour that failed (5xx)",
    cell: (row) => shareCell(row, row.failed, failedOf(row)) },
  { key: "errors", label: "4xx, 5xx", width: 84, align: "end", from: 300, value: errorsOf, meaning: "Share of the last hour that was refused (4xx) or failed (5xx), together",
    cell: (row) => shareCell(row, row.errors, errorsOf(row)) },
  { key: "p50", label: "p50", width: 84, align: "end", from: 760, value: (row) => row.p50 ?? null, cell: (row) => latency(row.p50), meaning: "Half were not slower, of the last five minutes" },
  { key: "p95", label: "p95", width: 84, align: "end", from: 560, value: (row) => row.p95 ?? null, cell: (row) => latency(row.p95), meaning: "95 of 100 were not slower, of the last five minutes" },
  { key: "p99", label: "p99", width: 84, align: "end", from: 660, value: (row) => row.p99 ?? null, cell: (row) => latency(row.p99), meaning: "99 of 100 were not slower, of the last five minutes" },
  { key: "requests", label: "Requests", width: 96, align: "end", from: 860, value: (row) => row.requests, cell: (row) => short(row.requests, count, "requests"), meaning: "During the last hour" },
  { key: "hour", label: "Last hour", width: 150, from: 940, value: () => "",
    cell: (row) => html`<hs-sparkline class="cell-sparkline" .points=${row.perMinute} .tone=${failedOf(row) >= FAILED_BAD ? "bad" : "accent"} label="Requests by minute"></hs-sparkline>` },
];

const ENDPOINT_FILTERS = [
  { key: "method", label: "Method", value: (row) => row.endpoint.split(" ")[0] },
  { key: "errors-of", label: "4xx, 5xx", value: errorWord },
];

const INSTANCE_COLUMNS = [
  { key: "instance", label: "Instance", value: (row) => row.instance, cell: (row) => html`<span class="mono">${row.instance}</span>` },
  { key: "rate", label: "Rate /s", width: 84, align: "end", value: (row) => row.perSecond, cell: (row) => rate(row.perSecond), meaning: "Requests a second, during the last whole minute" },
  { key: "errors", label: "4xx, 5xx", width: 84, align: "end", value: errorsOf, meaning: "Share of the last hour that was refused (4xx) or failed (5xx), together",
    cell: (row) => html`<span class=${errorsOf(row) >= FAILED_BAD ? "bad" : row.errors > 0 ? "warn" : "faint"}>${percent(errorsOf(row))}</span>` },
  { key: "requests", label: "Requests", width: 96, align: "end", from: 560, value: (row) => row.requests, cell: (row) => short(row.requests, count, "requests") },
  { key: "hour", label: "Last hour", width: 150, from: 760, value: () => "",
    cell: (row) => html`<hs-sparkline class="cell-sparkline" .points=${row.perMinute} label="Requests by minute"></hs-sparkline>` },
];

TrafficPage.define("hs-traffic-page");
document.body.append(document.createElement("hs-traffic-page"));
