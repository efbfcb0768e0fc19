// An endpoint: its last hour by minute, its day by hour, and all time.
import { html, nothing } from "/kit/element.js";
import { get } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, exact, percent } from "/kit/format.js";
import { History } from "/kit/history.js";
import { problemNotice } from "/kit/notice.js";
import { TimeRange } from "/kit/time-range.js";
import { latency, rate, share } from "./words.js";
import "/kit/chart.js";
import "/kit/copy.js";

const HOUR_MILLIS = 3_600_000;

/** GET_/users/%7Bid%7D */
const pathOf = (endpoint) => endpoint.replace(" ", "_").split("/").map(encodeURIComponent).join("/");

/** What is asked for when a panel is open, and again with each look at the table. */
export class EndpointDetails {
  version = 0;
  hour = null;
  day = null;
  problem = null;

  #endpoint = null;
  #onNews;
  #asked = 0;

  constructor(onNews) {
    this.#onNews = onNews;
  }

  async look(endpoint) {
    const isOther = endpoint !== this.#endpoint;
    if (!endpoint || (!isOther && Date.now() - this.#asked < 4000)) {
      this.#endpoint = endpoint;
      return;
    }
    this.#endpoint = endpoint;
    this.#asked = Date.now();
    if (isOther) {
      Object.assign(this, { hour: null, day: null, problem: null });
    }
    const of = pathOf(endpoint);
    const [hour, day] = await Promise.allSettled([
      get(`/last-hour/endpoint?name=${encodeURIComponent(endpoint)}`, { quiet: true }),
      get(`/endpoints/${of}/percentiles?hours=24`, { quiet: true }),
    ]);
    if (endpoint === this.#endpoint) {
      this.hour = hour.value ?? this.hour;
      this.day = day.value ?? this.day;
      this.problem = hour.status === "fulfilled" ? null : day.reason ?? null;
      this.version++;
      this.#onNews();
    }
  }
}

const range = new TimeRange();
/** The day has a time of its own: zooming into the hour must not empty it. */
const dayRange = Object.assign(new EventTarget(), { zoom: null, cursor: null, point(time) {
  if (this.cursor !== time) {
    this.cursor = time;
    this.dispatchEvent(new Event("change"));
  }
}, zoomTo() {}, reset() {} });

export function endpointPanel(endpoint, row, { hour, day, problem }) {
  const command = curl(`/endpoints/${pathOf(endpoint)}/percentiles?hours=24`);
  if (!day && !hour) {
    return { heading: endpoint, body: problem
      ? problem.status === 404 ? html`<hs-notice heading="Nothing was recorded of this endpoint" text="It may be counted together with others, as __other__." .curl=${command}></hs-notice>`
        : problemNotice(problem, { persistent: true, needs: "read", curl: command })
      : html`<hs-notice kind="loading" heading="Reading its figures"></hs-notice>` };
  }
  return { heading: endpoint, body: html`
    ${row ? facts(row) : nothing}
    ${hour ? hourCharts(hour) : html`<p class="faint">It was not asked for during the last hour.</p>`}
    ${day ? html`${dayChart(day)}<section class="section"><h3>All time</h3>${allTime(day)}</section>` : nothing}
    <hs-code .text=${command} label="Command"></hs-code>` };
}

function facts(row) {
  return html`<dl class="facts">
    <dt>Rate</dt><dd>${rate(row.perSecond)} /s</dd>
    <dt>Failed (5xx)</dt><dd>${percent(share(row.failed, row.requests))} of ${exact(row.requests)} during the last hour</dd>
    <dt>4xx and 5xx</dt><dd>${percent(share(row.errors, row.requests))}</dd>
    <dt>p50, p95, p99</dt><dd>${latency(row.p50)}, ${latency(row.p95)}, ${latency(row.p99)}${
      row.waits ? html`<br><span class="faint">A long poll: not among the latency of all requests.</span>` : nothing}</dd>
  </dl>`;
}

function hourCharts(minutes) {
  const { series, from, step } = new History(minutes);
  const chart = (heading, format, lines) => html`<hs-chart .heading=${heading} note="last hour, by minute" .format=${format} .series=${lines}
    .from=${from} .step=${step} .range=${range}></hs-chart>`;
  return html`<section class="section">
    ${chart("Latency", latency, bands(series))}
    ${chart("Requests /s", rate, [
      { name: "requests", points: series.requestsPerSecond, tone: "accent" },
      { name: "4xx, 5xx", points: series.errorsPerSecond, tone: "warn" },
      { name: "5xx", points: series.failedPerSecond, tone: "bad" },
    ])}
  </section>`;
}

function dayChart({ hours }) {
  const points = (name) => hours.map((hour) => hour[name] ?? null);
  const series = bands({ p50: points("p50"), p95: points("p95"), p99: points("p99") });
  return html`<section class="section"><hs-chart heading="Latency" note="last day, by hour" .format=${latency} .series=${series}
    .from=${new Date(hours[0].hour).getTime()} .step=${HOUR_MILLIS} .range=${dayRange}></hs-chart></section>`;
}

const bands = ({ p50, p95, p99 }) => [
  { name: "p99", points: p99, tone: "accent", shade: 3 },
  { name: "p95", points: p95, tone: "accent", shade: 2 },
  { name: "p50", points: p50, tone: "accent", shade: 1 },
];

function allTime({ averageMs, allTime }) {
  return html`<dl class="facts">
    <dt>Requests</dt><dd data-tip=${exact(allTime.count)}>${count(allTime.count)}</dd>
    <dt>Average</dt><dd>${latency(averageMs)}</dd>
    ${["p50", "p90", "p95", "p99", "p999"].map((name) => html`<dt>${name === "p999" ? "p99.9" : name}</dt><dd>${latency(allTime[name])}</dd>`)}
  </dl>`;
}
