// <hs-job-list>: the jobs, those that go on first; filtered and paged by the service, so that a job of last month is found too.
// The filters are in the address: ?q= (part of id or name), ?status=, ?by= (owner), ?label=name=value.
import { KitElement, html } from "/kit/element.js";
import { get } from "/kit/api.js";
import { duration, exact } from "/kit/format.js";
import { Poll } from "/kit/poll.js";
import { toast } from "/kit/toast.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { isOver, jobState, jobWord } from "./job-words.js";
import { progress, progressCell } from "./progress.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";

const PAGE = 100;
const PERIOD_MILLIS = 3000;
const PAUSE_MILLIS = 250;
const STATUSES = ["RUNNING", "COMPLETED", "FAILED", "CANCELLED", "PENDING"];
/** Name in the address to name in the API. */
const FILTERS = { q: "text", status: "status", by: "createdBy", label: "label" };

class JobList extends KitElement {
  /** `recent`: the jobs of the overview, as they are at this moment; `empty`: what to say when there is none. */
  static fields = { recent: null, empty: {}, found: null, older: [], problem: null };

  #cursor;
  #asked = "";
  #pause = 0;
  #stop = null;
  #poll = new Poll(() => this.#ask(), { periodMillis: PERIOD_MILLIS });

  connectedCallback() {
    super.connectedCallback();
    this.#poll.addEventListener("values", (event) => this.#onFound(event.detail));
    this.#poll.addEventListener("state", () => (this.problem = this.#poll.problem));
    this.#stop = onUrlChange(() => this.#onUrl());
    this.#onUrl();
  }

  disconnectedCallback() {
    this.#stop();
    this.#poll.stop();
    clearTimeout(this.#pause);
    super.disconnectedCallback();
  }

  #query() {
    const query = new URLSearchParams();
    for (const [name, parameter] of Object.entries(FILTERS)) {
      if (urlParam(name)) {
        query.append(parameter, urlParam(name));
      }
    }
    return query.toString();
  }

  #onUrl() {
    const query = this.#query();
    if (query === this.#asked) {
      return;
    }
    this.#asked = query;
    this.#cursor = undefined;
    Object.assign(this, { found: null, older: [], problem: null });
    this.#poll.stop();
    clearTimeout(this.#pause);
    if (query !== "") {
      this.#pause = setTimeout(() => this.#poll.start(), PAUSE_MILLIS);
    }
    this.update();
  }

  async #ask() {
    const query = this.#asked;
    return { query, page: await get(`/jobs?limit=${PAGE}&${query}`, { quiet: true }) };
  }

  #onFound({ query, page }) {
    if (query === this.#asked) {
      this.found = page.items.map(rowOf);
      this.#cursor = this.#cursor === undefined ? page.nextCursor ?? null : this.#cursor;
    }
  }

  /** Older ones; of what is known already the live values count. */
  #loadOlder = async () => {
    const query = this.#asked;
    try {
      const cursor = this.#cursor ? `&cursor=${encodeURIComponent(this.#cursor)}` : "";
      const page = await get(`/jobs?limit=${PAGE}&${query}${cursor}`);
      if (query === this.#asked) {
        this.#cursor = page.nextCursor ?? null;
        this.older = [...this.older, ...page.items.map(rowOf)];
      }
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  #rows() {
    const recent = new Map((this.recent ?? []).map((job) => [job.id, job]));
    const first = this.#asked === "" ? this.recent && [...this.recent].sort((one, other) => isOver(one) - isOver(other)) : this.found;
    if (first === null) {
      return null;
    }
    const rows = new Map([...this.older, ...first].map((job) => [job.id, job]));
    const ordered = [...first, ...this.older.filter((job) => !first.some(({ id }) => id === job.id))];
    return ordered.map(({ id }) => recent.get(id) ?? rows.get(id));
  }

  /** Without a filter the overview brings what is new; whether there is more is known once somebody has asked. */
  #hasMore() {
    return this.#cursor === undefined ? this.#asked === "" && (this.recent?.length ?? 0) >= PAGE : this.#cursor !== null;
  }

  template() {
    const problem = this.found === null && this.#asked !== "" ? this.problem : null;
    return html`
      <div class="job-filters" role="search">
        ${search("q", "Id or name", "Part of the id or the name")}
        ${search("by", "Owner", "Who submitted it")}
        ${search("label", "Label, as team=billing", "A label of the job")}
        <div class="chips" role="group" aria-label="State">${STATUSES.map((status) => html`<button class="chip" type="button"
          aria-pressed=${urlParam("status") === status} @click=${() => setUrlParams({ status: urlParam("status") === status ? null : status })}>${status.toLowerCase()}</button>`)}</div>
      </div>
      <hs-table name="jobs" label="jobs" tall opens .columns=${COLUMNS} .rows=${this.#rows()} .problem=${problem}
        .onProblem=${{ persistent: true, retry: this.#poll.now }} .empty=${this.#asked === "" ? this.empty : NOTHING_FOUND} .more=${this.#hasMore() ? this.#loadOlder : null}
        @row-open=${(event) => location.assign(`/job.html?id=${encodeURIComponent(event.detail.id)}`)}></hs-table>`;
  }
}

function search(name, placeholder, label) {
  return html`<input type="search" placeholder=${placeholder} aria-label=${label} .value=${urlParam(name) ?? ""}
    @input=${(event) => setUrlParams({ [name]: event.target.value.trim() })}>`;
}

/** A job of GET /jobs as the overview tells it. */
function rowOf({ jobId, progress, ...job }) {
  const { left, completed, failed, skipped, cancelled } = progress;
  return { ...job, id: jobId, tally: { COMPLETED: completed, FAILED: failed, SKIPPED: skipped, CANCELLED: cancelled, PENDING: left } };
}

const failedTasks = (job) => job.tally.FAILED ?? 0;

const COLUMNS = [
  { key: "name", label: "Job", value: (job) => job.name, cell: (job) => html`<a href="/job.html?id=${encodeURIComponent(job.id)}"><strong>${job.name}</strong></a><span class="progress-below">${progress(job.tally)}</span>` },
  { key: "id", label: "Id", width: 190, from: 1100, value: (job) => job.id, cell: (job) => html`<span class="mono muted">${job.id}</span>` },
  { key: "status", label: "State", width: 132, watch: true, value: jobWord,
    cell: (job) => html`<hs-state .state=${jobState(job)} .word=${jobWord(job)}></hs-state>` },
  { key: "progress", label: "Progress", from: 520, value: (job) => (job.tally.COMPLETED ?? 0) / Math.max(1, job.tasks), cell: (job) => progressCell(job.tally) },
  { key: "failed", label: "Failed", width: 80, from: 760, align: "end", watch: true, value: failedTasks, meaning: "Tasks that failed",
    cell: (job) => (failedTasks(job) > 0 ? html`<strong class="bad">${exact(failedTasks(job))}</strong>` : "–") },
  { key: "tasks", label: "Tasks", width: 90, from: 680, align: "end", value: (job) => job.tasks, cell: (job) => exact(job.tasks) },
  { key: "took", label: "Took", width: 110, from: 860, align: "end", value: took,
    cell: (job) => (took(job) === null ? "–" : duration(took(job))), meaning: "From the first task to the last, or until now" },
  { key: "by", label: "By", width: 130, from: 1240, value: (job) => job.createdBy },
  { key: "created", label: "Submitted", width: 104, from: 520, value: (job) => job.createdAt, cell: (job) => html`<hs-time .at=${job.createdAt}></hs-time>` },
];

function took({ startedAt, finishedAt }) {
  return startedAt ? (finishedAt ? new Date(finishedAt) : new Date()) - new Date(startedAt) : null;
}

const NOTHING_FOUND = {
  heading: "No job is like this",
  text: "Labels and owners count as they were submitted, in full.",
  action: { label: "Clear the filters", run: () => setUrlParams(Object.fromEntries(Object.keys(FILTERS).map((name) => [name, null]))) },
};

JobList.define("hs-job-list");
