// <hs-verify-view job="...">: counts a job anew from its edges and states, shows what Redis has counted otherwise, and repairs it on request.
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post } from "/kit/api.js";
import { exact, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { shapeOf } from "/kit/state.js";
import { toast } from "/kit/toast.js";
import "/kit/confirm.js";
import "/kit/notice.js";
import "/kit/table.js";
import "/kit/time.js";

const KINDS = {
  MISSING: "Redis has lost its state",
  TALLIES: "knows otherwise how its parents ended",
  OVERLOOKED: "waits though its parents have decided",
  PLACE: "is in none of its places, or in two",
  LEFT_OVER: "has ended and could be handed out",
  UNCHECKED: "nobody will check its condition",
};

/** Of a job that has ended and has lapsed. */
const GONE = 409;

class VerifyView extends KitElement {
  static fields = { job: "", result: null, problem: null, busy: false };

  connectedCallback() {
    super.connectedCallback();
    this.#verify();
  }

  #path(rest = "") {
    return `/jobs/${encodeURIComponent(this.job)}/verify${rest}`;
  }

  #verify = () => this.#ask(() => get(this.#path(), { quiet: true }));

  #repair = () => this.#ask(async () => {
    const repaired = await post(this.#path("?repair=true"));
    toast(`${plural(repaired.repaired, "difference")} put right`);
    return repaired;
  });

  async #ask(question) {
    this.busy = true;
    try {
      this.result = await question();
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  }

  template() {
    if (!this.result) {
      if (this.problem?.status === GONE) {
        return html`<div class="card"><hs-notice heading="Redis no longer keeps this job"
          text="It has ended, and what Redis counts of a job lapses a day later: there is nothing left to compare."></hs-notice></div>`;
      }
      return html`<div class="card">${this.problem ? problemNotice(this.problem, { needs: "read", retry: this.#verify })
        : html`<hs-notice kind="loading" heading="Counting anew"></hs-notice>`}</div>`;
    }
    const { found, repaired, asOf } = this.result;
    const left = found - repaired;
    return html`
      <div class="verdict">
        <div><h2>${shapeOf(left > 0 ? "degraded" : "up")} ${this.#heading(left)}</h2>
          <p>${this.#meaning(left)} Counted <hs-time .at=${asOf}></hs-time>.</p></div>
        <div class="form-actions">
          <button class="button" type="button" ?disabled=${this.busy} @click=${this.#verify}>Count again</button>
          ${left > 0 ? html`<hs-confirm label="Repair" .sure=${`Put ${plural(left, "difference")} right`} .subject=${this.job} .disabled=${this.busy}
            @confirmed=${this.#repair}></hs-confirm>` : nothing}
        </div>
      </div>
      ${this.problem ? html`<p class="form-problem" role="alert">${this.problem.message}</p>` : nothing}
      ${found > 0 ? this.#differences() : nothing}`;
  }

  #heading(left) {
    const { repaired } = this.result;
    if (left > 0) {
      return `${plural(left, "difference")} found`;
    }
    return repaired > 0 ? `${plural(repaired, "difference")} put right` : "All is as it should be";
  }

  #meaning(left) {
    const { tasks, settled } = this.result;
    const looked = `${exact(tasks)} tasks were compared with their edges and with the places where they are.`;
    if (!settled) {
      return `${looked} Some were under way all the time: count again.`;
    }
    return left > 0 ? `${looked} Repairing leaves alone what has changed since.` : looked;
  }

  #differences() {
    const { differences, counters } = this.result;
    const rows = [
      ...counters.map(({ counter, ...rest }) => ({ id: `counter ${counter}`, what: `the job's counter ${counter}`, kind: "counts otherwise", ...rest })),
      ...differences.map(({ task, kind, ...rest }) => ({ id: `${task} ${kind}`, what: task, kind: KINDS[kind] ?? kind, ...rest })),
    ];
    return html`<hs-table name="differences" label="differences" tall searchable .columns=${COLUMNS} .rows=${rows}></hs-table>`;
  }
}

const COLUMNS = [
  { key: "what", label: "What", width: 240, value: (row) => row.what, cell: (row) => html`<strong>${row.what}</strong>` },
  { key: "kind", label: "Is wrong because it", value: (row) => row.kind },
  { key: "found", label: "Found", width: 150, from: 620, value: (row) => row.found, cell: (row) => html`<code>${row.found}</code>` },
  { key: "expected", label: "Should be", width: 150, from: 760, value: (row) => row.expected, cell: (row) => html`<code>${row.expected}</code>` },
  { key: "repaired", label: "Repaired", width: 90, value: (row) => (row.repaired ? "yes" : "no"), watch: true },
];

VerifyView.define("hs-verify-view");
