// <hs-job-timeline job="...">: which task waited and ran when. Waits are light, runs are solid, the critical path is marked.
// Drag along the time axis to zoom, double-click for the whole job. Emits "box-open" { id } for a task.
import { KitElement, css, html, nothing, repeat } from "/kit/element.js";
import { get } from "/kit/api.js";
import { duration, plural, stamp } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { timeTicks } from "/kit/paths.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { described, leading, stateOf, toneOf, wordOf } from "./status.js";
import { shapeOf } from "/kit/state.js";
import "/kit/notice.js";
import "/kit/tip.js";

const ROW = 28;
const OVERSCAN = 10;
const TICKS_MAX = 7;
const ZOOM_MIN_PIXELS = 8;
/** Characters at the end of a name that are always shown. */
const TAIL = 12;

class JobTimeline extends KitElement {
  /** `beat`: changes whenever something may have happened. */
  static fields = { job: "", beat: 0, timeline: null, problem: null, zoom: null, drag: null };

  #seenBeat = 0;
  #loading = null;
  #asked = 0;
  #answered = 0;
  #scrollTop = 0;
  #viewHeight = 600;
  #stop = null;
  #clock = 0;
  #sized = new ResizeObserver(() => {
    this.#viewHeight = this.querySelector(".timeline-rows")?.clientHeight ?? 600;
    this.update();
  });

  connectedCallback() {
    super.connectedCallback();
    this.#stop = onUrlChange(() => this.#address() !== this.#loading && this.#load());
    this.#sized.observe(this);
    this.#clock = setInterval(() => this.timeline?.finishedAt === null && this.update(), 1000);
    this.#load();
  }

  disconnectedCallback() {
    this.#stop();
    this.#sized.disconnect();
    clearInterval(this.#clock);
    super.disconnectedCallback();
  }

  #address() {
    const query = new URLSearchParams();
    for (const name of ["view", "open"]) {
      if (urlParam(name)) {
        query.set(name, urlParam(name));
      }
    }
    return `/jobs/${encodeURIComponent(this.job)}/timeline?${query}`;
  }

  #load = async () => {
    const address = this.#address();
    const asked = ++this.#asked;
    this.#loading = address;
    try {
      const timeline = await get(address, { quiet: this.timeline !== null });
      if (this.#loading === address && asked > this.#answered) {
        this.#answered = asked;
        this.timeline = timeline;
        this.problem = null;
      }
    } catch (problem) {
      this.problem = problem;
    }
  };

  rendered() {
    if (this.beat !== this.#seenBeat) {
      this.#seenBeat = this.beat;
      this.#load();
    }
  }

  template() {
    if (!this.timeline) {
      return html`<div class="card">${this.problem ? problemNotice(this.problem, { needs: "read", retry: this.#load })
        : html`<hs-notice kind="loading" heading="Reading the timeline"></hs-notice>`}</div>`;
    }
    if (!this.timeline.startedAt) {
      return html`<div class="card"><hs-notice heading="Nothing has run yet" text="Bars appear as soon as a worker takes the first task."></hs-notice></div>`;
    }
    const range = this.#range();
    return html`
      <div class="graph-tools">
        <div class="segments" role="group" aria-label="What is shown">
          ${this.#viewButton("folded", "Folded")}${this.#viewButton("tasks", "All tasks")}
        </div>
        <span class="faint small graph-size">${this.#summary()}</span>
        ${this.zoom ? html`<button class="button quiet" type="button" @click=${() => (this.zoom = null)}>Whole job</button>` : nothing}
        <span class="muted small zoom-hint">Drag along the axis to zoom</span>
      </div>
      <div class="timeline card">
        ${this.#axis(range)}
        <div class="timeline-rows" tabindex="0" role="list" aria-label="Tasks by start" @scroll=${this.#onScroll}>${this.#rows(range)}</div>
      </div>
      <ul class="graph-legend">
        <li><i class="timeline-sample wait"></i>waits for a worker</li><li><i class="timeline-sample run"></i>runs</li>
        <li class="graph-legend-path"><i></i>critical path</li>
      </ul>`;
  }

  #viewButton(view, label) {
    return html`<button type="button" aria-pressed=${this.timeline.view === view}
      @click=${() => setUrlParams({ view, open: null })}>${label}</button>`;
  }

  #summary() {
    const { rows, startedAt, finishedAt, predictedEnd } = this.timeline;
    const path = rows.filter((row) => row.critical).length;
    const took = duration((finishedAt ? new Date(finishedAt) : new Date()) - new Date(startedAt));
    const end = predictedEnd ? `, ends probably in ${duration(Math.max(0, new Date(predictedEnd) - Date.now()))}` : "";
    return `${finishedAt ? "Took" : "Runs for"} ${took}, ${plural(path, "row")} on the critical path${end}`;
  }

  /** What the axis spans, in milliseconds from the start of the job. */
  #range() {
    if (this.zoom) {
      return this.zoom;
    }
    const { startedAt, finishedAt, predictedEnd, rows } = this.timeline;
    const origin = new Date(startedAt).getTime();
    const last = rows.reduce((latest, row) => Math.max(latest, row.endMs ?? 0), 0);
    const end = finishedAt ? new Date(finishedAt) - origin : Math.max(this.#now(), predictedEnd ? new Date(predictedEnd) - origin : 0);
    return { from: 0, to: Math.max(1, last, end) };
  }

  #now() {
    return Date.now() - new Date(this.timeline.startedAt);
  }

  #axis(range) {
    const share = (time) => `${(100 * (time - range.from)) / (range.to - range.from)}%`;
    const { predictedEnd, startedAt, finishedAt } = this.timeline;
    const inside = (time) => time >= range.from && time <= range.to;
    const predicted = predictedEnd ? new Date(predictedEnd) - new Date(startedAt) : null;
    return html`<div class="timeline-axis">
      <span class="timeline-label faint small">since ${stamp(startedAt).slice(11)}</span>
      <div class="timeline-track" @pointerdown=${this.#onDown} @pointermove=${this.#onMove} @pointerup=${this.#onUp}
        @dblclick=${() => (this.zoom = null)}>
        ${ticks(range).map((tick) => html`<span class="timeline-tick small" ${css({ left: share(tick) })}>${hasRoom(tick, range) ? tickWord(tick) : ""}</span>`)}
        ${!finishedAt && inside(this.#now()) ? html`<span class="timeline-now" ${css({ left: share(this.#now()) })} data-tip="now"></span>` : nothing}
        ${predicted !== null && inside(predicted) ? html`<span class="timeline-predicted" ${css({ left: share(predicted) })} data-tip="probable end"></span>` : nothing}
        ${this.drag ? html`<span class="timeline-selection" ${css({ left: `${this.drag.left}px`, width: `${this.drag.width}px` })}></span>` : nothing}
      </div>
    </div>`;
  }

  #rows(range) {
    const { rows } = this.timeline;
    const first = Math.max(0, Math.floor(this.#scrollTop / ROW) - OVERSCAN);
    const last = Math.min(rows.length, first + Math.ceil(this.#viewHeight / ROW) + 2 * OVERSCAN);
    return html`<div class="timeline-space" ${css({ height: `${rows.length * ROW}px` })}>
      <div class="timeline-window" ${css({ transform: `translateY(${first * ROW}px)` })}>
        ${repeat(rows.slice(first, last), (row) => row.id, (row) => this.#row(row, range))}
      </div>
    </div>`;
  }

  #row(row, range) {
    const status = row.status ?? leading(row.states);
    const now = this.#now();
    const runEnd = row.startMs === undefined ? null : row.endMs ?? now;
    const waitEnd = row.startMs ?? (row.status && ["COMPLETED", "FAILED", "SKIPPED", "CANCELLED"].includes(row.status) ? null : now);
    const waits = row.readyMs !== undefined && waitEnd !== null && this.timeline.finishedAt === null || row.startMs !== undefined;
    return html`<div class="timeline-row ${row.critical ? "critical" : ""}" role="listitem" data-id=${row.id}>
      <button class="timeline-label truncate" type="button" @click=${() => this.#open(row)} data-tip=${row.label}>
        ${shapeOf(stateOf(status))}${inTwo(row.label)}
        ${row.tasks > 1 ? html`<span class="faint small">${row.tasks.toLocaleString("en-US")}</span>` : nothing}
      </button>
      <div class="timeline-track" data-tip=${this.#tell(row, status)}>
        ${waits && row.readyMs !== undefined ? bar("wait", row.readyMs, waitEnd, range) : nothing}
        ${runEnd === null ? nothing : bar(`run ${toneOf(status)}`, row.startMs, runEnd, range)}
      </div>
    </div>`;
  }

  #tell(row, status) {
    const parts = [row.states ? described(row.states) : wordOf(status)];
    if (row.readyMs !== undefined && row.startMs !== undefined) {
      parts.push(`waited ${duration(Math.max(0, row.startMs - row.readyMs))}`);
    }
    if (row.startMs !== undefined) {
      parts.push(`${row.endMs === undefined ? "runs for" : "ran"} ${duration((row.endMs ?? this.#now()) - row.startMs)}`);
    }
    if (row.worker) {
      parts.push(`on ${row.worker}`);
    }
    if (row.critical) {
      parts.push("on the critical path");
    }
    return parts.join(" · ");
  }

  #open(row) {
    if (row.tasks > 1) {
      const open = (urlParam("open") ?? "").split(",").filter((id) => id !== "");
      setUrlParams({ open: [...open, row.id].join(","), view: "folded" }, { push: true });
    } else {
      this.emit("box-open", { id: row.id });
    }
  }

  #onScroll = (event) => {
    this.#scrollTop = event.currentTarget.scrollTop;
    this.update();
  };

  // Zoom

  #start = null;

  #onDown = (event) => {
    this.#start = event.clientX - event.currentTarget.getBoundingClientRect().left;
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  #onMove = (event) => {
    if (this.#start !== null) {
      const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
      this.drag = { left: Math.min(at, this.#start), width: Math.abs(at - this.#start) };
    }
  };

  #onUp = (event) => {
    const { width } = event.currentTarget.getBoundingClientRect();
    const { from, to } = this.#range();
    if (this.drag && this.drag.width >= ZOOM_MIN_PIXELS) {
      const time = (pixels) => from + (to - from) * Math.min(1, Math.max(0, pixels / width));
      this.zoom = { from: time(this.drag.left), to: time(this.drag.left + this.drag.width) };
    }
    this.drag = null;
    this.#start = null;
  };
}

function bar(kind, from, to, range) {
  const span = range.to - range.from;
  const left = Math.max(0, (100 * (from - range.from)) / span);
  const right = Math.min(100, (100 * (to - range.from)) / span);
  return right < 0 || left > 100 || to < from ? nothing
    : html`<i class="timeline-bar ${kind}" ${css({ left: `${left}%`, width: `max(2px, ${Math.max(0, right - left)}%)` })}></i>`;
}

/** The end of a long name tells tasks apart, so the middle gives way. */
function inTwo(label) {
  const cut = Math.max(0, label.length - TAIL);
  return html`<span class="timeline-name"><span class="truncate">${label.slice(0, cut)}</span><span>${label.slice(cut)}</span></span>`;
}

/** Below ten seconds the steps of clock times are too wide. */
function ticks({ from, to }) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((candidate) => (to - from) / candidate <= TICKS_MAX);
  if (!step) {
    return timeTicks(from, to, TICKS_MAX);
  }
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

/** 0, 500 ms, 1.5 s, 2 min 30 s: as fine as the axis, or two ticks would have one name. */
export function tickWord(millis) {
  const minutes = Math.floor(millis / 60_000);
  const seconds = Number(((millis % 60_000) / 1000).toFixed(3));
  if (millis === 0) {
    return "0";
  }
  return millis < 1000 || seconds === 0 || minutes >= 60 ? duration(millis) : minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`;
}

/** The label of a tick at the very end would be cut off. */
const hasRoom = (time, { from, to }) => (time - from) / (to - from) < 0.93;

JobTimeline.define("hs-job-timeline");
