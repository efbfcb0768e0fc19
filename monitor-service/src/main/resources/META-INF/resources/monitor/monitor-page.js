// <hs-monitor-page>: everything about one monitor: now, the last day, the last 90 days, its incidents; change it, pause it, check it.
import service from "/service.js";
import { KitElement, css, html, nothing, svg } from "/kit/element.js";
import { currentSession, get, post, remove } from "/kit/api.js";
import { duration, exact, micros, NOTHING, percent, stamp, wholeMillis } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { EventStream } from "/kit/sse.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { TimeRange } from "/kit/time-range.js";
import { toast } from "/kit/toast.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { ALL_ANSWER, backendsBanner } from "./backends.js";
import { dayBars, daysOf, resultBars } from "./bars.js";
import { ageOf, isOld, isOverdue, setServiceTime, sinceOf } from "./freshness.js";
import { setConditions } from "./conditions.js";
import { incidentColumns, incidentPanel } from "./incidents.js";
import { monitorForm } from "./monitor-form.js";
import { latencyOf, resultsOf, withLastKnown, withResult } from "./monitors.js";
import { KINDS, millisOf, reasonOf, whyOf } from "./words.js";
import "/kit/banner.js";
import "/kit/chart.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/side-panel.js";
import "/kit/stat.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const SPANS = ["24h", "7d", "30d", "90d", "365d"];
const PHASE_SPANS = ["1h", "24h"];
const CHART_SPANS = ["1h", ...SPANS];
const SPAN_MILLIS = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000, "90d": 7_776_000_000, "365d": 31_536_000_000 };
const CHART_ROOM = "transfer".length;
const MINUTE_MILLIS = 60_000;
/** Within an hour; both charts begin at one of these. */
const PHASE_STEP_MILLIS = 5 * MINUTE_MILLIS;
const HOUR_MIN_MILLIS = 10 * MINUTE_MILLIS;
const REFRESH_MILLIS = 60_000;
const LOOK_MILLIS = 2000;
const PHASES = [["dns", "name"], ["connect", "connect"], ["tls", "TLS"], ["firstByte", "wait"], ["transfer", "transfer"]];

class MonitorPage extends KitElement {
  static fields = { status: null, definition: null, uptime: null, history: null, days: [], incidents: null, incident: null, pings: [], phases: [], phaseHistory: null, backends: ALL_ANSWER, problem: null, mayWrite: false };

  #id = urlParam("id") ?? "";
  #stream = new EventStream("/monitors/events");
  #range = new TimeRange();
  #refresh = 0;
  #look = 0;
  #stop = null;
  #span = null;
  #usualSpan = null;
  #openIncident = null;
  #loading = null;

  connectedCallback() {
    super.connectedCallback();
    this.#stream.addEventListener("results", (event) => this.#take(event.detail.results));
    this.#stream.addEventListener("snapshot", (event) => this.#begin(event.detail));
    this.#stream.addEventListener("backends", (event) => this.#hear(event.detail));
    this.#stream.addEventListener("state", () => this.update());
    this.#stream.start();
    this.#refresh = setInterval(() => this.#loadHistory(), REFRESH_MILLIS);
    this.#look = setInterval(() => this.#lookAgain(), LOOK_MILLIS);
    this.#stop = onUrlChange(() => this.#onUrl());
    this.#loading = this.#load();
    this.#identify();
  }

  disconnectedCallback() {
    this.#stream.stop();
    clearInterval(this.#refresh);
    clearInterval(this.#look);
    this.#stop();
    super.disconnectedCallback();
  }

  #path(rest = "") {
    return `/monitors/${encodeURIComponent(this.#id || "-")}${rest}`;
  }

  async #identify() {
    try {
      const session = await currentSession();
      this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin");
    } catch {
      // The top bar says what is wrong.
    }
  }

  #begin({ asOf, backends }) {
    setServiceTime(asOf);
    this.backends = backends;
    // What is under way may have been read before the stream began to tell.
    this.#loading = Promise.resolve(this.#loading).then(() => this.#load());
  }

  #hear(backends) {
    this.backends = backends;
    this.#loadStatus();
  }

  /** Time alone makes what is shown old. */
  #lookAgain() {
    if (this.status && isOld(this.status) && !document.hidden) {
      this.#loadStatus();
      this.update();
    }
  }

  async #load() {
    try {
      let results;
      let status;
      [status, this.definition, results] = await Promise.all([
        get(this.#path("/status"), { quiet: true }), get(this.#path(), { quiet: true }), get(this.#path("/results"), { quiet: true })]);
      this.#show(status, results);
      this.problem = null;
      this.#showOnTab();
      this.#onUrl();
      await this.#loadHistory();
    } catch (problem) {
      this.problem = problem;
      if (problem.status === 404) {
        this.#stream.stop();
      }
    }
  }

  async #loadHistory() {
    if (document.hidden) {
      return;
    }
    const span = this.#shownSpan();
    this.#span = span;
    try {
      const [uptime, history, quarter, incidents] = await Promise.all([
        get(this.#path("/uptime"), { quiet: true }),
        get(this.#path(`/history?span=${span}`), { quiet: true }),
        get(this.#path("/history?span=90d"), { quiet: true }),
        get(this.#path("/incidents?limit=50"), { quiet: true }),
      ]);
      this.uptime = uptime.windows;
      this.history = history;
      this.days = daysOf(quarter.points);
      this.phaseHistory = PHASE_SPANS.includes(span) && this.status?.kind !== "push" ? await get(this.#path(`/phases?span=${span}`), { quiet: true }) : null;
      this.incidents = incidents.items;
      if (this.status?.kind === "push") {
        this.pings = (await get(this.#path("/pings"), { quiet: true })).items;
      }
    } catch (problem) {
      // What is shown stays; what never was there says so.
      this.incidents ??= [];
      toast(`History can’t be read: ${problem.message}`, { state: "failed" });
    }
  }

  #shownSpan() {
    const span = urlParam("span");
    return CHART_SPANS.includes(span) ? span : this.#usual();
  }

  /** A day, of which a new monitor would be a dot at the end. What was once shown stays. */
  #usual() {
    if (this.definition) {
      this.#usualSpan ??= ageOf(this.definition.createdAt) < SPAN_MILLIS["1h"] ? "1h" : "24h";
    }
    return this.#usualSpan ?? "24h";
  }

  #onUrl() {
    if (this.#span !== null && this.#span !== this.#shownSpan()) {
      this.#range.reset();
      this.#loadHistory();
    }
    const id = urlParam("incident");
    if (id !== this.#openIncident) {
      this.#openIncident = id;
      this.#loadIncident(id);
    }
    this.update();
  }

  async #loadIncident(id) {
    this.incident = null;
    if (id) {
      try {
        this.incident = await get(`/incidents/${encodeURIComponent(id)}`);
      } catch (problem) {
        this.incident = { id, problem };
      }
    }
  }

  #take(results) {
    const own = results.find((result) => result.id === this.#id);
    if (own && this.status && !(this.status.checkedAt >= own.at)) {
      const turned = own.state !== this.status.state;
      this.status = withResult(this.status, own);
      this.#showOnTab();
      if (turned) {
        // A transition is in Postgres a moment later.
        setTimeout(() => this.#load(), 1500);
      } else {
        this.#loadStatus();
      }
    }
  }

  /** The stream does not carry the phases. */
  async #loadStatus() {
    try {
      this.#show(...await Promise.all([get(this.#path("/status"), { quiet: true }), get(this.#path("/results"), { quiet: true })]));
      this.#showOnTab();
    } catch {
      // The next result asks again.
    }
  }

  #show(status, results) {
    this.status = status.answered ? status : withLastKnown(status, this.status);
    this.phases = results.answered ? results.phases : this.phases;
  }

  #showOnTab() {
    document.title = `${this.status.state === "down" ? "Down: " : ""}${this.status.name} · ${service.name} · Hotstate`;
    showTabIcon({ down: "bad", confirming: "warn" }[this.status.state] ?? (isOld(this.status) ? "warn" : "good"));
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#stream}></hs-top-bar>
      <main class="page">${this.#content()}</main>
      <hs-side-panel param="edit" .content=${this.#editPanel} .of=${this.definition}></hs-side-panel>
      <hs-side-panel param="incident" .content=${this.#incidentPanel} .of=${this.incident}></hs-side-panel>`;
  }

  #content() {
    if (this.problem?.status === 404) {
      return html`<h1 class="visually-hidden">Monitor</h1><div class="card"><hs-notice heading="There is no such monitor"
        text="It was deleted, or the address is incomplete." .action=${{ label: "All monitors", href: "/" }}></hs-notice></div>`;
    }
    if (this.problem && !this.status) {
      return html`<h1 class="visually-hidden">Monitor</h1><div class="card">${problemNotice(this.problem, { retry: () => this.#load(), needs: "read" })}</div>`;
    }
    if (!this.status) {
      return html`<h1 class="visually-hidden">Monitor</h1><div class="card"><hs-notice kind="loading" heading="Reading the monitor"></hs-notice></div>`;
    }
    const dimmed = isOld(this.status) ? "dimmed" : "";
    return html`
      ${this.#head()}
      ${this.#silence()}
      ${this.#outage()}
      ${this.status.checkedAt ? nothing : this.#reportTo()}
      <div class="stats seven">${this.#stats()}</div>
      <section class="section" aria-labelledby="latency-heading">
        <div class="section-head">
          <h2 id="latency-heading">Latency</h2>
          <div class="segments view-switch" role="group" aria-label="Time">
            ${CHART_SPANS.map((span) => html`<button type="button" aria-pressed=${span === this.#shownSpan()} @click=${() => setUrlParams({ span, zoom: null })}>${span}</button>`)}
          </div>
        </div>
        <div class="card panel">${this.history ? html`${this.#chart()}${this.#phaseChart()}` : html`<hs-notice kind="loading" heading="Reading the history"></hs-notice>`}</div>
      </section>
      <div class="columns">
        <section class="section" aria-labelledby="days-heading">
          <h2 id="days-heading">Last 90 days</h2>
          <div class="card panel">
            ${dayBars(this.days)}
            <div class="day-scale"><span>90 days ago</span><span>today</span></div>
          </div>
        </section>
        <section class="section" aria-labelledby="check-heading">
          <h2 id="check-heading">Last check</h2>
          <div class="card panel ${dimmed}">${this.#lastCheck()}</div>
        </section>
      </div>
      <section class="section" aria-labelledby="incidents-heading">
        <h2 id="incidents-heading">Incidents</h2>
        <hs-table name="i" label="incidents" opens .columns=${INCIDENT_COLUMNS} .rows=${this.incidents} .empty=${NO_INCIDENTS}
          @row-open=${(event) => setUrlParams({ incident: event.detail.id }, { push: true })}></hs-table>
      </section>
      ${this.#definitionFacts()}`;
  }

  #head() {
    const { state, name, target, tags } = this.status;
    const since = sinceOf(this.status);
    return html`<div class="monitor-head">
      <div>
        <h1>${shapeOf(state)}${name}</h1>
        <p class="muted">${state}${since ? html` for <hs-time mode="for" .at=${since}></hs-time>` : nothing}
          ${target === "push" ? nothing : html` · ${target}`} ${tags.map((tag) => html`<a class="label" href="/?tag=${encodeURIComponent(tag)}">${tag}</a> `)}</p>
      </div>
      ${this.mayWrite ? this.#actions() : nothing}
    </div>`;
  }

  #actions() {
    const paused = this.status.state === "paused";
    return html`<div class="actions">
      ${paused || this.status.kind === "push" ? nothing : html`<button class="button" type="button" @click=${this.#check}>Check now</button>`}
      <button class="button" type="button" @click=${() => this.#enable(paused)}>${paused ? "Resume" : "Pause"}</button>
      <button class="button" type="button" @click=${() => setUrlParams({ edit: "1" }, { push: true })}>Edit</button>
    </div>`;
  }

  /** Why what is shown may no longer be true. */
  #silence() {
    const { answered, checkedAt, interval } = this.status;
    const banner = backendsBanner(this.backends, answered ? "" : "This monitor");
    if (banner !== nothing || !isOverdue(this.status)) {
      return banner;
    }
    return html`<hs-banner tone="warn" heading="A result is overdue" .asOf=${checkedAt}
      .reasons=${[{ message: `There should be one every ${duration(millisOf(interval))}.` }]}></hs-banner>`;
  }

  #outage() {
    const { state, incident } = this.status;
    if (state !== "down" && state !== "confirming") {
      return nothing;
    }
    const heading = state === "down" ? "This monitor is down" : "A failure is being confirmed";
    const reasons = [{ message: whyOf(this.status) }];
    if (incident?.failureCount > 1) {
      reasons.push({ message: `${exact(incident.failureCount)} checks have failed${this.definition?.retries === 0 ? "" : " since its retries were used up"}.` });
    }
    return html`<hs-banner .tone=${state === "down" ? "bad" : "warn"} .heading=${heading} .since=${sinceOf(this.status)}
      .reasons=${reasons}></hs-banner>`;
  }

  #stats() {
    const windows = Object.fromEntries((this.uptime ?? []).map((window) => [window.window, window]));
    const day = windows["24h"]?.latency;
    const latency = latencyOf(this.status);
    return html`
      ${SPANS.map((span) => this.#uptimeStat(span, windows[span]))}
      <hs-stat class=${isOld(this.status) ? "dimmed" : ""} label="Latency" .value=${wholeMillis(latency).replace(/ ms$/, "")} .unit=${latency === undefined ? "" : "ms"}
        .note=${latency !== undefined && day?.p95Ms ? `95 % in ${wholeMillis(day.p95Ms)} today` : ""} meaning="How long the last check took."></hs-stat>
      ${this.status.certificateDays === undefined
        ? html`<hs-stat class=${isOld(this.status) ? "dimmed" : ""} label="Checked" .value=${this.status.checkedAt ? duration(Math.max(0, Date.now() - Date.parse(this.status.checkedAt))) : NOTHING}
            .note=${`every ${duration(millisOf(this.status.interval))}`} meaning="How long ago the last check ended."></hs-stat>`
        : html`<hs-stat label="Certificate" .value=${exact(this.status.certificateDays)} unit="d" .state=${this.status.certificateDays < 14 ? "degraded" : "up"}
            note="until it ends" meaning="Days until the certificate that the target presents ends."></hs-stat>`}`;
  }

  #uptimeStat(span, window) {
    const known = window && window.uptime !== null && window.uptime !== undefined;
    const value = known ? uptimeText(window.uptime) : NOTHING;
    const unknown = window && window.unknown > 0 ? `${exact(window.unknown)} not known` : "";
    const age = this.definition ? ageOf(this.definition.createdAt) : Infinity;
    const sofar = age < SPAN_MILLIS[span] ? ` in ${duration(age).split(" ").slice(0, 2).join(" ")}` : "";
    return html`<hs-stat .label=${`Uptime ${span}`} .value=${value} .unit=${known ? "%" : ""} .state=${known && window.uptime < 0.99 ? "degraded" : "up"}
      .note=${known ? (window.down > 0 ? `${exact(window.down)} of ${exact(window.up + window.down)} failed` : `${unknown || "no failure"}${sofar}`) : "nothing known yet"}
      meaning="Checks that were fine, of those that told something. What nobody knew counts neither way.${unknown ? `\n${unknown}.` : ""}${
        sofar ? `\nCreated ${stamp(this.definition.createdAt)}: there is nothing before.` : ""}"></hs-stat>`;
  }

  /** When both charts begin and end. The hour of a new monitor begins with it: nothing was there to see before. */
  #extent(span, step) {
    const to = Math.floor(Date.now() / step) * step;
    const whole = to - SPAN_MILLIS[span] + step;
    if (span !== "1h" || !this.definition) {
      return { from: whole, to };
    }
    const begin = Math.min(Date.parse(this.definition.createdAt), to - HOUR_MIN_MILLIS);
    return { from: PHASE_STEP_MILLIS * Math.max(Math.ceil(whole / PHASE_STEP_MILLIS), Math.floor(begin / PHASE_STEP_MILLIS)), to };
  }

  #chart() {
    const step = millisOf(this.history.step);
    const { from, to } = this.#extent(this.history.span, step);
    const count = Math.round((to - from) / step) + 1;
    const series = (name, value, extra) => ({ name, points: pointsOf(this.history.points, from, step, count, value), tone: "accent", ...extra });
    const isFine = step < SPAN_MILLIS["1h"];
    const lines = isFine
      ? [series("mean", (point) => point.latency.meanMs)]
      : [series("p99", (point) => point.latency.p99Ms, { shade: 1 }), series("p95", (point) => point.latency.p95Ms, { shade: 2 }),
          series("p50", (point) => point.latency.p50Ms, { shade: 3 })];
    return html`<hs-chart .heading=${isFine ? `Mean of ${step === MINUTE_MILLIS ? "a minute" : "five minutes"}` : "Percentiles"} note="checks that were up; gaps: none were"
      .format=${(value) => (value === null ? NOTHING : duration(value))} .series=${lines} .from=${from} .to=${to} .step=${step} .range=${this.#range} .room=${CHART_ROOM} .height=${200}></hs-chart>`;
  }

  /** Over the same time as the chart above it. */
  #phaseChart() {
    const { span, points, step: stepText } = this.phaseHistory ?? { points: [] };
    if (points.length === 0 || span !== this.history.span) {
      return nothing;
    }
    const step = millisOf(stepText);
    const { from, to } = this.#extent(span, millisOf(this.history.step));
    const count = Math.floor((to - from) / step) + 1;
    // Those that no check had, such as TLS without TLS, would only be names.
    const series = PHASES.map(([name, word], index) => ({ name: word, tone: "accent", shade: PHASES.length - index, key: name }))
      .filter(({ key }) => points.some((point) => point[key] > 0))
      .map(({ key, ...line }) => ({ ...line, points: pointsOf(points, from, step, count, (point) => point[key]) }));
    return html`<hs-chart heading="Where the time went" note="means of five minutes; gaps: no check came that far" .stacked=${true}
      .format=${(value) => (value === null ? NOTHING : micros(value))} .series=${series} .from=${from} .to=${to} .step=${step} .range=${this.#range} .room=${CHART_ROOM} .height=${200}></hs-chart>`;
  }

  #lastCheck() {
    const { checkedAt, reason, statusCode, message, phases, answered } = this.status;
    if (!checkedAt) {
      return html`<p class="muted">${answered ? "Not checked yet." : "Not known until the part of Redis that keeps it answers."}</p>`;
    }
    return html`<dl class="facts">
        <dt>When</dt><dd><hs-time .at=${checkedAt}></hs-time></dd>
        <dt>Outcome</dt><dd>${reason === "ok" ? "fine" : reasonOf(reason)}${statusCode ? ` (${statusCode})` : ""}</dd>
        ${message ? html`<dt>Message</dt><dd>${message}</dd>` : nothing}
      </dl>
      ${phases ? phaseBar(phases) : nothing}
      ${this.phases.length > 1 ? phaseHistory(this.phases) : nothing}
      ${resultBars(resultsOf(this.status), 60)}
      <div class="day-scale"><span>last 60 checks</span><span>now</span></div>`;
  }

  /** First of all while nothing has ever reported. */
  #reportTo() {
    const reportTo = this.definition?.reportTo;
    return reportTo ? html`<section class="section" aria-labelledby="report-heading"><h2 id="report-heading">Where the job reports</h2>
        <hs-code label="Command for the job" .text=${`curl -fsS -m 10 --retry 5 ${location.origin}${reportTo.ping}`}></hs-code>
        <hs-code label="The same as Uptime Kuma" .text=${`${location.origin}${reportTo.push}?status=up&msg=OK&ping=`}></hs-code>
        <p class="muted small">Or, with an API key of scope “ping” in place of {key}: <span class="mono">${reportTo.pingBySlug}</span></p></section>` : nothing;
  }

  #definitionFacts() {
    const { definition } = this;
    return html`${this.status.checkedAt ? this.#reportTo() : nothing}
      ${this.pings.length > 0 ? html`<section class="section" aria-labelledby="pings-heading"><h2 id="pings-heading">What the job sent along</h2>
        <div class="card panel">${this.pings.map(pingBody)}</div></section>` : nothing}
      ${definition ? this.#conditions(definition) : nothing}
      <footer class="page-foot">
        <span>${KINDS[this.status.kind]}</span><span>every ${duration(millisOf(this.status.interval))}</span>
        <span>id <span class="mono">${this.#id}</span></span>
        ${definition ? html`<span>version ${definition.version}, changed <hs-time .at=${definition.updatedAt}></hs-time></span>` : nothing}
      </footer>`;
  }

  /** What is asked of it beyond the usual. */
  #conditions({ target, hasSecrets }) {
    const conditions = target ? setConditions(target.kind, target) : [];
    return conditions.length === 0 && !hasSecrets ? nothing : html`<section class="section" aria-labelledby="conditions-heading">
      <h2 id="conditions-heading">Conditions</h2>
      <div class="card panel"><dl class="facts">
        ${conditions.map(([label, value]) => html`<dt>${label}</dt><dd class="mono">${value}</dd>`)}
        ${hasSecrets ? html`<dt>Credentials</dt><dd>stored, sealed</dd>` : nothing}
      </dl></div>
    </section>`;
  }

  #editPanel = () => {
    if (!this.definition) {
      return null;
    }
    return {
      heading: `Change ${this.definition.name}`,
      body: html`${monitorForm({ monitor: this.definition, onSaved: this.#onSaved })}
        <div class="danger-zone">
          <div><h3>Delete</h3><p class="muted">Its history and its incidents go with it. This can’t be taken back.</p></div>
          <hs-confirm label="Delete" danger .sure=${`Delete ${this.definition.name}`} .subject=${this.#id} @confirmed=${this.#delete}></hs-confirm>
        </div>`,
    };
  };

  #incidentPanel = (id) => (this.incident ? incidentPanel(this.incident, { mayWrite: this.mayWrite, onChange: (incident) => (this.incident = incident) }) : { heading: id, body: nothing });

  #onSaved = (saved) => {
    this.definition = saved;
    setUrlParams({ edit: null });
    toast(`${saved.name} is changed`, { state: "up" });
    this.#load();
  };

  #check = () => this.#act(async () => {
    const { check } = await post(this.#path("/check"), {});
    toast({ hastened: "It is checked now", running: "It is being checked at this moment", not_scheduled: "It is not scheduled at the moment" }[String(check).toLowerCase()] ?? "Asked for", { state: "up" });
  });

  #enable = (on) => this.#act(async () => {
    this.definition = await post(this.#path(on ? "/enable" : "/disable"), {});
    toast(`${this.definition.name} is ${on ? "watched again" : "paused"}`, { undo: () => this.#enable(!on) });
    await this.#load();
  });

  #delete = () => this.#act(async () => {
    await remove(this.#path());
    location.assign("/");
  });

  async #act(work) {
    try {
      await work();
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  }
}

/** 99.95, 100, 87.3: never 100 while anything failed. */
function uptimeText(uptime) {
  if (uptime === 1) {
    return "100";
  }
  const share = uptime * 100;
  return share >= 99 ? (Math.floor(share * 1000) / 1000).toFixed(3).replace(/0+$/, "").replace(/\.$/, "") : share.toFixed(1);
}

function pointsOf(points, from, step, count, value) {
  const line = Array(count).fill(null);
  for (const point of points) {
    const index = Math.round((Date.parse(point.at) - from) / step);
    if (index >= 0 && index < count) {
      line[index] = value(point) ?? null;
    }
  }
  return line;
}

/** One stacked bar per check, oldest first, all on one scale. */
function phaseHistory(results) {
  const sums = results.map(({ phases }) => PHASES.reduce((sum, [name]) => sum + phases[name], 0));
  const longest = Math.max(...sums, 1);
  const bars = [...results].reverse().map(({ phases }, index) => {
    let y = 100;
    return PHASES.filter(([name]) => phases[name] > 0).map(([name]) => {
      const height = (phases[name] / longest) * 100;
      y -= height;
      return svg`<rect class="phase-${name}" x=${index * 10} y=${y} width="8" height=${height} />`;
    });
  });
  return html`<figure class="phase-history">
    <svg viewBox="0 0 ${results.length * 10 - 2} 100" preserveAspectRatio="none" role="img"
      aria-label="Where the time of the last ${results.length} checks went, at most ${micros(longest)}">${bars}</svg>
    <figcaption class="day-scale"><span>last ${results.length} checks</span><span>up to ${micros(longest)}</span></figcaption>
  </figure>`;
}

const SIGNALS = { start: "began", up: "did well", down: "failed", log: "logged" };

function pingBody({ at, signal, exitStatus, size, truncated, body }) {
  return html`<details class="ping-body">
    <summary><hs-time .at=${at}></hs-time> ${SIGNALS[signal]}${exitStatus ? html` with exit status ${exitStatus}` : nothing}
      <span class="faint small">${exact(size)} bytes${truncated ? ", the beginning is kept" : ""}</span></summary>
    <pre class="mono small">${body}</pre>
  </details>`;
}

function phaseBar(phases) {
  const total = PHASES.reduce((sum, [name]) => sum + phases[name], 0) || 1;
  let x = 0;
  const parts = PHASES.filter(([name]) => phases[name] > 0).map(([name, word]) => {
    const part = { name, word, x, width: (phases[name] / total) * 100 };
    x += part.width;
    return part;
  });
  return html`<svg class="phases" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="Where the time went">
      ${parts.map(({ name, x, width }) => svg`<rect class="phase-${name}" x=${x} y="0" width=${width} height="10" />`)}</svg>
    <ul class="phase-legend small">${parts.map(({ name, word }) => html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="phase-${name}" width="10" height="10" rx="2" /></svg>
      ${word} <strong>${micros(phases[name])}</strong></li>`)}</ul>`;
}

const INCIDENT_COLUMNS = incidentColumns({ withMonitor: false });
const NO_INCIDENTS = { heading: "No incident so far", text: "When this monitor goes down, it appears here with everything that happened." };

MonitorPage.define("hs-monitor-page");
document.body.append(document.createElement("hs-monitor-page"));
