// <hs-policy-page>: one policy: what it does, what it would do if it were changed, and whom it meets.
import service from "/service.js";
import { KitElement, html, nothing, repeat } from "/kit/element.js";
import { currentSession, get, put } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, exact, percent } from "/kit/format.js";
import { History } from "/kit/history.js";
import { problemNotice } from "/kit/notice.js";
import { short } from "/kit/number.js";
import { TimeRange } from "/kit/time-range.js";
import { toast } from "/kit/toast.js";
import { urlParam } from "/kit/url-state.js";
import { ALL_ANSWER, backendsBanner, lostBanner } from "./backends.js";
import { addressOf, decisionsOf, deletePolicy, minutesOver, policiesPoll } from "./policies.js";
import { ALGORITHMS, latency, limitOf, MODE_STATES, modeOf, share } from "./words.js";
import "/kit/banner.js";
import "/kit/chart.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";
import "./policy-form.js";
import "./replay.js";

class PolicyPage extends KitElement {
  static fields = { policy: null, hour: null, live: null, asOf: 0, stale: false, problem: null, gone: false, mayWrite: false };

  #id = urlParam("id");
  #range = new TimeRange();
  #poll = policiesPoll();

  connectedCallback() {
    super.connectedCallback();
    document.title = `${this.#id ?? "New policy"} · ${service.name} · Hotstate`;
    this.#poll.addEventListener("values", ({ detail: { policies, live } }) => {
      const found = policies.find(({ id }) => id === this.#id);
      this.hour = found?.hour ?? null;
      // Whether it is tightened changes by itself; what is written stays until somebody saves.
      if (found && this.policy && found.version === this.policy.version && found.tightened?.since !== this.policy.tightened?.since) {
        this.policy = { ...this.policy, tightened: found.tightened };
      }
      Object.assign(this, { live, asOf: Date.now() });
    });
    this.#poll.addEventListener("state", () => (this.stale = this.#poll.state.name === "stale"));
    this.#poll.start();
    this.#identify();
    this.#load();
  }

  disconnectedCallback() {
    this.#poll.stop();
    super.disconnectedCallback();
  }

  async #identify() {
    try {
      const session = await currentSession();
      this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin");
    } catch {
      // The top bar says what is wrong.
    }
  }

  #load = async () => {
    try {
      this.policy = this.#id ? await get(`/policies/${encodeURIComponent(this.#id)}`) : null;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  };

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#poll}></hs-top-bar>
      <main class="page">${this.#content()}</main>`;
  }

  #content() {
    if (this.problem) {
      return html`<h1 class="visually-hidden">${this.#id}</h1><div class="card">${this.problem.status === 404
        ? html`<hs-notice .heading=${`There is no policy ${this.#id}`} text="It may have been deleted; the audit log knows by whom." .action=${{ label: "All policies", href: "/limits.html" }}></hs-notice>`
        : problemNotice(this.problem, { retry: this.#load, needs: "read", curl: curl(`/policies/${encodeURIComponent(this.#id)}`) })}</div>`;
    }
    if (this.gone) {
      return html`<h1 class="visually-hidden">${this.#id}</h1><div class="card"><hs-notice .heading=${`${this.#id} is deleted`}
        text="What it has counted is forgotten by itself." .action=${{ label: "All policies", href: "/limits.html" }}></hs-notice></div>`;
    }
    if (this.#id && !this.policy) {
      return html`<h1 class="visually-hidden">${this.#id}</h1><div class="card"><hs-notice kind="loading" heading="Reading the policy"></hs-notice></div>`;
    }
    return html`
      ${this.stale ? lostBanner(this.asOf) : backendsBanner(this.live?.backends ?? ALL_ANSWER)}
      ${this.#head()}
      ${this.#id ? html`<section class="section ${this.stale ? "dimmed" : ""}" aria-labelledby="hour-heading">${this.#lastHour()}</section>` : nothing}
      <section class="policy-editor" aria-label="Change it">
        <div class="card">${repeat([`${this.policy?.version ?? 0}.${this.#begun}`], (key) => key, () => html`<hs-policy-form .policy=${this.policy} .mayWrite=${this.mayWrite}
          @draft=${this.#try} @saved=${this.#onSaved} @theirs=${this.#onTheirs}></hs-policy-form>`)}</div>
        <div class="card beside"><hs-replay @replayed=${this.#onReplayed}></hs-replay></div>
      </section>
      ${this.#id ? html`<section class="section ${this.stale ? "dimmed" : ""}" aria-labelledby="callers-heading">${this.#callers()}</section>` : nothing}`;
  }

  /** The first replay, as soon as there is something to replay; also when the form comes back after a deletion was undone. */
  rendered() {
    const form = this.querySelector("hs-policy-form");
    if (!form) {
      this.#tried = false;
    } else if (!this.#tried) {
      this.#tried = true;
      this.#try();
    }
  }

  #tried = false;

  #try = () => this.querySelector("hs-replay").try(this.querySelector("hs-policy-form").draft);

  /** What the replay was refused for is what the form would be refused for. */
  #onReplayed = (event) => {
    const form = this.querySelector("hs-policy-form");
    if (!form.conflict) {
      form.problem = event.detail?.isOutage ? form.problem : event.detail;
    }
  };

  #onSaved = (event) => {
    const { saved, replaced } = event.detail;
    if (!this.#id) {
      location.assign(addressOf(saved.id));
      return;
    }
    // None while an undone deletion is read again, and the answer is of before.
    const version = this.policy?.version;
    this.policy = saved;
    toast(`${saved.id} is version ${saved.version}`, { undo: version === saved.version ? null : () => this.#restore(replaced, saved.version) });
    this.#tried = false;
    this.#poll.now();
  };

  async #restore(spec, version) {
    try {
      this.policy = await put(`/policies/${encodeURIComponent(this.#id)}?version=${version}`, spec);
      toast(`${this.#id} is as it was`);
      this.#tried = false;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  }

  /** Also where it is the same version again: the form begins anew. */
  #begun = 0;

  #onTheirs = (event) => {
    this.#begun++;
    this.policy = event.detail;
    this.update();
    this.#tried = false;
  };

  #head() {
    if (!this.policy) {
      return html`<div class="page-head"><div><h1>New policy</h1><p>It begins in the shadow: it refuses nobody, and shows whom it would have refused.</p></div></div>`;
    }
    const { id, spec, version, bound, updatedAt, updatedBy, tightened } = this.policy;
    return html`<div class="page-head"><div>
        <h1>${id}</h1>
        <p><hs-state .state=${MODE_STATES[modeOf(spec)]} .word=${modeOf(spec)}></hs-state> · ${limitOf(spec)} by ${ALGORITHMS[spec.algorithm].label.toLowerCase()},
          never more than ${exact(bound)} in any window · version ${version}, <hs-time .at=${updatedAt}></hs-time>${updatedBy ? ` by ${updatedBy}` : ""}</p>
        ${tightened ? html`<p class="warn">Tightened to ${exact(tightened.limit)} since <hs-time mode="clock" .at=${tightened.since}></hs-time> UTC: ${spec.adaptive.endpoint} is in trouble
          (${tightened.p95Ms === undefined || tightened.p95Ms === null ? "no p95" : `p95 ${latency(tightened.p95Ms)}`}, ${percent(tightened.errorRate)} errors). Until <hs-time mode="clock" .at=${tightened.until}></hs-time> UTC at the earliest.</p>` : nothing}
      </div>
      ${this.mayWrite ? html`<button class="button danger" type="button" @click=${this.#delete}>Delete ${id}</button>` : nothing}</div>`;
  }

  #delete = async () => {
    try {
      await deletePolicy(this.policy, () => Object.assign(this, { gone: false, policy: null }) && this.#load());
      this.gone = true;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  #lastHour() {
    const { hour } = this;
    const shadow = this.policy.spec.shadow;
    if (!hour) {
      return html`<h2 id="hour-heading">Last hour</h2><p class="faint">It has decided nothing during the last hour.</p>`;
    }
    const { series, from, step } = new History(hour.minutes);
    const over = minutesOver(series);
    return html`<div class="section-head"><h2 id="hour-heading">Last hour</h2>
        <span class="muted">${exact(decisionsOf(hour))} decisions, ${percent(share(hour.denied, decisionsOf(hour)))} ${shadow ? "would be denied" : "denied"}${
          shadow ? `; ${exact(hour.wouldDeny)} went on that it would have denied, ${exact(hour.wouldAllow)} were refused that it would have allowed` : ""}${
          hour.withoutRedis > 0 ? `; ${exact(hour.withoutRedis)} without Redis` : ""}</span></div>
      <div class="card chart-card"><hs-chart heading="Decisions" note="per minute, upon each other" stacked .format=${count} .series=${[
        { name: shadow ? "would deny" : "denied", points: over.denied, tone: shadow ? "warn" : "bad" },
        { name: "near", points: over.near, tone: shadow ? "idle" : "warn" },
        { name: "allowed", points: over.allowed, tone: "good" },
      ]} .from=${from} .step=${step} .range=${this.#range}></hs-chart></div>`;
  }

  #callers() {
    const rows = this.hour?.callers ?? [];
    return html`<div class="section-head"><h2 id="callers-heading">Hottest callers</h2>
        <span class="muted">of the last hour${this.policy.spec.identifiers === "hashed" ? ", as digests" : ""}</span></div>
      <hs-table name="c" label="callers" .columns=${CALLER_COLUMNS} .rows=${rows} .rowKey=${({ caller }) => caller} .empty=${NOBODY}></hs-table>`;
  }
}

const NOBODY = { heading: "Nobody has asked during the last hour" };
const CALLER_COLUMNS = [
  { key: "caller", label: "Caller", value: ({ caller }) => caller, cell: ({ caller }) => html`<span class="mono">${caller}</span>` },
  { key: "asked", label: "Asked", width: 96, align: "end", value: ({ asked }) => asked, cell: ({ asked }) => short(asked), meaning: "During the last hour, about" },
  { key: "denied", label: "Denied", width: 96, align: "end", value: ({ denied }) => denied, cell: ({ denied }) => html`<span class=${denied > 0 ? "bad" : "faint"}>${short(denied)}</span>` },
];

PolicyPage.define("hs-policy-page");
document.body.append(document.createElement("hs-policy-page"));
