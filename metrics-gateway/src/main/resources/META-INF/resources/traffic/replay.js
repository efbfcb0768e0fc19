// <hs-replay>: what a policy would have done with the requests of the last fifteen minutes. Asked for anew while it is being written.
import { KitElement, html, nothing } from "/kit/element.js";
import { post } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, exact, percent, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { minutesOver } from "./policies.js";
import { share } from "./words.js";
import "/kit/chart.js";
import "/kit/copy.js";

const PAUSE_MILLIS = 400;
const MINUTE_MILLIS = 60_000;
/** A policy that has no name yet is tried under this one. */
const NAMELESS = "new-policy";

class Replay extends KitElement {
  /** Emits "replayed" (detail: the problem, or null). */
  static fields = { result: null, problem: null, busy: false };

  #timer = 0;
  #round = 0;

  disconnectedCallback() {
    clearTimeout(this.#timer);
    // An answer under way is nobody's any more: the page may have put something else in place of the form.
    this.#round++;
    super.disconnectedCallback();
  }

  /** Soon, unless another draft comes first. */
  try(draft) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(draft), PAUSE_MILLIS);
  }

  async #run({ id, spec }) {
    const round = ++this.#round;
    this.busy = true;
    let [result, problem] = [null, null];
    try {
      result = await post(`/policies/${encodeURIComponent(id || NAMELESS)}/simulation`, spec);
    } catch (failure) {
      problem = failure;
    }
    if (round === this.#round) {
      Object.assign(this, { busy: false, problem, result: result ?? this.result });
      this.emit("replayed", problem);
    }
  }

  template() {
    return html`<div class="replay" aria-live="polite" aria-busy=${this.busy}>
      <div><h2>What it would have done</h2>
        <p class="muted">The requests of the last 15 minutes, replayed. Nothing is saved, counted or taken.</p></div>
      ${this.#content()}
    </div>`;
  }

  #content() {
    if (this.problem) {
      return this.problem.status === 400 || this.problem.status === 422
        ? html`<p class="muted">As it is written, it is no policy: see the form.</p>` : problemNotice(this.problem, { persistent: false });
    }
    if (!this.result) {
      return html`<hs-notice kind="loading" heading="Replaying"></hs-notice>`;
    }
    const { sampled, edited } = this.result;
    if (sampled === 0) {
      return html`<hs-notice heading="Nobody has asked during the last 15 minutes" .curl=${CHECK} text="There is nothing to replay. Ask once, and look again:"></hs-notice>`;
    }
    return html`
      ${this.#caveats()}
      ${edited.allowedTotal + edited.deniedTotal === 0
        ? html`<p><strong>None of ${plural(sampled, "request")} falls under it.</strong> Look at route, methods and whether it is enabled.</p>`
        : html`${this.#sentence()}${this.#figures()}${this.#chart()}`}`;
  }

  #sentence() {
    const { edited, present } = this.result;
    const all = edited.allowedTotal + edited.deniedTotal;
    const before = present ? ` As it is now: ${exact(present.deniedTotal)} of ${exact(present.allowedTotal + present.deniedTotal)}.` : "";
    return html`<p><strong class=${edited.deniedTotal > 0 ? "bad" : "good"}>${edited.deniedTotal === 0 ? "It would have denied nobody." : `It would have denied ${percent(share(edited.deniedTotal, all))}.`}</strong>
      ${exact(edited.deniedTotal)} of ${plural(all, "request")}.${before}</p>`;
  }

  #figures() {
    const { edited, present } = this.result;
    const figure = (label, value, before) => html`<div><dt>${label}</dt><dd data-tip=${exact(value)}>${count(value)}</dd>
      <p class="faint small">${before === undefined ? "" : `now ${count(before)}`}</p></div>`;
    return html`<dl class="replay-figures">
      ${figure("Allowed", edited.allowedTotal, present?.allowedTotal)}
      ${figure("Denied", edited.deniedTotal, present?.deniedTotal)}
      ${figure("Callers", edited.callers, present?.callers)}
      ${figure("Callers denied", edited.callersDenied, present?.callersDenied)}
    </dl>`;
  }

  #chart() {
    const { from, edited, present } = this.result;
    const over = minutesOver({ allowed: edited.allowed, denied: edited.denied, present: present?.denied ?? [] });
    return html`<hs-chart heading="By minute" .format=${count} .from=${new Date(from).getTime()} .step=${MINUTE_MILLIS} .series=${[
      { name: "allowed", points: over.allowed, tone: "good" },
      { name: "denied", points: over.denied, tone: "bad" },
      ...(present ? [{ name: "denied now", points: over.present, tone: "idle" }] : []),
    ]}></hs-chart>`;
  }

  #caveats() {
    const { oneCallerIn, missed } = this.result;
    return html`${oneCallerIn > 1 ? html`<p class="warn small">There were too many to keep: one caller in ${exact(oneCallerIn)} was replayed, and the numbers are estimates.</p>` : nothing}
      ${missed > 0 ? html`<p class="warn small">${plural(missed, "request")} came too fast to be kept.</p>` : nothing}`;
  }
}

const CHECK = curl("/limits/check", { method: "POST", body: { route: "/shop/42", method: "GET", ip: "192.0.2.7" } });

Replay.define("hs-replay");
