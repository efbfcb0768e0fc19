// <hs-task-panel>: one task: why it does not run, its attempts, what its worker writes, what it was given and handed in.
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post } from "/kit/api.js";
import { clock, duration } from "/kit/format.js";
import { EventStream } from "/kit/sse.js";
import { toast } from "/kit/toast.js";
import { hasEnded, stateOf, toneOf, wordOf } from "./status.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/live.js";
import "/kit/notice.js";
import "/kit/state.js";
import "/kit/time.js";

const LINES_MAX = 500;
/** A line above the end is still the end. */
const LOG_SLACK = 24;

class TaskPanel extends KitElement {
  static fields = { job: "", task: "", beat: 0, over: false, why: null, attempts: null, detail: null, lines: [], problem: null, busy: false };

  #shown = null;
  #seenBeat = -1;
  #asked = 0;
  #answered = 0;
  #logs = null;
  #logEnd = 0;

  disconnectedCallback() {
    this.#logs?.stop();
    super.disconnectedCallback();
  }

  #path(rest = "") {
    return `/tasks/${encodeURIComponent(`${this.job}.${this.task}`)}${rest}`;
  }

  rendered() {
    this.#keepAtEnd();
    if (this.#shown !== this.task) {
      this.#shown = this.task;
      Object.assign(this, { why: null, attempts: null, detail: null, lines: [], problem: null });
      this.#follow();
    } else if (this.#seenBeat === this.beat) {
      return;
    }
    this.#seenBeat = this.beat;
    this.#load();
  }

  /** Who reads the end goes on reading there; who has scrolled up is left alone. */
  #keepAtEnd() {
    const log = this.querySelector(".log");
    if (!log) {
      this.#logEnd = 0;
      return;
    }
    if (log.scrollHeight !== this.#logEnd) {
      if (this.#logEnd === 0 || log.scrollTop + log.clientHeight >= this.#logEnd - LOG_SLACK) {
        log.scrollTop = log.scrollHeight;
      }
      this.#logEnd = log.scrollHeight;
    }
  }

  async #load() {
    const task = this.task;
    const asked = ++this.#asked;
    try {
      const [why, detail] = await Promise.all([get(this.#path("/why"), { quiet: true }), get(this.#path(), { quiet: true })]);
      const attempts = await get(this.#path("/attempts"), { quiet: true }).catch(() => []);
      if (this.task === task && asked > this.#answered) {
        this.#answered = asked;
        Object.assign(this, { why, attempts, detail, problem: null });
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  #follow() {
    this.#logs?.stop();
    const stream = new EventStream(this.#path("/logs"));
    const add = (lines) => (this.lines = [...this.lines, ...lines].slice(-LINES_MAX));
    stream.addEventListener("lines", (event) => (this.lines = event.detail.lines.slice(-LINES_MAX)));
    stream.addEventListener("line", (event) => add([event.detail]));
    this.#logs = stream.start();
  }

  template() {
    if (this.problem && !this.why) {
      return html`<hs-notice kind="error" .heading=${this.problem.title} .text=${this.problem.message}></hs-notice>`;
    }
    if (!this.why) {
      return html`<hs-notice kind="loading" heading="Reading the task"></hs-notice>`;
    }
    return html`<div class="task-panel">${this.#whySection()}${this.#factSection()}${this.#attemptSection()}${this.#logSection()}${this.#dataSection()}${this.#rerunSection()}</div>`;
  }

  #whySection() {
    const { status, reasons } = this.why;
    return html`<section class="section">
      <p><hs-state .state=${stateOf(status)} .word=${wordOf(status)}></hs-state></p>
      ${reasons.length > 0 ? html`<h3>${hasEnded(status) ? "Why" : "Why it does not run"}</h3>
      <ul class="reasons">${reasons.map((reason) => html`<li>${reason.text}
        ${reason.tasks?.length ? html`<br>${reason.tasks.map((task) => html`<a class="label mono" href=${this.#taskAddress(task)}>${task}</a>`)}` : nothing}</li>`)}</ul>` : nothing}
    </section>`;
  }

  #taskAddress(task) {
    const params = new URLSearchParams(location.search);
    params.set("task", task);
    return `${location.pathname}?${params}`;
  }

  #factSection() {
    const { detail } = this;
    const facts = [
      ["Name", detail.name === this.task ? null : detail.name],
      ["Queue", detail.queue],
      ["Worker", detail.worker],
      ["Started", detail.startedAt ? html`<hs-time .at=${detail.startedAt}></hs-time>` : null],
      ["Ran", detail.startedAt && detail.finishedAt ? duration(new Date(detail.finishedAt) - new Date(detail.startedAt)) : null],
      ["Depends on", detail.dependsOn?.length ? detail.dependsOn.map((task) => html`<a class="label mono" href=${this.#taskAddress(task)}>${task}</a>`) : null],
      ["Rule", detail.triggerRule && detail.triggerRule !== "all_success" ? detail.triggerRule : null],
      ["Condition", detail.condition ? html`<code>${detail.condition}</code>` : null],
      ["Retries", detail.maxRetries ? `${detail.retries ?? detail.retryCount ?? 0} of ${detail.maxRetries}` : null],
    ].filter(([, value]) => value !== null && value !== undefined);
    return html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  }

  #attemptSection() {
    if (this.attempts.length === 0) {
      return nothing;
    }
    return html`<section class="section"><h3>Attempts</h3><ol class="reasons">${[...this.attempts].reverse().map((attempt) => html`<li>
      <hs-state .state=${stateOf(attempt.outcome)} .word=${attempt.outcome === "LOST" ? "lost" : wordOf(attempt.outcome)}></hs-state>
      <span class="muted small">${attempt.worker ? html`on <span class="mono">${attempt.worker}</span>` : nothing}
        ${attempt.startedAt ? html`<hs-time .at=${attempt.startedAt}></hs-time>` : nothing}
        ${attempt.startedAt && attempt.finishedAt ? duration(new Date(attempt.finishedAt) - new Date(attempt.startedAt)) : nothing}</span>
      ${attempt.reason ? html`<br><span class=${toneOf(attempt.outcome)}>${attempt.reason}</span>` : nothing}
      ${attempt.refused?.length ? html`<br><span class="muted small">${attempt.refused.map((refused) => html`${refused.call} at ${clock(refused.at)}: ${refused.verdict.toLowerCase()}. `)}</span>` : nothing}
    </li>`)}</ol></section>`;
  }

  #logSection() {
    return html`<section class="section"><div class="section-head"><h3>Log</h3><hs-live .stream=${this.#logs}></hs-live></div>${this.lines.length === 0
      ? html`<p class="faint">Its worker has written nothing${hasEnded(this.why.status) ? "" : " so far"}.</p>`
      : html`<ol class="log" tabindex="0" aria-label="Log" role="log">${this.lines.map((line) => html`<li><span class="at">${clock(line.at)}</span>${line.text}</li>`)}</ol>`}</section>`;
  }

  #dataSection() {
    const { payload, output, error, reason } = this.detail;
    return html`${[["Payload", payload], ["Output", output], ["Error", error ?? reason]].filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => html`<section class="section"><h3>${name}</h3>
        <hs-code .label=${name} .text=${typeof value === "string" ? value : JSON.stringify(value, null, 2)}></hs-code></section>`)}`;
  }

  #rerunSection() {
    return this.over ? html`<div class="danger-zone">
      <p class="muted">Runs this task and everything after it again. What it depends on stays as it is.</p>
      <hs-confirm label="Rerun from here" .sure=${`Rerun from ${this.task}`} .subject=${this.task} .disabled=${this.busy} @confirmed=${this.#rerun}></hs-confirm>
    </div>` : nothing;
  }

  #rerun = async () => {
    this.busy = true;
    try {
      await post(`/jobs/${encodeURIComponent(this.job)}/rerun`, { fromTask: this.task });
      toast(`${this.task} and what depends on it run again`);
      this.emit("task-changed");
    } catch (problem) {
      toast(problem.errors[0]?.detail ?? problem.message, { state: "failed" });
    } finally {
      this.busy = false;
    }
  };
}

TaskPanel.define("hs-task-panel");
