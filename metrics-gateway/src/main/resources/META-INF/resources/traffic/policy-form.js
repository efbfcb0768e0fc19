// <hs-policy-form>: a policy as people write it. Emits "draft" (detail: { id, spec }) with each change, "saved" (detail: { saved, replaced }: the policy, and what it said before)
// and "theirs" (detail: the policy to begin anew with). What is written and not saved stays in this tab until it is saved or dropped.
import { KitElement, html, nothing } from "/kit/element.js";
import { get, Problem, put } from "/kit/api.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import { exact, stamp } from "/kit/format.js";
import { Unsaved } from "./unsaved.js";
import { ALGORITHMS, FAIL_MODES, inWords, isoOf, millisOf, partOf, percentOf, windowOf } from "./words.js";

const FIELDS = ["id", "description", "match/route", "match/methods", "key", "limit", "window", "algorithm", "burst", "cost", "failMode", "identifiers", "shadowOf",
  "adaptive/endpoint", "adaptive/p95Above", "adaptive/errorRateAbove", "adaptive/factor"];
const BURSTING = ["token_bucket", "gcra"];
const UNITS = ["ms", "s", "min", "h", "d"];
const NEW = { key: ["ip"], limit: 100, window: "PT1M", algorithm: "sub_window_ring", cost: 1, shadow: true, enabled: true, failMode: "open", identifiers: "hashed" };

class PolicyForm extends KitElement {
  /** `policy`: the one to change, or null; `problem`: also what the replay was refused for; `conflict`: what somebody else has saved since. */
  static fields = { policy: null, problem: null, conflict: null, busy: false, algorithm: null, mayWrite: true };

  /** Written here before, on top of what was saved then. */
  #unsaved = null;

  connectedCallback() {
    super.connectedCallback();
    this.#unsaved = new Unsaved(this.querySelector("form"), this.policy);
    if (this.#unsaved.found) {
      this.algorithm = this.#unsaved.found.values.algorithm;
      this.render();
      this.#unsaved.restore();
    }
  }

  /** What the changes are made to: maybe not what is saved by now. */
  get #base() {
    return this.#unsaved?.found?.base ?? this.policy;
  }

  get draft() {
    const form = this.querySelector("form");
    return form ? draftOf(new FormData(form), this.policy) : { id: this.policy?.id ?? "", spec: this.policy?.spec ?? NEW };
  }

  template() {
    const { policy } = this;
    const spec = policy?.spec ?? NEW;
    const problem = placed(this.problem);
    const algorithm = this.algorithm ?? spec.algorithm;
    const window = windowOf(spec.window);
    const text = (name, label, value, { hint = "", placeholder = "", ...more } = {}) => field(name, label, html`<input id="field-${name}" name=${name} class=${more.mono ? "mono" : ""}
      autocomplete="off" spellcheck="false" aria-invalid=${isInvalid(problem, name)} .value=${value ?? ""} placeholder=${placeholder}>`, { problem, hint });
    const number = (name, label, value, hint = "") => field(name, label, html`<input id="field-${name}" name=${name} type="number" min="1" step="1"
      aria-invalid=${isInvalid(problem, name)} .value=${String(value ?? "")}>`, { problem, hint });
    const choice = (name, label, value, choices, hint = "") => field(name, label, html`<select id="field-${name}" name=${name} aria-invalid=${isInvalid(problem, name)}>
      ${Object.entries(choices).map(([key, word]) => html`<option value=${key} ?selected=${key === value}>${word}</option>`)}</select>`, { problem, hint });
    return html`<form class="form" novalidate @submit=${this.#save} @input=${this.#onInput} @change=${this.#onInput}>
      ${this.#unsaved?.found ? html`<p class="unsaved" role="status">Not saved yet: what you wrote here before.
        <button class="button" type="button" @click=${this.#drop}>Drop it</button></p>` : nothing}
      ${policy ? nothing : text("id", "Name", "", { mono: true, placeholder: "per-visitor", hint: "a-z, 0-9 and -, up to 31. Checks and headers name it." })}
      ${text("description", "What it is for", spec.description)}
      <div class="field-row">
        ${text("match/route", "Requests to", spec.match?.route, { mono: true, placeholder: "/shop/*", hint: "{name} is any segment, a final * any rest. Empty, methods too: only where a check names it." })}
        ${text("match/methods", "with method", spec.match?.methods?.join(", "), { mono: true, placeholder: "any", hint: "GET, POST" })}
      </div>
      ${text("key", "Counted per", spec.key.join(", "), { mono: true, hint: "ip, user, method, route, header:<name> or everybody; several: together." })}
      <div class="field-row">
        ${number("limit", "Limit", spec.limit, "hits")}
        ${field("window", "in", html`<div class="window-field"><input id="field-window" name="window" type="number" min="0" step="any" aria-invalid=${isInvalid(problem, "window")} .value=${String(window.amount)}>
          <select name="unit" aria-label="Unit of the window">${UNITS.map((unit) => html`<option ?selected=${unit === window.unit}>${unit}</option>`)}</select></div>`, { problem, hint: "100 ms to 31 d" })}
      </div>
      ${choice("algorithm", "Algorithm", algorithm, Object.fromEntries(Object.entries(ALGORITHMS).map(([key, { label }]) => [key, label])), ALGORITHMS[algorithm].meaning)}
      ${BURSTING.includes(algorithm) ? number("burst", "Burst", spec.burst, "What may come at once; empty: as much as the limit") : nothing}
      <div class="field-row">
        ${number("cost", "One request counts", spec.cost, "hits")}
        ${choice("identifiers", "Callers stand in Redis", spec.identifiers, { hashed: "as a digest", plain: "as they are" }, "As they are: only what is not personal")}
      </div>
      ${choice("failMode", "While Redis is away", spec.failMode, FAIL_MODES)}
      <fieldset class="form">
        <legend>Allow less while an endpoint is in trouble</legend>
        ${text("adaptive/endpoint", "Endpoint", spec.adaptive?.endpoint, { mono: true, placeholder: "GET /users/{id}", hint: "As the traffic page names it; empty: never." })}
        <div class="field-row">
          ${text("adaptive/p95Above", "p95 above (ms)", spec.adaptive?.p95Above ? millisOf(spec.adaptive.p95Above) : "")}
          ${text("adaptive/errorRateAbove", "Errors above (%)", percentOf(spec.adaptive?.errorRateAbove))}
          ${text("adaptive/factor", "Then so much of it (%)", percentOf(spec.adaptive?.factor), { placeholder: "50" })}
        </div>
      </fieldset>
      ${text("shadowOf", "Shadow of", spec.shadowOf, { mono: true, placeholder: "another policy", hint: "Asked whenever that one is, to compare the two; refuses nobody and has no requests of its own." })}
      <label class="choice"><input type="checkbox" name="shadow" .checked=${spec.shadow}> In the shadow: counts and reports, refuses nobody</label>
      <label class="choice"><input type="checkbox" name="enabled" .checked=${spec.enabled}> Enabled</label>
      ${this.conflict ? this.#conflict() : formProblem(problem, FIELDS)}
      ${this.mayWrite ? html`<div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>${policy ? "Save" : "Create policy"}</button>
        <span class="faint small">Holds here at once, on other instances within two seconds.</span>
      </div>` : html`<p class="faint small">Your key may read policies, not change them. What you write here can still be tried.</p>`}
    </form>`;
  }

  #conflict() {
    const differences = differencesOf(this.#base.spec, this.conflict.spec);
    return html`<div class="conflict" role="alert">
      <p><strong>${this.conflict.updatedBy || "Somebody"} has changed it</strong> at ${stamp(this.conflict.updatedAt)}, it is version ${this.conflict.version} now:</p>
      <ul>${differences.map(({ name, before, after }) => html`<li><code>${name}</code> ${before} → ${after}</li>`)}</ul>
      <div class="form-actions">
        <button class="button" type="button" @click=${this.#takeTheirs}>Take that and drop mine</button>
        <button class="button danger" type="button" ?disabled=${this.busy} @click=${this.#overwrite}>Save mine over it</button>
      </div>
    </div>`;
  }

  #onInput = () => {
    this.algorithm = this.querySelector("#field-algorithm").value;
    this.#unsaved.keep(this.#base);
    this.emit("draft");
  };

  #save = (event) => {
    event.preventDefault();
    return this.#put(this.#base?.version ?? 0);
  };

  #overwrite = () => this.#put(this.conflict.version);

  #takeTheirs = () => {
    const theirs = this.conflict;
    Object.assign(this, { conflict: null, problem: null, algorithm: null });
    this.#unsaved.forget();
    this.emit("theirs", theirs);
  };

  #drop = () => {
    this.#unsaved.forget();
    this.emit("theirs", this.policy);
  };

  async #put(version) {
    const { id, spec } = this.draft;
    this.busy = true;
    try {
      const saved = await put(`/policies/${encodeURIComponent(id)}?version=${version}`, spec);
      const replaced = this.conflict?.spec ?? this.#base?.spec;
      this.#unsaved.forget();
      Object.assign(this, { problem: null, conflict: null });
      this.emit("saved", { saved, replaced });
    } catch (problem) {
      await this.#refused(problem, id);
    } finally {
      this.busy = false;
    }
  }

  async #refused(problem, id) {
    if (problem.status === 409 && this.policy) {
      try {
        this.conflict = await get(`/policies/${encodeURIComponent(id)}`);
        return;
      } catch (gone) {
        this.problem = gone.status === 404 ? new Problem(409, { detail: "Somebody has deleted it meanwhile. Create it anew to keep what you wrote." }) : gone;
        return;
      }
    }
    this.problem = problem.status === 409 ? new Problem(409, { errors: [{ pointer: "#/id", detail: "there is a policy of this name already" }] })
      : id === "" || problem.status === 404 ? new Problem(400, { errors: [{ pointer: "#/id", detail: "must be up to 31 lower-case letters, digits and dashes" }] }) : problem;
  }
}

/** What the form says, in the shape of the service. What is nonsense goes as it is: the service says what is wrong with it. */
function draftOf(form, policy) {
  const text = (name) => form.get(name)?.trim() || undefined;
  const number = (name) => (form.get(name) === null || form.get(name) === "" ? undefined : Number(form.get(name)));
  const list = (name) => text(name)?.split(",").map((part) => part.trim()).filter(Boolean);
  const match = { route: text("match/route"), methods: list("match/methods")?.map((method) => method.toUpperCase()) };
  return {
    id: policy?.id ?? text("id") ?? "",
    spec: {
      description: text("description"),
      enabled: form.has("enabled"),
      match: match.route || match.methods ? match : undefined,
      key: list("key"),
      limit: number("limit"),
      window: isoOf(form.get("window"), form.get("unit")),
      algorithm: form.get("algorithm"),
      burst: number("burst"),
      cost: number("cost"),
      shadow: form.has("shadow"),
      failMode: form.get("failMode"),
      identifiers: form.get("identifiers"),
      shadowOf: text("shadowOf"),
      // One of them without the others is a mistake, for the service to say.
      adaptive: ["endpoint", "p95Above", "errorRateAbove", "factor"].some((name) => text(`adaptive/${name}`)) ? {
        endpoint: text("adaptive/endpoint"),
        p95Above: isoOf(form.get("adaptive/p95Above"), "ms"),
        errorRateAbove: partOf(form.get("adaptive/errorRateAbove")),
        factor: partOf(form.get("adaptive/factor")),
      } : undefined,
    },
  };
}

/** The form has a field for all of a list: what the service says of one of its entries stands there. */
function placed(problem) {
  if (!problem) {
    return null;
  }
  const errors = problem.errors.map((error) => {
    const pointer = (error.pointer ?? (error.parameter ? `/${error.parameter}` : "")).replace(/^#/, "");
    const place = FIELDS.filter((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`)).sort((one, other) => other.length - one.length)[0];
    return { ...error, pointer: place ? `/${place}` : pointer === "/match" ? "/match/route" : pointer === "/adaptive" ? "/adaptive/p95Above" : error.pointer, detail: inWords(error.detail) };
  });
  return Object.assign(new Problem(problem.status, { title: problem.title, detail: problem.detail, errors }), { message: problem.message });
}

function differencesOf(before, after) {
  const word = (value) => (value === undefined || value === null ? "none" : typeof value === "object" ? JSON.stringify(value) : typeof value === "number" ? exact(value) : String(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: word(before[name]), after: word(after[name]) }));
}

PolicyForm.define("hs-policy-form");
