// <hs-monitors-page>: is anything wrong, where, since when. All monitors live, as tiles or as a table, problems first.
import service from "/service.js";
import { KitElement, css, html, nothing, repeat } from "/kit/element.js";
import { currentSession, get, Problem } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { duration, exact, NOTHING, plural, wholeMillis } from "/kit/format.js";
import * as icons from "/kit/icons.js";
import { problemNotice } from "/kit/notice.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { backendsBanner } from "./backends.js";
import { resultBars } from "./bars.js";
import { isOld, sinceOf } from "./freshness.js";
import { monitorForm } from "./monitor-form.js";
import { countsOf, latencyOf, Monitors, resultsOf } from "./monitors.js";
import { KINDS, whyOf } from "./words.js";
import "/kit/banner.js";
import "/kit/side-panel.js";
import "/kit/stat.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";
import "./tiles.js";

/** More than these are easier to find in a table. */
const TILES_MAX = 400;
const FIGURES_MILLIS = 5000;
const LATE_MILLIS = 1000;
/** That many are counted. */
const INCIDENTS_MAX = 100;
const TREND_STEPS_MIN = 10;

class MonitorsPage extends KitElement {
  static fields = { figures: null, incidents: null, openIncidents: null, mayWrite: false };

  #monitors = new Monitors();
  #sorted = [];
  #counts = countsOf([]);
  #figures = 0;
  #stop = null;

  connectedCallback() {
    super.connectedCallback();
    this.#monitors.addEventListener("change", () => this.#onChange());
    this.#monitors.stream.addEventListener("state", () => this.update());
    this.#monitors.start();
    this.#figures = setInterval(() => this.#loadFigures(), FIGURES_MILLIS);
    this.#stop = onUrlChange(() => this.update());
    this.#loadFigures();
    this.#identify();
  }

  disconnectedCallback() {
    this.#monitors.stop();
    clearInterval(this.#figures);
    this.#stop();
    super.disconnectedCallback();
  }

  #onChange() {
    this.#sorted = this.#monitors.sorted();
    this.#counts = countsOf(this.#sorted);
    this.#showOnTab();
    this.update();
  }

  async #identify() {
    try {
      const session = await currentSession();
      this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin");
    } catch {
      // The top bar says what is wrong.
    }
  }

  async #loadFigures() {
    if (document.hidden) {
      return;
    }
    try {
      [this.figures, this.incidents, this.openIncidents] = await Promise.all([
        get("/monitors/figures", { quiet: true }),
        get(`/incidents?limit=${INCIDENTS_MAX}`, { quiet: true }),
        get(`/incidents?state=open&limit=${INCIDENTS_MAX}`, { quiet: true }),
      ]);
    } catch {
      // What is known stays; the banner of the list says what does not answer.
    }
  }

  #showOnTab() {
    const { down, confirming } = this.#counts;
    document.title = `${down > 0 ? `${exact(down)} down` : "Monitors"} · ${service.name} · Hotstate`;
    showTabIcon(down > 0 ? "bad" : confirming + this.#monitors.unanswered + this.#monitors.overdue > 0 ? "warn" : "good");
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#monitors.stream} .find=${this.#find}></hs-top-bar>
      <main class="page">${this.#content()}</main>
      <hs-side-panel param="edit" .content=${this.#panel} .of=${this.#sorted}></hs-side-panel>`;
  }

  #content() {
    const { loaded, problem } = this.#monitors;
    if (this.#monitors.stream.state.name === "refused") {
      return problemNotice(new Problem(403), { needs: "read", curl: curl("/monitors/status") });
    }
    if (!loaded) {
      return html`<h1 class="visually-hidden">Monitors</h1><div class="card">${problem
        ? problemNotice(problem, { retry: () => this.#monitors.reload(), persistent: true })
        : html`<hs-notice kind="loading" heading="Reading all monitors"></hs-notice>`}</div>`;
    }
    if (this.#sorted.length === 0) {
      return this.#first();
    }
    return html`
      ${this.#trouble()}
      ${this.#verdict()}
      <div class="stats">${this.#stats()}</div>
      <section class="section" aria-label="Monitors">
        ${this.#switch()}
        ${this.#view() === "tiles"
          ? html`<hs-tiles .monitors=${this.#sorted}></hs-tiles>`
          : html`<hs-table name="m" label="monitors" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.#sorted}
              @row-open=${(event) => location.assign(addressOf(event.detail))}></hs-table>`}
      </section>`;
  }

  /** The first minute: nothing is watched yet. */
  #first() {
    return html`<h1 class="visually-hidden">Monitors</h1>
      <div class="card"><hs-notice heading="Nothing is watched yet"
        text="Create a monitor and it is checked at once. Many can be imported as YAML or JSON, and are then kept as code." .curl=${FIRST}
        .action=${this.mayWrite ? { label: "Create a monitor", run: () => this.#open("new") } : null}></hs-notice></div>`;
  }

  #trouble() {
    const { problem, unanswered, backends } = this.#monitors;
    if (problem) {
      return html`<hs-banner tone="warn" heading="The list can’t be read at the moment" .reasons=${[{ message: problem.message }]}
        works="What you see is the last known state; live results still arrive if the stream is up."></hs-banner>`;
    }
    const { shortOfMemory = 0, backlogged = 0 } = this.figures ?? {};
    if (shortOfMemory + backlogged > 0) {
      const reasons = [
        ...(shortOfMemory > 0 ? [{ message: `Redis is short of memory: ${plural(shortOfMemory, "partition")} of 64.` }] : []),
        ...(backlogged > 0 ? [{ message: `State changes wait for Postgres: ${plural(backlogged, "partition")} of 64.` }] : []),
      ];
      return html`<hs-banner tone="bad" heading="No new checks begin in a part of the monitors" .reasons=${reasons}
        works="Checks under way end, incidents and alerts go on. Checks begin again by themselves when there is room."></hs-banner>`;
    }
    return backendsBanner(backends, unanswered > 0 ? plural(unanswered, "monitor") : "");
  }

  #verdict() {
    const { state, heading, text } = verdictOf(this.#counts, this.#sorted, this.#monitors.overdue);
    return html`<div class="verdict">
      <div><h1>${shapeOf(state)}${heading}</h1><p>${text}</p></div>
      ${this.mayWrite ? html`<button class="button primary" type="button" @click=${() => this.#open("new")}>${icons.plus}Create a monitor</button>` : nothing}
    </div>`;
  }

  #stats() {
    const counts = this.#counts;
    const figures = this.figures;
    const lateness = figures?.latenessMs ?? null;
    const open = this.openIncidents?.items.length;
    const day = this.incidents?.items.filter((incident) => Date.now() - Date.parse(incident.openedAt) < 86_400_000).length;
    return html`
      <hs-stat label="Up" .value=${exact(counts.up)} .state=${this.#monitors.overdue > 0 ? "degraded" : "up"}
        .note=${`of ${plural(this.#sorted.length, "monitor")}${this.#monitors.overdue > 0 ? `, ${exact(this.#monitors.overdue)} overdue` : ""}`}
        meaning="Monitors whose last check was fine. Overdue, of any state: there should have been another result by now."></hs-stat>
      <hs-stat label="Down" .value=${exact(counts.down)} .state=${counts.down > 0 ? "down" : "up"}
        .note=${counts.down > 0 ? `longest for ${longest(this.#sorted)}` : "none"}
        meaning="Monitors with an open incident: failed after all retries."></hs-stat>
      <hs-stat label="Confirming" .value=${exact(counts.confirming)} .state=${counts.confirming > 0 ? "confirming" : "up"}
        note="being retried" meaning="The last check failed. It is repeated before anybody is told."></hs-stat>
      <hs-stat label="Not known" .value=${exact(counts.unknown)} .state=${counts.unknown > 0 ? "unknown" : "up"}
        .note=${unwatched(counts)}
        meaning="Never checked, not checked for long, or we could not check. Never counted as up. Those that are paused or in maintenance are not among them."></hs-stat>
      <hs-stat label="Incidents today" .value=${day === undefined ? NOTHING : counted(day)}
        .note=${open === undefined ? "" : `${counted(open)} open`} meaning="Incidents that opened in the last 24 hours."></hs-stat>
      <hs-stat label="Lateness" .value=${lateness === null ? NOTHING : valueOf(lateness)} .unit=${lateness === null ? "" : unitOf(lateness)}
        .state=${lateness > LATE_MILLIS ? "degraded" : "up"} .points=${trendOf(figures)} .note=${latenessNote(figures)}
        meaning="How late checks begin, at most, of those that this instance ran in the last minutes. Below a second all is well.${
          waitedForStart(figures) ? `\nWhat fell due before this instance was there waited for its start, up to ${duration(figures.startLatenessMs)}.` : ""}"></hs-stat>`;
  }

  #view() {
    return urlParam("view") ?? (this.#sorted.length > TILES_MAX ? "table" : "tiles");
  }

  #switch() {
    const view = this.#view();
    const choose = (name) => () => setUrlParams({ view: name });
    return html`<div class="section-head">
      <h2>Monitors</h2>
      <div class="segments view-switch" role="group" aria-label="View">
        <button type="button" aria-pressed=${view === "tiles"} @click=${choose("tiles")}>Tiles</button>
        <button type="button" aria-pressed=${view === "table"} @click=${choose("table")}>Table</button>
      </div>
    </div>`;
  }

  #open(what) {
    setUrlParams({ edit: what }, { push: true });
  }

  #panel = (value) => {
    return value === "new"
      ? { heading: "Create a monitor", body: monitorForm({ onSaved: (monitor) => location.assign(addressOf(monitor)) }) }
      : null;
  };

  #find = (text) => {
    const wanted = text.toLowerCase();
    const found = this.#sorted.filter((monitor) =>
      monitor.name.toLowerCase().includes(wanted) || monitor.target.toLowerCase().includes(wanted));
    return found.slice(0, 8).map((monitor) => ({ label: monitor.name, hint: monitor.state, href: addressOf(monitor) }));
  };
}

const FIRST = curl("/monitors", { method: "POST", body: { name: "example", target: { kind: "http", url: "https://example.org/" } } });

const counted = (incidents) => `${exact(incidents)}${incidents === INCIDENTS_MAX ? "+" : ""}`;

/** Nothing that goes on: it was over when the instance had started. */
const waitedForStart = (figures) => figures?.startLatenessMs > LATE_MILLIS;

function latenessNote(figures) {
  if (!figures) {
    return "";
  }
  return waitedForStart(figures) ? `${duration(figures.startLatenessMs)} at the start` : `${exact(figures.checksPerSecond)} checks /s here`;
}

/** A few minutes are no trend yet. */
const trendOf = (figures) => (figures?.latenessTrendMs?.length >= TREND_STEPS_MIN ? figures.latenessTrendMs : null);

/** Short enough for the narrowest tile. */
function unwatched({ paused, maintenance }) {
  if (maintenance > 0) {
    return paused > 0 ? `${exact(paused)} paused, ${exact(maintenance)} maintained` : `${exact(maintenance)} in maintenance`;
  }
  return paused > 0 ? `${exact(paused)} paused` : "none paused";
}

const addressOf = ({ id }) => `/monitor.html?id=${encodeURIComponent(id)}`;
/** "< 1" and "ms", "4" and "min 12 s" */
const partsOf = (millis) => duration(millis).match(/^((?:< )?\S+) (.*)$/).slice(1);
const valueOf = (millis) => partsOf(millis)[0];
const unitOf = (millis) => partsOf(millis)[1];

function longest(monitors) {
  const since = monitors.filter((monitor) => monitor.state === "down").map((monitor) => Date.parse(sinceOf(monitor)));
  return duration(Date.now() - Math.min(...since));
}

export function verdictOf(counts, monitors, overdue = 0) {
  const watched = monitors.length - counts.paused;
  if (counts.down > 0) {
    const names = monitors.filter((monitor) => monitor.state === "down").slice(0, 3).map((monitor) => monitor.name);
    const more = counts.down > 3 ? ` and ${exact(counts.down - 3)} more` : "";
    return { state: "down", heading: counts.down === 1 ? `${names[0]} is down` : `${exact(counts.down)} monitors are down`,
      text: counts.down === 1 ? whyOf(monitors.find((monitor) => monitor.state === "down")) : `${names.join(", ")}${more}.` };
  }
  if (counts.confirming > 0) {
    return { state: "confirming", heading: `${plural(counts.confirming, "failure")} being confirmed`, text: "Nobody is told before a second look." };
  }
  if (counts.unknown > 0) {
    return { state: "unknown", heading: `${exact(counts.unknown)} of ${plural(watched, "monitor")} not known`,
      text: monitors.some((monitor) => !monitor.answered) ? "Where their state is kept does not answer." : "They were not checked yet, or not for long." };
  }
  if (overdue > 0) {
    return { state: "unknown", heading: `${plural(overdue, "result")} overdue`, text: "The rest is well. What is dimmed may no longer be true." };
  }
  return { state: "up", heading: "All is well", text: `${plural(counts.up, "monitor")} up${counts.maintenance > 0 ? `, ${exact(counts.maintenance)} in maintenance` : ""}.` };
}

const COLUMNS = [
  { key: "state", label: "State", width: 122, watch: true, value: (monitor) => monitor.state, cell: (monitor) => html`<hs-state class=${isOld(monitor) ? "dimmed" : ""} .state=${monitor.state}></hs-state>` },
  {
    key: "name",
    label: "Name",
    value: (monitor) => `${monitor.name} ${monitor.target} ${monitor.tags.join(" ")}`,
    cell: (monitor) => html`<a class="plain" href=${addressOf(monitor)}><strong>${monitor.name}</strong></a>
      <span class="faint small">${monitor.target === "push" ? nothing : monitor.target}</span>`,
  },
  { key: "why", label: "Why", from: 900, value: whyOf, cell: (monitor) => html`<span class=${monitor.state === "down" ? "bad" : "muted"}>${whyOf(monitor)}</span>` },
  { key: "recent", label: "Last results", width: 150, from: 620, value: () => "", cell: (monitor) => resultBars(resultsOf(monitor), 24) },
  { key: "latency", label: "Latency", width: 92, align: "end", from: 420, value: (monitor) => latencyOf(monitor) ?? null,
    cell: (monitor) => wholeMillis(latencyOf(monitor)) },
  { key: "kind", label: "Kind", width: 72, from: 1200, value: (monitor) => KINDS[monitor.kind] },
  { key: "since", label: "For", width: 104, from: 1040, value: (monitor) => (sinceOf(monitor) ? -Date.parse(sinceOf(monitor)) : null),
    cell: (monitor) => html`<hs-time mode="for" .at=${sinceOf(monitor) ?? null}></hs-time>` },
  { key: "checked", label: "Checked", width: 110, from: 760, value: (monitor) => (monitor.checkedAt ? -Date.parse(monitor.checkedAt) : null),
    cell: (monitor) => html`<hs-time .at=${monitor.checkedAt ?? null} absent="never"></hs-time>` },
];

const FILTERS = [
  { key: "state", label: "State", value: (monitor) => monitor.state },
  { key: "kind", label: "Kind", value: (monitor) => KINDS[monitor.kind] },
];

MonitorsPage.define("hs-monitors-page");
document.body.append(document.createElement("hs-monitors-page"));
