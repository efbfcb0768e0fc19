// <hs-task-panel>: one task: why it does not run, its attempts, what its worker writes in all or one of them, what it was given and handed in.
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post } from "/kit/api.js";
import { clock, duration, exact } from "/kit/format.js";
import { EventStream } from "/kit/sse.js";
import { toast } from "/kit/toast.js";
import { setUrlParams } from "/kit/url-state.js";
import { hasEnded, stateOf, toneOf, wordOf } from "./status.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/live.js";
import "/kit/notice.js";
import "/kit/state.js";
import "/kit/time.js";

/** The log is below them. */
const ATTEMPTS_FIRST = 5;
const ATTEMPTS_PAGE = 20;
const LINES_PAGE = 500;
/** So many that arrive are kept beside those that were asked for; then the log begins anew with its last page. */
const LINES_MAX = 5000;
/** A line above the end is still the end. */
const LOG_SLACK = 24;

const WHY = { RUNNING: "Who runs it", COMPLETED: "Why", FAILED: "Why it failed", SKIPPED: "Why it was skipped", CANCELLED: "Why it was cancelled" };

class TaskPanel extends KitElement {
  /** `attempt`: whose log is shown; null: that of all of them. */
  static fields = { job: "", task: "", attempt: null, beat: 0, over: false, why: null, attempts: null, olderAttempts: null, detail: null,
    lines: [], olderLines: null, problem: null, busy: false };

  #shown = null;
  #followed = null;
  #seenBeat = -1;
  #asked = 0;
  #answered = 0;
  #logs = null;
  #logEnd = 0;
  #grewAbove = false;
  #linesMax = LINES_MAX;
  #showLog = false;

  disconnectedCallback() {
    this.#logs?.stop();
    super.disconnectedCallback();
  }

  #path(rest = "") {
    return `/tasks/${encodeURIComponent(`${this.job}.${this.task}`)}${rest}`;
  }

  rendered() {
    this.#keepAtEnd();
    if (this.#showLog && this.lines.length > 0) {
      this.#showLog = false;
      this.querySelector(".log-section").scrollIntoView({ block: "nearest" });
    }
    if (this.#shown !== this.task) {
      this.#shown = this.task;
      Object.assign(this, { why: null, attempts: null, olderAttempts: null, detail: null, problem: null });
      this.#follow();
    } else if (this.#followed !== this.attempt) {
      this.#follow();
      return;
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
      if (this.#grewAbove) {
        log.scrollTop += log.scrollHeight - this.#logEnd;
      } else if (this.#logEnd === 0 || log.scrollTop + log.clientHeight >= this.#logEnd - LOG_SLACK) {
        log.scrollTop = log.scrollHeight;
      }
      this.#grewAbove = false;
      this.#logEnd = log.scrollHeight;
    }
  }

  async #load() {
    const task = this.task;
    const asked = ++this.#asked;
    try {
      const [why, detail] = await Promise.all([get(this.#path("/why"), { quiet: true }), get(this.#path(), { quiet: true })]);
      const limit = this.attempts?.length > ATTEMPTS_FIRST ? ATTEMPTS_PAGE : ATTEMPTS_FIRST;
      const attempts = await get(this.#path(`/attempts?order=newest&limit=${limit}`), { quiet: true }).catch(() => null);
      if (this.task === task && asked > this.#answered) {
        this.#answered = asked;
        this.#keepNewest(attempts ?? { items: this.attempts ?? [], nextCursor: this.olderAttempts });
        Object.assign(this, { why, detail, problem: null });
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  /** What was read of older ones stays, unless so many came since that those in between are not known. */
  #keepNewest({ items, nextCursor = null }) {
    const oldest = items.at(-1)?.attempt;
    const known = this.attempts ?? [];
    const older = known.filter(({ attempt }) => attempt < oldest);
    if (older.length === 0 || older.length === known.length) {
      Object.assign(this, { attempts: items, olderAttempts: nextCursor });
    } else {
      this.attempts = [...items, ...older];
    }
  }

  #loadOlderAttempts = async () => {
    const { task, olderAttempts } = this;
    try {
      const page = await get(this.#path(`/attempts?order=newest&limit=${ATTEMPTS_PAGE}&cursor=${encodeURIComponent(olderAttempts)}`));
      if (this.task === task && this.olderAttempts === olderAttempts) {
        Object.assign(this, { attempts: [...this.attempts, ...page.items], olderAttempts: page.nextCursor ?? null });
      }
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  #logsPath(params = {}) {
    const query = new URLSearchParams({ ...(this.attempt === null ? {} : { attempt: this.attempt }), ...params }).toString();
    return this.#path(`/logs${query ? `?${query}` : ""}`);
  }

  #follow() {
    this.#logs?.stop();
    this.#followed = this.attempt;
    this.#logEnd = 0;
    this.#linesMax = LINES_MAX;
    Object.assign(this, { lines: [], olderLines: null });
    const stream = new EventStream(this.#logsPath());
    stream.addEventListener("lines", ({ detail }) => Object.assign(this, { lines: detail.lines, olderLines: detail.nextCursor ?? null }));
    stream.addEventListener("line", ({ detail }) => this.#add(detail));
    this.#logs = stream.start();
  }

  /** A line may repeat what the log began with. Who follows anew begins with the last ones, and is told where those before them are. */
  #add(line) {
    if (line.id <= this.lines.at(-1)?.id) {
      return;
    }
    if (this.lines.length < this.#linesMax) {
      this.lines = [...this.lines, line];
    } else {
      this.#follow();
    }
  }

  #loadOlderLines = async () => {
    const { olderLines } = this;
    const stream = this.#logs;
    try {
      const page = await get(this.#logsPath({ order: "newest", limit: LINES_PAGE, cursor: olderLines }));
      if (this.#logs === stream && this.olderLines === olderLines) {
        this.#grewAbove = true;
        this.#linesMax += page.items.length;
        Object.assign(this, { lines: [...page.items.reverse(), ...this.lines], olderLines: page.nextCursor ?? null });
      }
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

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
      ${reasons.length > 0 ? html`<h3>${WHY[status] ?? "Why it does not run"}</h3>
      <ul class="reasons">${reasons.map((reason) => html`<li>${reason.text}
        ${reason.tasks?.length ? html`<br>${reason.tasks.map((task) => html`<a class="label mono" href=${this.#taskAddress(task)}>${task}</a>`)}` : nothing}</li>`)}</ul>` : nothing}
    </section>`;
  }

  #taskAddress(task) {
    const params = new URLSearchParams(location.search);
    params.set("task", task);
    params.delete("attempt");
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
    return html`<section class="section"><h3>Attempts</h3>
      <ol class="reasons attempts">${this.attempts.map((attempt) => this.#attemptItem(attempt))}</ol>
      ${this.olderAttempts ? html`<button class="button quiet" type="button" @click=${this.#loadOlderAttempts}>Show older attempts</button>` : nothing}
    </section>`;
  }

  #attemptItem(attempt) {
    const { outcome, worker, startedAt, finishedAt, reason, refused, olderRefused } = attempt;
    return html`<li>
      ${this.attempts.length > 1 || this.attempt !== null ? this.#logChoice(attempt) : nothing}
      <hs-state .state=${stateOf(outcome)} .word=${this.#attemptWord(attempt)}></hs-state>
      <span class="muted small">${worker ? html`on <span class="mono">${worker}</span>` : nothing}
        ${startedAt ? html`<hs-time .at=${startedAt}></hs-time>` : nothing}${startedAt && finishedAt
        ? html`, <span class="took">took ${duration(new Date(finishedAt) - new Date(startedAt))}</span>` : nothing}</span>
      ${reason && reason !== "lost" ? html`<br><span class=${toneOf(outcome)}>${reason}</span>` : nothing}
      ${refused?.length ? html`<br><span class="muted small">${refused.map((answer) => html`${answer.call} at ${clock(answer.at)}: ${answer.verdict.toLowerCase()}. `)}${olderRefused
        ? `${exact(olderRefused)} more before. ` : nothing}</span>` : nothing}
    </li>`;
  }

  /** Only the last attempt can be one after which the task still waits. */
  #attemptWord({ attempt, outcome }) {
    if (outcome === "RETRY_WAIT" && (this.why.status !== outcome || attempt !== this.attempts[0].attempt)) {
      return "failed, tried again";
    }
    return wordOf(outcome);
  }

  /** A second press shows the lines of all attempts again. */
  #logChoice({ attempt, worker, startedAt }) {
    const chosen = this.attempt === String(attempt);
    const whose = `Log of the attempt${worker ? ` on ${worker}` : ""}${startedAt ? ` at ${clock(startedAt)}` : ""}`;
    return html`<button class="chip" type="button" aria-pressed=${chosen} aria-label=${whose} data-tip=${chosen ? "Show the log of all attempts" : "Show the log of this attempt only"}
      @click=${() => this.#chooseLog(chosen ? null : String(attempt))}>log</button>`;
  }

  #chooseLog(attempt) {
    this.#showLog = true;
    setUrlParams({ attempt });
  }

  #logSection() {
    const whole = this.attempt === null;
    return html`<section class="section log-section"><div class="section-head"><h3>${whole ? "Log" : "Log of one attempt"}</h3>
      ${whole ? nothing : html`<button class="chip" type="button" @click=${() => this.#chooseLog(null)}>all attempts</button>`}
      <hs-live .stream=${this.#logs}></hs-live></div>
      ${this.olderLines ? html`<button class="button quiet" type="button" @click=${this.#loadOlderLines}>Show older lines</button>` : nothing}
      ${this.lines.length === 0
        ? html`<p class="faint">${whole ? "Its worker has" : "In this attempt its worker has"} written nothing${hasEnded(this.why.status) ? "" : " so far"}.</p>`
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
