// <hs-series-page>: what StatsD and OpenTelemetry told under names; filtered and paged by the service, of which there may be thousands.
// The filters are in the address: ?q= (parts of the name or the tags), ?kind=; ?series= is open beside the page.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { get } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { exact } from "/kit/format.js";
import { Poll } from "/kit/poll.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { lostBanner } from "./backends.js";
import { figure, kindAndSeries, KINDS, labelOf, nameCell, seriesPanel, unheard, valueCell, valueOf } from "./series.js";
import "/kit/banner.js";
import "/kit/side-panel.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const PERIOD_MILLIS = 4000;
/** Who types asks when he pauses. */
const PAUSE_MILLIS = 250;
const PAGE = 200;
const PAGE_MAX = 500;

class SeriesPage extends KitElement {
  static fields = { rows: null, hasMore: false, intake: null, opened: null, asOf: 0, problem: null, stale: false };

  #poll = new Poll(() => this.#ask(), { periodMillis: PERIOD_MILLIS });
  #query = "";
  #open = null;
  #wanted = PAGE;
  #pause = 0;
  #stop = null;

  connectedCallback() {
    super.connectedCallback();
    this.#poll.addEventListener("values", ({ detail: { query, ...found } }) => {
      if (query === this.#query) {
        Object.assign(this, { ...found, asOf: Date.now() });
      }
    });
    this.#poll.addEventListener("state", () => Object.assign(this, { problem: this.#poll.problem, stale: this.#poll.state.name === "stale" }));
    this.#stop = onUrlChange(() => this.#onUrl());
    this.#query = queryOfUrl();
    this.#open = urlParam("series");
    this.#poll.start();
  }

  disconnectedCallback() {
    this.#stop();
    this.#poll.stop();
    clearTimeout(this.#pause);
    super.disconnectedCallback();
  }

  #onUrl() {
    const query = queryOfUrl();
    const open = urlParam("series");
    if (query !== this.#query) {
      this.#query = query;
      this.#wanted = PAGE;
      Object.assign(this, { rows: null, hasMore: false });
      clearTimeout(this.#pause);
      this.#pause = setTimeout(this.#poll.now, PAUSE_MILLIS);
    } else if (open !== this.#open && !this.#row(open)) {
      this.#poll.now();
    }
    this.#open = open;
    this.update();
  }

  async #ask() {
    const query = this.#query;
    const [found, intake] = await Promise.all([pagesOf(query, this.#wanted), get("/series/intake", { quiet: true })]);
    return { query, ...found, intake, opened: await openedBeside(found.rows) };
  }

  /** Undefined while nobody has answered, null when there is none. */
  #row(label) {
    return this.rows?.find((row) => labelOf(row) === label) ?? (this.opened?.label === label ? this.opened.row : undefined);
  }

  #showMore = () => {
    this.#wanted += PAGE;
    this.#poll.now();
  };

  template() {
    const dimmed = this.stale ? "dimmed" : "";
    return html`
      <hs-top-bar .service=${service} .stream=${this.#poll} .find=${this.#find}></hs-top-bar>
      <main class="page">
        ${this.stale ? this.#lost() : this.#full()}
        <div class="page-head">
          <div><h1>Series</h1><p>What StatsD and OpenTelemetry tell under names, over all instances. Those that are requests are on
            <a href="/">Traffic</a>.</p></div>
          <p class="small">${this.intake ? statsdWords(this.intake.statsd) : nothing}</p>
        </div>
        <section class="section ${dimmed}" aria-label="Series">
          ${this.#filters()}
          <hs-table name="s" label="series" tall opens .columns=${COLUMNS} .rows=${this.rows} .rowKey=${labelOf}
            .problem=${this.rows === null ? this.problem : null} .onProblem=${this.#onProblem} .empty=${this.#none()}
            .more=${this.hasMore ? this.#showMore : null} more-label="Show more"
            @row-open=${(event) => setUrlParams({ series: labelOf(event.detail) }, { push: urlParam("series") === null })}></hs-table>
        </section>
      </main>
      <hs-side-panel param="series" .content=${this.#panel} .of=${[this.rows, this.opened]}></hs-side-panel>`;
  }

  #filters() {
    const count = this.rows?.length ?? 0;
    return html`<div class="table-tools" role="search">
      <input type="search" class="table-search" placeholder="Name or tag" aria-label="Parts of the name or the tags" .value=${urlParam("q") ?? ""}
        @input=${(event) => setUrlParams({ q: event.target.value })}>
      <div class="chips" role="group" aria-label="Kind">${Object.keys(KINDS).map((kind) => html`<button class="chip" type="button" data-tip=${KINDS[kind]}
        aria-pressed=${urlParam("kind") === kind} @click=${() => setUrlParams({ kind: urlParam("kind") === kind ? null : kind })}>${kind}</button>`)}</div>
      <span class="faint small table-count">${count === 0 ? nothing : this.hasMore ? `the first ${exact(count)}, by kind and name` : `${exact(count)} series`}</span>
    </div>`;
  }

  #lost() {
    return this.problem?.status > 0
      ? html`<hs-banner tone="bad" .heading=${this.problem.title} .since=${this.asOf} .asOf=${this.asOf} .reasons=${[{ message: this.problem.message }]}></hs-banner>`
      : lostBanner(this.asOf);
  }

  #full() {
    const { taken, most } = this.intake ?? {};
    return taken >= most ? html`<hs-banner tone="warn" .heading=${`All ${exact(most)} places for series are taken`} .reasons=${FULL}
      works="every series that has a place."></hs-banner>` : nothing;
  }

  #onProblem = { persistent: true, retry: this.#poll.now, needs: "read", curl: curl("/series") };

  #none() {
    return this.#query === "" ? firstOf(this.intake?.statsd) : NOTHING_FOUND;
  }

  #panel = (label) => seriesPanel(label, this.#row(label));

  #find = (text) => (this.rows ?? []).filter(({ series }) => series.toLowerCase().includes(text.toLowerCase())).slice(0, 8)
    .map((row) => ({ label: row.series, hint: row.kind, href: `/series.html?series=${encodeURIComponent(labelOf(row))}` }));
}

/** As the API asks it. */
function queryOfUrl() {
  const query = new URLSearchParams();
  const text = urlParam("q")?.trim();
  if (text) {
    query.set("text", text);
  }
  if (Object.hasOwn(KINDS, urlParam("kind") ?? "")) {
    query.set("kind", urlParam("kind"));
  }
  return query.toString();
}

/** As many pages as are shown. */
async function pagesOf(query, wanted) {
  const rows = [];
  let cursor = null;
  do {
    const limit = Math.min(PAGE_MAX, wanted - rows.length);
    const page = await get(`/series?limit=${limit}&${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, { quiet: true });
    rows.push(...page.items);
    cursor = page.nextCursor ?? null;
  } while (cursor && rows.length < wanted);
  return { rows, hasMore: cursor !== null };
}

/** A link may lead to one that is not among those that are shown. */
async function openedBeside(rows) {
  const label = urlParam("series");
  if (!label || rows.some((row) => labelOf(row) === label)) {
    return null;
  }
  const [kind, series = ""] = kindAndSeries(label);
  const found = Object.hasOwn(KINDS, kind)
    ? (await get(`/series?limit=${PAGE_MAX}&kind=${kind}&text=${encodeURIComponent(series)}`, { quiet: true })).items : [];
  return { label, row: found.find((row) => labelOf(row) === label) ?? null };
}

function statsdWords(statsd) {
  if (!statsd) {
    return "StatsD is off (metrics.statsd.enabled)";
  }
  const { udpPort, tcpPort } = statsd;
  return `StatsD: ${hostOf(statsd)}, ${udpPort === tcpPort ? `port ${udpPort}` : `UDP ${udpPort}, TCP ${tcpPort}`}`;
}

/** Where it listens on all addresses, that by which the page came is one of them. */
const hostOf = ({ host }) => (["0.0.0.0", "::", "[::]"].includes(host) ? location.hostname : host);

/** The first minute: nobody has told of a series yet. */
function firstOf(statsd) {
  return statsd ? { heading: "No series yet", text: "What is told under a name appears here by itself, within seconds. This is the first:",
    curl: `echo "shop.orders:1|c|#queue:mail" | nc -u -w1 ${hostOf(statsd)} ${statsd.udpPort}` }
    : { heading: "No series yet", text: "StatsD is off: METRICS_STATSD_ENABLED=true lets the service listen on port 8125. OpenTelemetry is heard anyway:",
      curl: curl("/v1/metrics", { method: "POST", body: OTLP }) };
}

const OTLP = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "shop.queue", gauge: { dataPoints: [{ asDouble: 7 }] } }] }] }] };
const NOTHING_FOUND = { heading: "No series is like this", text: "Each word has to stand in the name or in the tags, as in “orders queue=mail”.",
  action: { label: "Clear the filters", run: () => setUrlParams({ q: null, kind: null }) } };
const FULL = [{ message: "What is told under further names is added up as __other__ of /metrics, and their gauges are left out. Tags that are "
  + "different each time, such as ids, are the usual reason: leave them out, then free the places by POST /reset of series; else raise metrics.recording.series-max." }];

const percentile = (name, from) => ({ key: name, label: name, width: 84, align: "end", from, value: (row) => row.values?.[name] ?? null,
  cell: (row) => figure(row.values?.[name]), meaning: `${name.slice(1)} of 100 values were not larger` });

const COLUMNS = [
  { key: "series", label: "Series", value: (row) => row.series, cell: nameCell },
  { key: "kind", label: "Kind", width: 80, from: 520, value: (row) => row.kind },
  { key: "value", label: "Value", width: 150, align: "end", value: valueOf, cell: valueCell, watch: true,
    meaning: "Of a count the total, of values how many, of a gauge the last one, of unique things how many different ones in this hour" },
  percentile("p50", 760),
  percentile("p90", 860),
  percentile("p99", 660),
  { key: "heard", label: "Last heard of", width: 124, from: 480, value: (row) => row.lastHeardAt ?? null,
    cell: (row) => html`<hs-time .at=${row.lastHeardAt} .absent=${unheard(row)}></hs-time>` },
];

SeriesPage.define("hs-series-page");
document.body.append(document.createElement("hs-series-page"));
