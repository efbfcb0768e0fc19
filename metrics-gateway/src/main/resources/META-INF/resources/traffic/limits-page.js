// <hs-limits-page>: who was held back during the last hour, by which policy, and what would be if the shadows were enforced.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { currentSession } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, exact, NOTHING, percent, plural } from "/kit/format.js";
import { History } from "/kit/history.js";
import * as icons from "/kit/icons.js";
import { short } from "/kit/number.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { TimeRange } from "/kit/time-range.js";
import { ALL_ANSWER, backendsBanner, lostBanner } from "./backends.js";
import { addressOf, decisionsOf, minutesOver, policiesPoll } from "./policies.js";
import { ALGORITHMS, limitOf, matchOf, MODE_STATES, modeOf, share } from "./words.js";
import "/kit/banner.js";
import "/kit/chart.js";
import "/kit/notice.js";
import "/kit/sparkline.js";
import "/kit/stat.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const CALLERS_MAX = 200;
/** The one that lasts, and the one before. */
const MINUTES_NOW = 2;

class LimitsPage extends KitElement {
  static fields = { policies: null, live: null, asOf: 0, problem: null, stale: false, mayWrite: false };

  #range = new TimeRange();
  #poll = policiesPoll();
  /** What all policies decided by minute; null while none was asked. */
  #hour = null;

  connectedCallback() {
    super.connectedCallback();
    this.#poll.addEventListener("values", ({ detail }) => {
      this.#hour = hourOf(detail.policies);
      Object.assign(this, { ...detail, asOf: Date.now() });
      showTabIcon(this.#withoutRedisNow() > 0 || detail.live.backends.redis === "down" ? "bad" : "good");
    });
    this.#poll.addEventListener("state", () => Object.assign(this, { problem: this.#poll.problem, stale: this.#poll.state.name === "stale" }));
    this.#poll.start();
    this.#identify();
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

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#poll} .find=${this.#find}></hs-top-bar>
      <main class="page">${this.#content()}</main>`;
  }

  #content() {
    const dimmed = this.stale ? "dimmed" : "";
    return html`
      ${this.stale ? lostBanner(this.asOf) : backendsBanner(this.live?.backends ?? ALL_ANSWER)}
      ${this.#verdict()}
      ${this.policies?.length ? html`<div class="stats ${dimmed}">${this.#stats()}</div>
        <section class="section ${dimmed}" aria-labelledby="decisions-heading">${this.#decisions()}</section>` : nothing}
      <section class="section ${dimmed}" aria-labelledby="policies-heading">
        <h2 id="policies-heading">Policies</h2>
        <hs-table name="p" label="policies" searchable opens .columns=${POLICY_COLUMNS} .filters=${POLICY_FILTERS} .rows=${this.policies}
          .problem=${this.policies === null ? this.problem : null} .onProblem=${this.#onProblem()} .empty=${this.#none()}
          @row-open=${(event) => location.assign(addressOf(event.detail.id))}></hs-table>
      </section>
      ${this.policies?.length ? html`<section class="section ${dimmed}" aria-labelledby="callers-heading">
        <div class="section-head"><h2 id="callers-heading">Hottest callers</h2>
          <span class="muted">of the last hour, by policy; a digest unless the policy says that they are not personal</span></div>
        <hs-table name="c" label="callers" searchable .columns=${CALLER_COLUMNS} .rows=${this.#callers()} .empty=${NO_CALLERS}></hs-table>
      </section>` : nothing}`;
  }

  #verdict() {
    const button = this.mayWrite ? html`<a class="button primary" href="/policy.html">${icons.plus}New policy</a>` : nothing;
    const { state, heading, text } = this.#judge();
    return html`<div class="verdict"><div><h1>${state ? shapeOf(state) : nothing}${heading}</h1><p>${text}</p></div>${button}</div>`;
  }

  #judge() {
    if (!this.policies?.length) {
      return { heading: "Limits", text: "A policy says how often somebody may ask for something." };
    }
    const withoutRedis = this.#withoutRedisNow();
    if (withoutRedis > 0) {
      return { state: "degraded", heading: `${plural(withoutRedis, "decision")} without Redis`, text: "During the last two minutes the fail modes of the policies have decided in its place." };
    }
    const [denied, all] = [this.#sum("denied", isEnforced), this.#sum("allowed", isEnforced) + this.#sum("denied", isEnforced)];
    if (all === 0) {
      return { state: "unknown", heading: "Nobody has asked", text: "No decision during the last hour." };
    }
    return { state: "up", heading: denied === 0 ? "Nobody was denied" : `${percent(denied / all)} denied`,
      text: `${plural(denied, "request")} of ${exact(all)} during the last hour. To deny is what limits are for: all is well.` };
  }

  /** What is over is told by the figures of the hour. */
  #withoutRedisNow() {
    return this.#points("withoutRedis").slice(-MINUTES_NOW).reduce((sum, point) => sum + (point ?? 0), 0);
  }

  #sum(figure, which = () => true) {
    return (this.policies ?? []).filter((policy) => policy.hour && which(policy)).reduce((sum, { hour }) => sum + hour[figure], 0);
  }

  #points(name) {
    return this.#hour?.points(name) ?? [];
  }

  #minutes(name) {
    return this.#hour ? minutesOver(this.#hour.series)[name] : [];
  }

  #stats() {
    const shadows = this.policies.filter((policy) => modeOf(policy.spec) === "shadow").length;
    const allowed = this.#sum("allowed", isEnforced);
    const denied = this.#sum("denied", isEnforced);
    const near = this.#sum("near", isEnforced);
    const differ = this.#sum("wouldDeny") + this.#sum("wouldAllow");
    const withoutRedis = this.#sum("withoutRedis");
    return html`
      <hs-stat label="Policies" .value=${exact(this.policies.length)} .note=${`${exact(shadows)} in the shadow`}
        meaning="One in the shadow counts and reports, and refuses nobody."></hs-stat>
      <hs-stat label="Allowed" .value=${count(allowed)} .points=${this.#minutes("allowed")} note="last hour" .meaning=${`${exact(allowed)} decisions of enforced policies.`}></hs-stat>
      <hs-stat label="Denied" .value=${count(denied)} tone="bad" .points=${this.#minutes("denied")} .note=${percent(share(denied, allowed + denied))}
        .meaning=${`${exact(denied)} decisions of enforced policies.`}></hs-stat>
      <hs-stat label="Near the limit" .value=${count(near)} tone="warn" .points=${this.#minutes("near")} .note=${`${percent(share(near, allowed))} of the allowed`}
        meaning="Allowed, with less than a fifth of the limit left."></hs-stat>
      <hs-stat label="Shadows disagree" .value=${shadows > 0 ? count(differ) : NOTHING} .state=${differ > 0 ? "confirming" : "up"}
        .note=${shadows > 0 ? `${count(this.#sum("wouldDeny"))} would be denied` : "none in the shadow"}
        meaning="Requests that a policy in the shadow would have denied and that went on, or the other way round."></hs-stat>
      <hs-stat label="Without Redis" .value=${count(withoutRedis)} .state=${this.#withoutRedisNow() > 0 ? "down" : withoutRedis > 0 ? "degraded" : "up"}
        tone="bad" .points=${this.#minutes("withoutRedis")} note="last hour, by fail modes"
        meaning="Decisions of the last hour: Redis did not answer in time, so the policy’s fail mode has decided."></hs-stat>`;
  }

  #decisions() {
    return html`<div class="section-head"><h2 id="decisions-heading">Last hour</h2>
        <span class="muted small zoom-hint">Drag to zoom, double-click for the whole hour</span></div>
      ${this.#hour ? html`<div class="card chart-card"><hs-chart heading="Decisions" note="of enforced policies, per minute, upon each other" stacked .format=${count} .series=${[
        { name: "denied", points: this.#minutes("denied"), tone: "bad" },
        { name: "near", points: this.#minutes("near"), tone: "warn" },
        { name: "allowed", points: this.#minutes("allowed"), tone: "good" },
      ]} .from=${this.#hour.from} .step=${this.#hour.step} .range=${this.#range}></hs-chart></div>`
      : html`<div class="card"><hs-notice heading="No decision during the last hour" .curl=${CHECK}
        text="Ask before you serve a request, or let your proxy ask."></hs-notice></div>`}`;
  }

  #callers() {
    return (this.policies ?? []).flatMap(({ id, spec, hour }) => (hour?.callers ?? []).map((caller) => ({ id: `${id} ${caller.caller}`, policy: id, plain: spec.identifiers === "plain", ...caller })))
      .sort((one, other) => other.asked - one.asked).slice(0, CALLERS_MAX);
  }

  #onProblem() {
    return { persistent: true, retry: this.#poll.now, needs: "read", curl: curl("/policies") };
  }

  #none() {
    return { heading: "No policy yet", text: "Begin with one in the shadow: it refuses nobody and shows whom it would have refused.",
      curl: curl("/policies/per-visitor", { method: "PUT", body: { match: { route: "/shop/*" }, key: ["ip"], limit: 100, window: "PT1M", shadow: true } }),
      action: this.mayWrite ? { label: "New policy", href: "/policy.html" } : null };
  }

  #find = (text) => (this.policies ?? []).filter(({ id }) => id.includes(text.toLowerCase())).slice(0, 8)
    .map(({ id, spec }) => ({ label: id, hint: modeOf(spec), href: addressOf(id) }));
}

const isEnforced = ({ spec }) => !spec.shadow;

function hourOf(policies) {
  const asked = policies.filter((policy) => policy.hour);
  if (asked.length === 0) {
    return null;
  }
  const { stepSeconds, from, series } = asked[0].hour.minutes;
  const sum = (name, which = isEnforced) => {
    const all = asked.filter(which).map(({ hour }) => hour.minutes.series[name]);
    return series[name].map((_, minute) => {
      const known = all.map((points) => points[minute]).filter((point) => point !== null);
      return known.length === 0 ? null : known.reduce((total, point) => total + point, 0);
    });
  };
  return new History({ stepSeconds, from, series: { allowed: sum("allowed"), denied: sum("denied"), near: sum("near"), withoutRedis: sum("withoutRedis", () => true) } });
}
const NO_CALLERS = { heading: "Nobody has asked during the last hour" };
const CHECK = curl("/limits/check", { method: "POST", body: { route: "/shop/42", method: "GET", ip: "192.0.2.7" } });

const POLICY_COLUMNS = [
  { key: "id", label: "Policy", width: 190, value: ({ id, spec }) => `${id} ${spec.description ?? ""}`,
    cell: ({ id }) => html`<a class="plain" href=${addressOf(id)}><strong>${id}</strong></a>` },
  { key: "mode", label: "State", width: 112, from: 480, value: ({ spec, tightened }) => modeOf(spec, tightened),
    cell: ({ spec, tightened }) => html`<hs-state .state=${MODE_STATES[modeOf(spec, tightened)]} .word=${modeOf(spec, tightened)}></hs-state>` },
  { key: "limit", label: "Limit", width: 130, from: 620, value: ({ spec }) => spec.limit, cell: ({ spec }) => limitOf(spec) },
  { key: "match", label: "Requests", from: 1040, value: ({ spec }) => matchOf(spec), cell: ({ spec }) => html`<span class=${spec.match ? "endpoint" : "faint"}>${matchOf(spec)}</span>` },
  { key: "key", label: "Per", width: 120, from: 1180, value: ({ spec }) => spec.key.join(", ") },
  { key: "algorithm", label: "Algorithm", width: 130, from: 1300, value: ({ spec }) => ALGORITHMS[spec.algorithm].label },
  { key: "allowed", label: "Allowed", width: 90, align: "end", from: 400, watch: true, value: ({ hour }) => hour?.allowed ?? 0, cell: ({ hour }) => short(hour?.allowed ?? 0, count, "in the last hour") },
  { key: "denied", label: "Denied", width: 90, align: "end", watch: true, value: ({ hour }) => hour?.denied ?? 0, meaning: "In the last hour; of one in the shadow: it would have",
    cell: ({ hour, spec }) => html`<span class=${hour?.denied > 0 ? (spec.shadow ? "warn" : "bad") : "faint"}>${short(hour?.denied ?? 0, count, "in the last hour")}</span>` },
  { key: "share", label: "Share", width: 80, align: "end", from: 760, value: ({ hour }) => share(hour?.denied ?? 0, decisionsOf(hour)), cell: ({ hour }) => percent(share(hour?.denied ?? 0, decisionsOf(hour))), meaning: "Of all decisions of the last hour, denied" },
  { key: "near", label: "Near", width: 80, align: "end", from: 860, value: ({ hour }) => hour?.near ?? 0, cell: ({ hour }) => short(hour?.near ?? 0), meaning: "Allowed, with less than a fifth of the limit left" },
  { key: "hour", label: "Denied, last hour", width: 150, from: 940, value: () => "",
    cell: ({ hour, spec }) => html`<hs-sparkline class="cell-sparkline" .points=${minutesOver(hour?.minutes.series ?? {}).denied ?? []} .tone=${spec.shadow ? "warn" : "bad"} label="Denied by minute"></hs-sparkline>` },
];

const POLICY_FILTERS = [
  { key: "mode", label: "State", value: ({ spec, tightened }) => modeOf(spec, tightened) },
  { key: "denying", label: "Denies", value: ({ hour }) => (hour?.denied > 0 ? "denies" : "denies nobody") },
];

const CALLER_COLUMNS = [
  { key: "caller", label: "Caller", value: ({ caller }) => caller, cell: ({ caller }) => html`<span class="mono">${caller}</span>` },
  { key: "policy", label: "Policy", width: 190, from: 560, value: ({ policy }) => policy, cell: ({ policy }) => html`<a class="plain" href=${addressOf(policy)}>${policy}</a>` },
  { key: "asked", label: "Asked", width: 96, align: "end", value: ({ asked }) => asked, cell: ({ asked }) => short(asked), meaning: "During the last hour, about" },
  { key: "denied", label: "Denied", width: 96, align: "end", value: ({ denied }) => denied, cell: ({ denied }) => html`<span class=${denied > 0 ? "bad" : "faint"}>${short(denied)}</span>` },
];

LimitsPage.define("hs-limits-page");
document.body.append(document.createElement("hs-limits-page"));
