// <hs-job-page>: one job, ?id=...: graph, timeline, tasks, events; details of a task beside it, ?task=..., with the log of one attempt, &attempt=...
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post } from "/kit/api.js";
import { duration, exact, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { EventStream } from "/kit/sse.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { toast } from "/kit/toast.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { isOver, jobState, jobWord } from "./job-words.js";
import { progress } from "./progress.js";
import { ORDER, stateOf, statusOf, wordOf } from "./status.js";
import "/kit/confirm.js";
import "/kit/notice.js";
import "/kit/side-panel.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";
import "./graph-view.js";
import "./rerun-panel.js";
import "./task-panel.js";
import "./timeline-view.js";
import "./verify-view.js";

const VIEWS = [
  { key: "graph", label: "Graph" },
  { key: "timeline", label: "Timeline" },
  { key: "tasks", label: "Tasks" },
  { key: "events", label: "Events" },
  { key: "verify", label: "Verify" },
];
const EVENTS_KEPT_MAX = 5000;
const EVENTS_PAGE = 200;
/** So many failed tasks stand in the head of the page; the others are in the list of tasks. */
const FAILURES_SHOWN = 3;
/** Why a task failed is known about a second after it did. */
const FAILURE_LOOKS_MAX = 5;
/** Colours are read again at most this often, however many events arrive. */
const BEAT_MILLIS = 700;
/** What no event tells (a task became ready, a prediction moved) shows after this long. */
const STEADY_MILLIS = 3000;

class JobPage extends KitElement {
  static fields = { job: null, order: null, tasks: null, failures: [], events: [], cursor: undefined, beat: 0, problem: null, busy: false };

  #id = urlParam("id") ?? "";
  #stream = new EventStream(this.#path("/events"));
  #stop = null;
  #due = 0;
  #steady = 0;
  #tasksBeat = -1;
  #asked = 0;
  #shown = 0;
  #failuresOf = "";
  #failureLooks = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#stop = onUrlChange(() => this.update());
    this.#steady = setInterval(() => this.job && !isOver(this.job) && !document.hidden && this.#soon(), STEADY_MILLIS);
    this.#load();
    this.#loadOrder();
    for (const name of ["job", "task", "answer", "snapshot"]) {
      this.#stream.addEventListener(name, (event) => this.#onEvent(event.detail, name));
    }
    this.#stream.start();
  }

  disconnectedCallback() {
    this.#stop();
    clearInterval(this.#steady);
    clearTimeout(this.#due);
    this.#stream.stop();
    super.disconnectedCallback();
  }

  #path(rest = "") {
    return `/jobs/${encodeURIComponent(this.#id || "-")}${rest}`;
  }

  /** What was ordered: labels and limits never change. */
  async #loadOrder() {
    this.order = await get(this.#path(), { quiet: true }).catch(() => null);
  }

  /** An answer that was overtaken by a later one is not shown any more. */
  #load = async () => {
    const asked = ++this.#asked;
    try {
      const job = await get(this.#path("/states"), { quiet: this.job !== null });
      if (asked > this.#shown) {
        this.#shown = asked;
        Object.assign(this, { job, problem: null });
        this.#showOnTab();
        this.#loadFailures();
      }
    } catch (problem) {
      this.problem = problem;
      if (problem.status === 404 && !this.job) {
        this.#stream.stop();
      }
    }
  };

  /** Asked for only when others are to be shown: to find failed tasks, the service walks through the job. */
  async #loadFailures() {
    const { job } = this;
    const failed = Math.min(job.tally.FAILED ?? 0, FAILURES_SHOWN);
    const of = `${job.startedAt} ${failed} ${isOver(job)}`;
    if (of !== this.#failuresOf) {
      this.#failuresOf = of;
      this.#failureLooks = 0;
    } else if (this.#failureLooks === 0 || this.#failureLooks > FAILURE_LOOKS_MAX) {
      return;
    }
    const found = failed === 0 ? [] : await get(this.#path(`/tasks?status=FAILED&limit=${FAILURES_SHOWN}`), { quiet: true })
      .then(({ items }) => items, () => null);
    if (of !== this.#failuresOf) {
      return;
    }
    this.failures = found ?? this.failures;
    if (failed > 0 && (found === null || found.length < failed || found.some(({ reason }) => !reason))) {
      this.#failureLooks++;
      this.#soon();
    } else {
      this.#failureLooks = 0;
    }
  }

  #showOnTab() {
    const { job } = this;
    document.title = `${job.name}: ${jobWord(job)} · dag · Hotstate`;
    showTabIcon(job.status === "FAILED" || job.tally.FAILED > 0 ? "bad" : job.paused && !isOver(job) ? "warn" : "good");
  }

  #onEvent(event, name) {
    if (name !== "snapshot") {
      this.#keep([event]);
    }
    this.#soon();
  }

  /** Newest first; an event may come live and from the history. */
  #keep(events) {
    const known = new Map([...this.events, ...events].map((event) => [event.id, event]));
    this.events = [...known.values()].sort((one, other) => byId(other, one)).slice(0, EVENTS_KEPT_MAX);
  }

  #soon() {
    if (this.#due === 0) {
      this.#due = setTimeout(async () => {
        this.#due = 0;
        await this.#load();
        this.beat++;
      }, BEAT_MILLIS);
    }
  }

  get #view() {
    const view = urlParam("tab");
    return VIEWS.some(({ key }) => key === view) ? view : "graph";
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#stream}></hs-top-bar>
      <main class="page" @box-open=${(event) => this.#openTask(event.detail.id)}>${this.#content()}</main>
      <hs-side-panel param="task" .content=${this.#panel} .of=${this.beat}></hs-side-panel>
      <hs-side-panel param="again" .content=${this.#againPanel} .of=${this.job}></hs-side-panel>`;
  }

  #content() {
    if (!this.job && this.problem?.status === 404) {
      return html`<h1 class="visually-hidden">Job</h1><div class="card"><hs-notice heading="There is no such job"
        text="It ended long ago, or the address is incomplete." .action=${{ label: "All jobs", href: "/" }}></hs-notice></div>`;
    }
    if (!this.job) {
      return html`<h1 class="visually-hidden">Job</h1><div class="card">${this.problem
        ? problemNotice(this.problem, { needs: "read", retry: this.#load })
        : html`<hs-notice kind="loading" heading="Reading the job"></hs-notice>`}</div>`;
    }
    return html`
      <div class="job-head">
        <div class="job-title">
          <h1>${shapeOf(jobState(this.job))}<span>${this.job.name}</span><span class="mono">${this.#id}</span></h1>
          <div class="job-actions">${this.#actions()}</div>
        </div>
        ${progress(this.job.tally)}
        ${this.#facts()}
        ${this.#failed()}
      </div>
      <nav class="view-tabs" aria-label="Views of the job">${VIEWS.map(({ key, label }) => html`<a
        href=${this.#tabAddress(key)} aria-current=${key === this.#view ? "page" : nothing} @click=${(event) => this.#turnTo(event, key)}>${label}</a>`)}</nav>
      ${this.#body()}`;
  }

  #tabAddress(tab) {
    return `/job.html?id=${encodeURIComponent(this.#id)}${tab === "graph" ? "" : `&tab=${tab}`}`;
  }

  #turnTo(event, tab) {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      setUrlParams({ tab: tab === "graph" ? null : tab }, { push: true });
    }
  }

  #facts() {
    const { job } = this;
    // Somebody wanted it: the reason says so in the very word of the state, and is nothing to worry about.
    const wasCancelled = job.status === "CANCELLED" && job.reason?.startsWith("cancelled");
    const took = job.startedAt ? duration((job.finishedAt ? new Date(job.finishedAt) : new Date()) - new Date(job.startedAt)) : null;
    return html`<div class="job-facts">
      <hs-state .state=${jobState(job)} .word=${wasCancelled ? job.reason : jobWord(job)}></hs-state>
      ${job.reason && !wasCancelled ? html`<span class="bad">${job.reason}</span>` : nothing}
      <span>${plural(Object.values(job.tally).reduce((total, tasks) => total + tasks, 0), "task")}</span>
      ${ORDER.filter((status) => job.tally[status] > 0).map((status) => html`<span><strong>${exact(job.tally[status])}</strong> ${wordOf(status)}</span>`)}
      ${took ? html`<span>${job.finishedAt ? "took" : "running for"} ${took}</span>` : nothing}
      <span>submitted <hs-time .at=${job.createdAt}></hs-time>${job.createdBy ? html` by <a href="/?by=${encodeURIComponent(job.createdBy)}">${job.createdBy}</a>` : nothing}</span>
      ${this.order?.run > 1 ? html`<span>run ${exact(this.order.run)}</span>` : nothing}
      ${this.order?.deadline && !isOver(job) ? html`<span>deadline <hs-time .at=${this.order.deadline}></hs-time></span>` : nothing}
      ${this.order?.concurrency ? html`<span>${exact(this.order.concurrency)} at once</span>` : nothing}
      ${Object.entries(this.order?.labels ?? {}).map(([name, value]) => html`<a class="label" href=${labelAddress(name, value)}>${name}=${value}</a>`)}
    </div>`;
  }

  /** Whoever opens a job that failed wants to know at which task, and why. */
  #failed() {
    const { failures, job } = this;
    const failed = job.tally.FAILED ?? 0;
    if (failed === 0 || failures.length === 0) {
      return nothing;
    }
    return html`<ul class="job-failures" aria-label="Failed tasks">
      ${failures.map(({ task, reason }) => html`<li><a class="label mono" href=${`${this.#tabAddress(this.#view)}&task=${encodeURIComponent(task)}`}
        @click=${(event) => this.#turnToTask(event, task)}>${task}</a> <span class="bad">${reason ?? "failed"}</span></li>`)}
      ${failed > failures.length ? html`<li><a href=${`${this.#tabAddress("tasks")}&tasks.status=failed`}>${exact(failed - failures.length)} more failed</a></li>` : nothing}
    </ul>`;
  }

  #turnToTask(event, task) {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.#openTask(task);
    }
  }

  // What can be done

  #actions() {
    const { job } = this;
    if (isOver(job)) {
      return html`<button class=${job.status === "COMPLETED" ? "button" : "button primary"} type="button" ?disabled=${this.busy} data-tip="What failed, all, or from a task on"
        @click=${() => setUrlParams({ again: "yes", task: null, attempt: null }, { push: true })}>Run again</button>`;
    }
    return html`
      ${job.paused
        ? html`<button class="button primary" type="button" ?disabled=${this.busy} @click=${() => this.#act("resume", "goes on")}>Resume</button>`
        : html`<button class="button" type="button" ?disabled=${this.busy} data-tip="Running tasks end, no other starts" @click=${() => this.#pause()}>Pause</button>`}
      <hs-confirm label="Cancel job" danger keep="Let it run" .sure=${`Cancel ${job.name} now`} .subject=${this.#id} .disabled=${this.busy}
        @confirmed=${() => this.#act("cancel", "is cancelled")}></hs-confirm>`;
  }

  #pause() {
    return this.#act("pause", "is paused", undefined, () => this.#act("resume", "goes on"));
  }

  async #act(action, done, body, undo = null) {
    this.busy = true;
    try {
      await post(this.#path(`/${action}`), body);
      toast(`${this.job.name} ${done}`, { undo });
      await this.#load();
      this.beat++;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    } finally {
      this.busy = false;
    }
  }

  // Views

  #body() {
    switch (this.#view) {
      case "timeline": return html`<hs-job-timeline .job=${this.#id} .beat=${this.beat}></hs-job-timeline>`;
      case "tasks": return this.#taskTable();
      case "events": return this.#eventTable();
      case "verify": return html`<hs-verify-view .job=${this.#id}></hs-verify-view>`;
      default: return html`<hs-job-graph .job=${this.#id} .beat=${this.beat}></hs-job-graph>`;
    }
  }

  #taskTable() {
    this.#loadTasks();
    return html`<hs-table name="tasks" label="tasks" tall searchable opens .columns=${TASK_COLUMNS} .filters=${TASK_FILTERS} .rows=${this.tasks}
      @row-open=${(event) => this.#openTask(event.detail.id)}></hs-table>`;
  }

  async #loadTasks() {
    if (this.#tasksBeat === this.beat) {
      return;
    }
    this.#tasksBeat = this.beat;
    try {
      const timeline = await get(this.#path("/timeline?view=tasks"), { quiet: true });
      this.tasks = timeline.rows.filter((row) => row.status);
    } catch {
      this.tasks ??= [];
    }
  }

  #eventTable() {
    if (this.cursor === undefined) {
      this.#loadEvents();
    }
    return html`<hs-table name="events" label="events" tall searchable .columns=${EVENT_COLUMNS} .filters=${EVENT_FILTERS} .rows=${this.events}
      .empty=${NO_EVENTS} .more=${this.cursor ? this.#loadEvents : null}></hs-table>`;
  }

  /** The history in pages, newest first, as the table shows it. */
  #loadEvents = async () => {
    const after = this.cursor ? `&cursor=${encodeURIComponent(this.cursor)}` : "";
    this.cursor = null;
    try {
      const page = await get(this.#path(`/events?order=newest&limit=${EVENTS_PAGE}${after}`), { quiet: true });
      this.cursor = page.nextCursor ?? null;
      this.#keep(page.items);
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  // A task

  #openTask(task) {
    setUrlParams({ task, attempt: null }, { push: urlParam("task") === null });
  }

  #panel = (task) => ({
    heading: task,
    body: html`<hs-task-panel .job=${this.#id} .task=${task} .attempt=${urlParam("attempt")} .beat=${this.beat} .over=${this.job ? isOver(this.job) : false}
      @task-changed=${() => this.#soon()}></hs-task-panel>`,
  });

  // Once more

  #againPanel = () => (this.job && isOver(this.job) ? {
    heading: "Run again",
    body: html`<hs-rerun-panel .job=${this.#id} .subject=${this.job} @rerun-begun=${(event) => this.#onRerun(event.detail)}></hs-rerun-panel>`,
  } : null);

  async #onRerun({ reset }) {
    setUrlParams({ again: null });
    toast(`${this.job.name} runs again: ${plural(reset, "task")}`);
    this.#loadOrder();
    await this.#load();
    this.beat++;
  }
}

/** The jobs with the same label. */
const labelAddress = (name, value) => `/?${new URLSearchParams({ label: `${name}=${value}` })}`;

const TASK_COLUMNS = [
  { key: "id", label: "Task", width: 260, value: (row) => row.id, cell: (row) => html`<strong>${row.id}</strong>` },
  { key: "status", label: "State", width: 160, watch: true, value: (row) => wordOf(row.status),
    cell: (row) => html`<hs-state .state=${stateOf(row.status)} .word=${wordOf(row.status)}></hs-state>` },
  { key: "level", label: "Level", width: 80, from: 700, align: "end", value: (row) => row.level + 1 },
  { key: "waited", label: "Waited", width: 110, from: 620, align: "end", value: waited, cell: (row) => (waited(row) === null ? "–" : duration(waited(row))),
    meaning: "From when nothing was missing but a worker" },
  { key: "ran", label: "Ran", width: 110, align: "end", value: ran, cell: (row) => (ran(row) === null ? "–" : duration(ran(row))) },
  { key: "critical", label: "Critical", width: 90, from: 900, value: (row) => (row.critical ? "yes" : ""), meaning: "On the chain of tasks that decides when the job ends" },
  { key: "worker", label: "Worker", from: 780, value: (row) => row.worker ?? null, cell: (row) => html`<span class="mono muted">${row.worker ?? ""}</span>` },
];

function waited(row) {
  return row.startMs === undefined || row.readyMs === undefined ? null : Math.max(0, row.startMs - row.readyMs);
}

function ran(row) {
  return row.startMs === undefined || row.endMs === undefined ? null : row.endMs - row.startMs;
}

const TASK_FILTERS = [{ key: "status", label: "State", value: (row) => wordOf(row.status) }];

const EVENT_COLUMNS = [
  { key: "at", label: "At", width: 110, value: (event) => event.id, cell: (event) => html`<hs-time mode="clock" .at=${event.at}></hs-time>` },
  { key: "task", label: "Task", width: 240, value: (event) => event.task ?? "the job", cell: (event) => html`<strong>${event.task ?? "the job"}</strong>` },
  { key: "status", label: "Became", width: 170, value: (event) => wordOf(event.status),
    cell: (event) => html`<hs-state .state=${stateOf(event.status)} .word=${wordOf(event.status)}></hs-state>` },
  { key: "verdict", label: "Answer", width: 110, from: 700, value: (event) => event.verdict?.toLowerCase() ?? null, meaning: "Whether a worker's answer counted" },
  { key: "worker", label: "Worker", width: 190, from: 860, value: (event) => event.worker ?? null },
  { key: "detail", label: "Detail", from: 980, value: told },
];

/** What an event has to say beside its state. When a task begins, that is how long it was ready before. */
function told({ detail, status }) {
  if (status === "RUNNING" && /^\d+$/.test(detail ?? "")) {
    return `waited ${duration(Number(detail))}`;
  }
  return detail === "parent_failed" ? "a task before it failed" : detail ?? null;
}

/** Ids are those of stream entries: milliseconds, a dash, a number. */
function byId(one, other) {
  const [oneMs, oneNumber] = one.id.split("-").map(Number);
  const [otherMs, otherNumber] = other.id.split("-").map(Number);
  return oneMs - otherMs || oneNumber - otherNumber;
}

const EVENT_FILTERS = [{ key: "status", label: "Became", value: (event) => wordOf(event.status) }];

const NO_EVENTS = { heading: "Nothing has happened yet", text: "What happens from now on appears here at once." };

JobPage.define("hs-job-page");
document.body.append(document.createElement("hs-job-page"));
