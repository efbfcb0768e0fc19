// <hs-queues-page>: what waits where, for how long, and who works for it.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { get, put } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, duration, exact, plural } from "/kit/format.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import { History } from "/kit/history.js";
import { Poll } from "/kit/poll.js";
import { TimeRange } from "/kit/time-range.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import "/kit/banner.js";
import "/kit/chart.js";
import "/kit/notice.js";
import "/kit/side-panel.js";
import "/kit/sparkline.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const PERIOD_MILLIS = 2000;

class QueuesPage extends KitElement {
  static fields = { queues: null, workers: null, asOf: 0, ready: null, waits: null, problem: null, formProblem: null, busy: false, stale: false };

  #range = new TimeRange();
  #poll = new Poll(look, { periodMillis: PERIOD_MILLIS });

  connectedCallback() {
    super.connectedCallback();
    document.title = "Queues and workers · dag · Hotstate";
    this.#poll.addEventListener("values", (event) => this.#onLook(event.detail));
    this.#poll.addEventListener("state", () => this.#onState());
    this.#poll.start();
  }

  disconnectedCallback() {
    this.#poll.stop();
    super.disconnectedCallback();
  }

  #onLook({ queues, workers }) {
    if (this.ready === null || this.stale) {
      this.#loadHistory();
    }
    const values = (of) => Object.fromEntries(queues.map((queue) => [queue.name, of(queue)]));
    this.ready?.add(Date.now(), values((queue) => queue.ready));
    this.waits?.add(Date.now(), values((queue) => queue.oldestReadyMs ?? 0));
    Object.assign(this, { queues, workers, asOf: Date.now() });
  }

  #onState() {
    this.problem = this.#poll.problem;
    this.stale = this.#poll.state.name === "stale";
  }

  async #loadHistory() {
    try {
      const { ready, oldestReadyMs } = await get("/queues/history", { quiet: true });
      Object.assign(this, { ready: new History(ready), waits: new History(oldestReadyMs) });
    } catch {
      this.ready ??= History.startingNow();
      this.waits ??= History.startingNow();
    }
  }

  template() {
    const onProblem = { persistent: true, retry: this.#poll.now, needs: "read", curl: curl("/queues") };
    const dimmed = this.stale ? "dimmed" : "";
    return html`
      <hs-top-bar .service=${service} .stream=${this.#poll} .find=${this.#find}></hs-top-bar>
      <main class="page">
        <div class="page-head"><div>
          <h1>Queues and workers</h1>
          <p>A task waits in the queue that it names until a worker asks for it. Priorities hold exactly within a partition.</p>
        </div></div>
        ${this.stale ? html`<hs-banner tone="bad" heading="This page has lost the service" .since=${this.asOf} .asOf=${this.asOf} .reasons=${LOST}></hs-banner>` : nothing}
        <section class="section ${dimmed}" aria-labelledby="queues-heading">
          <h2 id="queues-heading">Queues</h2>
          <hs-table name="queues" label="queues" searchable opens .columns=${this.#queueColumns()} .rows=${this.queues} .rowKey=${nameOf}
            .problem=${this.queues === null ? this.problem : null} .onProblem=${onProblem} .empty=${NO_QUEUES}
            @row-open=${(event) => this.#open({ queue: event.detail.name })}></hs-table>
        </section>
        <section class="section ${dimmed}" aria-labelledby="workers-heading">
          <h2 id="workers-heading">Workers</h2>
          <hs-table name="workers" label="workers" searchable opens .columns=${WORKER_COLUMNS} .filters=${WORKER_FILTERS} .rows=${this.workers} .rowKey=${nameOf}
            .problem=${this.workers === null ? this.problem : null} .onProblem=${onProblem} .empty=${NO_WORKERS}
            @row-open=${(event) => this.#open({ worker: event.detail.name })}></hs-table>
        </section>
      </main>
      <hs-side-panel param="queue" .content=${this.#queuePanel} .of=${[this.queues, this.ready, this.busy, this.formProblem]}></hs-side-panel>
      <hs-side-panel param="worker" .content=${this.#workerPanel} .of=${this.workers}></hs-side-panel>`;
  }

  #open(params) {
    this.formProblem = null;
    setUrlParams({ queue: null, worker: null, ...params }, { push: urlParam("queue") === null && urlParam("worker") === null });
  }

  #find = (text) => {
    const isLike = ({ name }) => name.toLowerCase().includes(text.toLowerCase());
    const found = (kind, rows) => (rows ?? []).filter(isLike).map(({ name }) => ({ label: name, hint: kind, href: `/queues.html?${kind}=${encodeURIComponent(name)}` }));
    return [...found("queue", this.queues), ...found("worker", this.workers)];
  };

  #queueColumns() {
    return [
      ...QUEUE_COLUMNS,
      { key: "hour", label: "Ready, last hour", width: 150, from: 940, value: (queue) => queue.ready,
        cell: (queue) => html`<hs-sparkline class="cell-sparkline" .points=${this.ready?.points(queue.name) ?? []} tone=${queue.ready > 0 && queue.workers === 0 ? "bad" : "accent"}></hs-sparkline>` },
      { key: "hold", label: "Hold", width: 92, align: "end", from: 400, value: () => "",
        cell: (queue) => html`<button class="button small" type="button" ?disabled=${this.busy} aria-label=${`${queue.paused ? "Resume" : "Pause"} queue ${queue.name}`}
          @click=${() => this.#hold(queue)}>${queue.paused ? "Resume" : "Pause"}</button>` },
    ];
  }

  // A queue

  #queuePanel = (name) => {
    const queue = this.queues?.find((candidate) => candidate.name === name);
    if (!queue) {
      return this.queues ? { heading: name, body: html`<hs-notice heading="This queue is not in use"></hs-notice>` } : null;
    }
    const here = (this.workers ?? []).filter((worker) => worker.queues.includes(name));
    return { heading: name, body: html`${this.#facts(queue)}${this.#charts(name)}${this.#settings(queue)}
      <section class="section"><h3>Workers</h3>${here.length === 0 ? html`<p class="faint">None has asked for its tasks lately.</p>`
        : html`<p>${here.map((worker) => html`<a class="label mono" href="/queues.html?worker=${encodeURIComponent(worker.name)}">${worker.name}</a>`)}</p>`}</section>` };
  };

  #facts(queue) {
    return html`<dl class="facts">
      <dt>State</dt><dd><hs-state .state=${queueState(queue)} .word=${queueWord(queue)}></hs-state></dd>
      <dt>Ready</dt><dd>${exact(queue.ready)}${queue.oldestReadyMs ? `, the oldest for ${duration(queue.oldestReadyMs)}` : nothing}</dd>
      <dt>Running</dt><dd>${exact(queue.running)}</dd>
      <dt>Workers</dt><dd>${exact(queue.workers)}</dd>
    </dl>`;
  }

  #charts(name) {
    if (!this.ready || !this.waits) {
      return nothing;
    }
    const chart = (heading, history, tone, format) => html`<hs-chart .heading=${heading} .series=${[{ name: heading.toLowerCase(), points: history.points(name), tone }]}
      .format=${format} .from=${history.from} .step=${history.step} .range=${this.#range}></hs-chart>`;
    return html`<section class="section">${chart("Ready", this.ready, "accent", count)}${chart("Longest wait", this.waits, "warn", duration)}</section>`;
  }

  #settings(queue) {
    const problem = this.formProblem;
    return html`<form class="form danger-zone" @submit=${(event) => this.#save(event, queue)} novalidate>
      ${field("concurrencyMax", "At once", html`<input id="field-concurrencyMax" name="concurrencyMax" type="number" min="1" max="100000" placeholder="any number"
        aria-invalid=${isInvalid(problem, "concurrencyMax")} .value=${queue.concurrencyMax ?? ""}>`, { problem, hint: "How many tasks of this queue may run at once, over all jobs. Empty: no limit." })}
      ${formProblem(problem, ["concurrencyMax"])}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>Save limit</button>
        <button class="button" type="button" ?disabled=${this.busy} data-tip=${queue.paused ? "Workers get its tasks again" : "Running tasks end, no other is handed out"}
          @click=${() => this.#hold(queue)}>${queue.paused ? "Resume" : "Pause"} queue</button>
      </div>
    </form>`;
  }

  #hold(queue) {
    return this.#set(queue, { paused: !queue.paused, concurrencyMax: queue.concurrencyMax ?? null });
  }

  #save(event, queue) {
    event.preventDefault();
    const limit = new FormData(event.target).get("concurrencyMax");
    return this.#set(queue, { paused: queue.paused, concurrencyMax: limit === "" ? null : Number(limit) });
  }

  async #set(queue, setting) {
    this.busy = true;
    this.formProblem = null;
    try {
      await put(`/queues/${encodeURIComponent(queue.name)}/settings`, setting);
      const before = { paused: queue.paused, concurrencyMax: queue.concurrencyMax ?? null };
      toast(told(queue, before, setting), { undo: () => this.#set({ ...queue, ...setting }, before) });
      await this.#poll.now();
    } catch (problem) {
      this.formProblem = problem;
      if (urlParam("queue") === null) {
        toast(problem.message, { state: "failed" });
      }
    } finally {
      this.busy = false;
    }
  }

  // A worker

  #workerPanel = (name) => {
    const worker = this.workers?.find((candidate) => candidate.name === name);
    if (!worker) {
      return this.workers ? { heading: name, body: html`<hs-notice heading="Nothing was heard of this worker lately"
        text="It holds no task and has not asked for one."></hs-notice>` } : null;
    }
    return { heading: name, body: html`<dl class="facts">
        <dt>State</dt><dd><hs-state .state=${workerState(worker)} .word=${workerWord(worker)}></hs-state></dd>
        <dt>Counts as alive</dt><dd>${isAlive(worker) ? html`until <hs-time mode="clock" .at=${worker.aliveUntil}></hs-time> UTC without another sign` : "no"}</dd>
        <dt>Queues</dt><dd>${worker.queues.map((queue) => html`<a class="label mono" href="/queues.html?queue=${encodeURIComponent(queue)}">${queue}</a>`)}</dd>
      </dl>
      <section class="section"><h3>${worker.running.length === 0 ? "It runs nothing" : `Runs ${plural(worker.running.length, "task")}`}</h3>
        <ol class="reasons">${byStart(worker).map((held) => html`<li>${taskLink(held)}</li>`)}</ol></section>` };
  };
}

async function look() {
  const [queues, workers] = await Promise.all([get("/queues", { quiet: true }), get("/workers", { quiet: true })]);
  return { queues, workers };
}

/** What a setting has changed, in words. */
function told({ name }, before, { paused, concurrencyMax }) {
  if (paused !== before.paused) {
    return paused ? `${name} is paused` : `${name} goes on`;
  }
  return concurrencyMax ? `${name} runs ${exact(concurrencyMax)} at once` : `${name} runs without a limit`;
}

const LOST = [{ message: "It asks again by itself. What you see below is the last known state, not the present one." }];
const nameOf = (row) => row.name;

const QUEUE_COLUMNS = [
  { key: "name", label: "Queue", width: 110, value: nameOf, cell: (queue) => html`<strong>${queue.name}</strong>` },
  { key: "state", label: "State", width: 132, watch: true, value: queueWord, cell: (queue) => html`<hs-state .state=${queueState(queue)} .word=${queueWord(queue)}></hs-state>` },
  { key: "ready", label: "Ready", width: 80, align: "end", value: (queue) => queue.ready,
    cell: (queue) => (queue.incomplete ? `≥ ${exact(queue.ready)}` : exact(queue.ready)), meaning: "Tasks that wait for a worker" },
  { key: "age", label: "Longest wait", width: 110, align: "end", from: 620, value: (queue) => queue.oldestReadyMs ?? null,
    cell: (queue) => (queue.oldestReadyMs === undefined || queue.oldestReadyMs === null ? "–" : duration(queue.oldestReadyMs)) },
  { key: "running", label: "Running", width: 90, align: "end", from: 540, value: (queue) => queue.running, cell: (queue) => exact(queue.running) },
  { key: "limit", label: "Limit", width: 80, align: "end", from: 760, value: (queue) => queue.concurrencyMax ?? null,
    cell: (queue) => (queue.concurrencyMax ? exact(queue.concurrencyMax) : "none"), meaning: "How many of its tasks may run at once" },
  { key: "workers", label: "Workers", width: 90, align: "end", from: 690, value: (queue) => queue.workers, cell: (queue) => exact(queue.workers) },
];

function queueWord(queue) {
  if (queue.paused) {
    return "paused";
  }
  return queue.ready > 0 && queue.workers === 0 ? "nobody works" : queue.ready + queue.running > 0 ? "busy" : "idle";
}

function queueState(queue) {
  return { paused: "degraded", "nobody works": "down", busy: "running", idle: "up" }[queueWord(queue)];
}

const isAlive = (worker) => worker.aliveUntil && new Date(worker.aliveUntil) > new Date();
const workerWord = (worker) => (isAlive(worker) ? "alive" : "silent");
const workerState = (worker) => (isAlive(worker) ? "up" : "retrying");
const byStart = (worker) => [...worker.running].sort((one, other) => one.startedAt.localeCompare(other.startedAt));

const WORKER_FILTERS = [{ key: "state", label: "State", value: workerWord }];

const WORKER_COLUMNS = [
  { key: "name", label: "Worker", width: 200, value: nameOf, cell: (worker) => html`<span class="mono">${worker.name}</span>` },
  { key: "state", label: "State", width: 90, watch: true, value: workerWord,
    cell: (worker) => html`<hs-state .state=${workerState(worker)} .word=${workerWord(worker)}></hs-state>`,
    meaning: "Silent: it holds tasks but has not asked for more lately" },
  { key: "queues", label: "Queues", width: 180, from: 700, value: (worker) => worker.queues.join(", ") },
  { key: "running", label: "Running", width: 90, align: "end", watch: true, from: 400, value: (worker) => worker.running.length,
    cell: (worker) => (worker.running.length === 100 ? "100+" : exact(worker.running.length)) },
  { key: "task", label: "What it runs, the longest first", from: 860, value: (worker) => byStart(worker)[0]?.task ?? null,
    cell: (worker) => html`<span class="truncate">${byStart(worker).slice(0, 3).map(taskLink)}</span>` },
];

function taskLink(held) {
  const [job, task] = held.task.split(".");
  return html`<a class="mono" href="/job.html?id=${encodeURIComponent(job)}&task=${encodeURIComponent(task)}">${held.task}</a>
    <span class="faint small"><hs-time mode="for" .at=${held.startedAt}></hs-time></span> `;
}

const NO_QUEUES = { heading: "No queue is in use", text: "A queue appears with the first task that names it." };
const NO_WORKERS = {
  heading: "No worker has asked for tasks",
  text: "Workers ask over HTTP, in any language:",
  curl: curl("/queues/default/claims", { method: "POST", body: { worker: "me", max: 1, waitMs: 10000 } }),
};

QueuesPage.define("hs-queues-page");
document.body.append(document.createElement("hs-queues-page"));
