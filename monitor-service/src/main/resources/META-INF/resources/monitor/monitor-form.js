// The form of a monitor: create or change one, and try it before anything is saved.
import { KitElement, html, nothing } from "/kit/element.js";
import { post, Problem, put } from "/kit/api.js";
import { showFirstMistake } from "/kit/form.js";
import { duration, exact, wholeMillis } from "/kit/format.js";
import { CONDITIONS, CREDENTIALS, fieldsOf, pointerOf, readInto, setConditions, shownValue, Unreadable } from "./conditions.js";
import { isoDuration, KINDS, millisOf, reasonOf } from "./words.js";
import "/kit/state.js";

const KIND_NAMES = Object.keys(KINDS);
const MEANINGS = {
  http: "Sends a request and looks at the answer.",
  tcp: "Opens a connection.",
  dns: "Asks for a name.",
  ping: "Sends an ICMP echo request.",
  tls: "Looks at a certificate.",
  push: "A job reports by itself; its silence is the alarm.",
};
const COMMON = ["name", "tags", "interval", "timeout", "retries", "retryDelay", "failureThreshold", "recoveryThreshold", "remindEvery", "push/grace",
  "target/url", "target/host", "target/port", "target/name", "target/type", "target/certificateDaysMin", "secrets"].map((name) => `/${name}`);
const TARGET = "target.";
const SECRETS = "secrets.";
/** Of the interval, in a monitor that is checked so often that the usual timeout would be too long. */
const TIMEOUT_SHARE = 0.8;
const USUAL = { interval: "PT60S", timeout: "PT10S", retryDelay: "PT10S", retries: 2, failureThreshold: 1, recoveryThreshold: 1 };

/** A template: `monitor` null creates one. */
export const monitorForm = ({ monitor = null, onSaved }) =>
  html`<hs-monitor-form .monitor=${monitor} .onSaved=${onSaved}></hs-monitor-form>`;

class MonitorForm extends KitElement {
  static fields = { monitor: null, onSaved: () => {}, kind: null, sent: null, problem: null, busy: false, trial: null };

  /** Names of the fields that somebody has written in. */
  #written = new Set();

  template() {
    const spec = this.monitor ?? {};
    const kind = this.#kind();
    return html`<form class="form" @submit=${this.#save} @input=${this.#follow} novalidate>
      ${this.#field("/name", "Name", html`<input id="f-name" name="name" maxlength="80" autocomplete="off" autofocus .value=${spec.name ?? ""} placeholder="shop front">`)}
      ${this.monitor ? nothing : this.#kindChoice(kind)}
      ${this.#target(kind, spec.target ?? {}, spec.push ?? {})}
      <div class="field-row">
        ${this.#seconds("interval", kind === "push" ? "Expected every" : "Every", spec.interval ?? USUAL.interval)}
        ${kind === "push" ? nothing : this.#seconds("timeout", "Gives up after", spec.timeout ?? USUAL.timeout)}
      </div>
      ${this.#field("/tags", "Tags", html`<input id="f-tags" name="tags" autocomplete="off" .value=${(spec.tags ?? []).join(", ")} placeholder="shop, eu">`,
        "Separated by commas. They group monitors and choose the channels that are told.")}
      ${this.#conditions(kind, spec.target ?? {})}
      <details ?open=${this.problem?.errors.some(({ pointer }) => /retr|hreshold|remind/.test(pointer ?? "")) ?? false}>
        <summary>When a failure counts</summary>
        <div class="form-body">
          <div class="field-row">
            ${kind === "push" ? nothing : html`
              ${this.#number("retries", "Retries", spec.retries ?? USUAL.retries)}
              ${this.#seconds("retryDelay", "Each after", spec.retryDelay ?? USUAL.retryDelay)}`}
            ${this.#number("failureThreshold", "Failures until down", spec.failureThreshold ?? 1)}
            ${this.#number("recoveryThreshold", "Successes until up", spec.recoveryThreshold ?? 1)}
          </div>
          ${this.#field("/remindEvery", "Remind every (minutes)", html`<input id="f-remind" name="remindEvery" type="number" min="0" step="any"
            .value=${spec.remindEvery === undefined ? "" : String(millisOf(spec.remindEvery) / 60_000)} placeholder="as the service is set">`,
            "While it is down and nobody has acknowledged the incident, whoever was told is told again. 0: never.")}
        </div>
      </details>
      ${this.#restOfProblem()}
      ${this.trial ? this.#trialResult() : nothing}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>${this.monitor ? "Save" : "Create"}</button>
        ${kind === "push" ? nothing : html`<button class="button" type="button" ?disabled=${this.busy} @click=${this.#try}>Try it now</button>`}
        <span class="faint small">${kind === "push" ? "You get its address next." : "Trying saves nothing."}</span>
      </div>
    </form>`;
  }

  /** Who wants a new monitor checked more often than usual gets what the service would take for the rest, unless they wrote something there. */
  #follow = ({ target, currentTarget: form }) => {
    this.#written.add(target.name);
    const every = Number(target.value) * 1000;
    if (this.monitor || target.name !== "interval" || !(every > 0)) {
      return;
    }
    for (const [name, longest] of [["timeout", every * TIMEOUT_SHARE], ["retryDelay", every]]) {
      const field = form.elements[name];
      if (field && !this.#written.has(name)) {
        field.value = String(Math.min(millisOf(USUAL[name]), longest) / 1000);
      }
    }
  };

  #kind() {
    return this.kind ?? (this.monitor ? (this.monitor.target?.kind ?? "push") : "http");
  }

  #kindChoice(kind) {
    return html`<div class="field">
      <span class="label-text"><strong>Kind</strong></span>
      <div class="kinds" role="group" aria-label="Kind">
        ${KIND_NAMES.map((name) => html`<button class="chip" type="button" aria-pressed=${name === kind} @click=${() => this.#choose(name)}>${KINDS[name]}</button>`)}
      </div>
      <p class="field-hint">${MEANINGS[kind]}</p>
    </div>`;
  }

  #choose(kind) {
    this.kind = kind;
    this.problem = null;
    this.trial = null;
  }

  #target(kind, target, push) {
    switch (kind) {
      case "http":
        return this.#field("/target/url", "Address", html`<input id="f-url" name="url" type="url" inputmode="url" autocomplete="off" .value=${target.url ?? ""} placeholder="https://example.org/">`);
      case "tcp":
        return html`<div class="field-row">${this.#text("host", "Host", target.host, "db.example.org")}${this.#number("port", "Port", target.port ?? "", "/target/port")}</div>`;
      case "tls":
        return html`<div class="field-row">${this.#text("host", "Host", target.host, "example.org")}${this.#number("port", "Port", target.port ?? 443, "/target/port")}
          ${this.#number("certificateDaysMin", "Days left, at least", target.certificateDaysMin ?? 14, "/target/certificateDaysMin")}</div>`;
      case "dns":
        return html`<div class="field-row">${this.#text("host", "Name", target.name, "example.org", "name")}
          ${this.#field("/target/type", "Type", html`<select id="f-type" name="type">${["A", "AAAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"].map((type) =>
            html`<option value=${type} ?selected=${type === (target.type ?? "A")}>${type}</option>`)}</select>`)}</div>`;
      case "ping":
        return this.#text("host", "Host", target.host, "router.example.org");
      default:
        return this.#seconds("grace", "Late by at most", push.grace ?? "PT60S", "/push/grace");
    }
  }

  #conditions(kind, target) {
    if (CONDITIONS[kind].length === 0) {
      return nothing;
    }
    const count = setConditions(kind, target).length + (this.monitor?.hasSecrets ? 1 : 0);
    const pointers = [...fieldsOf(kind).map((field) => pointerOf(TARGET, field)), ...CREDENTIALS.map((field) => pointerOf(SECRETS, field)), "/secrets"];
    return html`<details class="conditions" ?open=${this.problem?.errors.some(({ pointer }) => pointers.includes(this.#placeOf(pointer))) ?? false}>
      <summary>More conditions${count > 0 ? html` <span class="faint">${exact(count)} set</span>` : nothing}</summary>
      <div class="form-body">
        ${CONDITIONS[kind].map((group) => this.#group(group, (field) => shownValue(field, target), TARGET))}
        ${kind === "http" ? this.#credentials() : nothing}
      </div>
    </details>`;
  }

  #group({ heading, fields }, valueOf, prefix) {
    return html`${heading ? html`<h3>${heading}</h3>` : nothing}
      <div class="condition-fields">${fields.map((field) => this.#condition(field, valueOf(field), prefix))}</div>`;
  }

  #credentials() {
    return html`${this.#group({ heading: "Credentials", fields: CREDENTIALS }, () => "", SECRETS)}
      ${this.#field("/secrets", "", this.monitor?.hasSecrets
        ? html`<label class="choice"><input type="checkbox" name="forget"><span>Remove those that are stored</span></label>` : nothing,
        this.monitor?.hasSecrets ? "Some are stored, sealed. What you write here replaces all of them; leave it empty to keep them."
          : "Stored sealed; nobody can read them again.")}`;
  }

  #condition(field, value, prefix) {
    const name = prefix + field.path;
    if (field.form === "untrusted") {
      return html`<label class="choice wide"><input type="checkbox" name=${name} ?checked=${this.monitor?.target?.verifyCertificate === false}><span>${field.label}</span></label>`;
    }
    const control = {
      choice: () => html`<select name=${name} aria-label=${field.label}>${field.choices.map((one) => html`<option ?selected=${one === value}>${one}</option>`)}</select>`,
      number: () => html`<input name=${name} aria-label=${field.label} type="number" min="0" .value=${value}>`,
      seconds: () => html`<input name=${name} aria-label=${field.label} type="number" min="0" step="any" .value=${value}>`,
      lines: () => areaOf(name, field, value),
      headers: () => areaOf(name, field, value),
      area: () => areaOf(name, field, value),
    }[field.form] ?? (() => html`<input name=${name} aria-label=${field.label} type=${field.isSecret ? "password" : "text"}
      autocomplete=${field.isSecret ? "new-password" : "off"} .value=${value} placeholder=${field.example ?? ""}>`);
    return html`<div class=${field.wide ? "wide" : ""}>${this.#field(pointerOf(prefix, field), field.label, control(), field.hint ?? "")}</div>`;
  }

  /** The place in the form for a place in the document: a tag's is that of all tags. */
  #placeOf(pointer) {
    const kind = this.#kind();
    const places = [...COMMON, ...fieldsOf(kind).map((field) => pointerOf(TARGET, field)), ...CREDENTIALS.map((field) => pointerOf(SECRETS, field))];
    return places.filter((place) => pointer === place || pointer?.startsWith(`${place}/`)).sort((one, other) => other.length - one.length)[0];
  }

  #errorAt(place) {
    return this.problem?.errors.filter(({ pointer }) => this.#placeOf(pointer) === place)
      .map(({ pointer, detail }) => `${this.#thatOf(pointer, place)}${inWords(detail)}`).join("; ") || null;
  }

  /** Which of several it is about. */
  #thatOf(pointer, place) {
    const rest = pointer.slice(place.length + 1);
    return rest === "" ? "" : place === "/tags" ? `“${this.sent.tags[rest] ?? rest}” ` : `${rest} `;
  }

  #field(pointer, label, control, hint = "", id = /id="(f-[\w]+)"/.exec(control.strings?.[0] ?? "")?.[1]) {
    const error = this.#errorAt(pointer);
    return html`<div class="field ${error ? "invalid" : ""}">
      ${label ? html`<label for=${id ?? nothing}>${label}</label>` : nothing}${control}
      ${error ? html`<p class="field-error" role="alert">${error}</p>` : hint ? html`<p class="field-hint">${hint}</p>` : nothing}
    </div>`;
  }

  #text(name, label, value, example, property = name) {
    return this.#field(`/target/${property}`, label, html`<input id="f-host" name=${name} autocomplete="off" .value=${value ?? ""} placeholder=${example}>`);
  }

  #number(name, label, value, pointer = `/${name}`) {
    return this.#field(pointer, label, html`<input id=${`f-${name}`} name=${name} type="number" min="0" .value=${String(value)}>`, "", `f-${name}`);
  }

  #seconds(name, label, duration, pointer = `/${name}`) {
    return this.#field(pointer, `${label} (seconds)`, html`<input id=${`f-${name}`} name=${name} type="number" min="0" step="any"
      .value=${String(millisOf(duration) / 1000)}>`, "", `f-${name}`);
  }

  /** What belongs to no field that is shown. */
  #restOfProblem() {
    if (!this.problem) {
      return nothing;
    }
    const others = this.problem.errors.filter(({ pointer }) => !this.#placeOf(pointer));
    if (this.problem.errors.length > 0 && others.length === 0) {
      return nothing;
    }
    return html`<div class="form-problem" role="alert">${others.length > 0
      ? others.map(({ pointer, parameter, detail }) => html`<p>${pointer ?? parameter}: ${inWords(detail)}</p>`) : this.problem.message}</div>`;
  }

  #trialResult() {
    const { verdict, reason, statusCode, latencyMs, message } = this.trial;
    return html`<div class="trial" role="status">
      <p><hs-state .state=${verdict}></hs-state> ${verdict === "up" ? nothing : reasonOf(reason)}</p>
      ${this.trial.isBare ? html`<p class="muted">Without the credentials that are stored: only checks have them.</p>` : nothing}
      <p class="muted">${[message, !statusCode || message?.startsWith("Status ") ? "" : `Status ${statusCode}`, wholeMillis(latencyMs)].filter(Boolean).join(" · ")}</p>
    </div>`;
  }

  #specOf(form) {
    const kind = this.#kind();
    const number = (name) => (form.get(name) === null || form.get(name) === "" ? undefined : Number(form.get(name)));
    const seconds = (name) => (form.get(name) ? isoDuration(Number(form.get(name)) * 1000) : undefined);
    return {
      name: form.get("name").trim(),
      ...(kind === "push" ? { push: { grace: seconds("grace") } } : { target: this.#targetOf(kind, form, number) }),
      interval: seconds("interval"),
      timeout: seconds("timeout"),
      retries: number("retries"),
      retryDelay: seconds("retryDelay"),
      failureThreshold: number("failureThreshold"),
      recoveryThreshold: number("recoveryThreshold"),
      remindEvery: form.get("remindEvery") ? isoDuration(Number(form.get("remindEvery")) * 60_000) : undefined,
      tags: form.get("tags").split(",").map((tag) => tag.trim()).filter(Boolean),
      enabled: this.monitor?.enabled ?? true,
      ...(kind === "http" ? { secrets: this.#secretsOf(form) } : {}),
    };
  }

  /** What the form does not show stays as it is. */
  #targetOf(kind, form, number) {
    const before = readInto(this.monitor?.target ?? {}, fieldsOf(kind), form, TARGET);
    switch (kind) {
      case "http":
        return { ...before, kind, url: form.get("url").trim() };
      case "dns":
        return { ...before, kind, name: form.get("host").trim(), type: form.get("type") };
      case "tls":
        return { ...before, kind, host: form.get("host").trim(), port: number("port"), certificateDaysMin: number("certificateDaysMin") };
      case "tcp":
        return { ...before, kind, host: form.get("host").trim(), port: number("port") };
      default:
        return { ...before, kind, host: form.get("host").trim() };
    }
  }

  /** None are sent unless somebody wrote some: then those that are stored stay. */
  #secretsOf(form) {
    const secrets = readInto({}, CREDENTIALS, form, SECRETS);
    return form.has("forget") || Object.values(secrets).some((value) => value !== undefined) ? secrets : undefined;
  }

  #save = (event) => {
    event.preventDefault();
    return this.#change(event.target, async (spec) => {
      const saved = this.monitor ? await put(`/monitors/${encodeURIComponent(this.monitor.id)}`, spec) : await post("/monitors", spec);
      this.onSaved(saved);
    });
  };

  #try = (event) => {
    return this.#change(event.target.closest("form"), async ({ target, timeout, secrets }) => {
      this.trial = await post("/monitors/try", { target, timeout, secrets });
      this.trial.isBare = !secrets && this.monitor?.hasSecrets;
    });
  };

  async #change(form, work) {
    this.busy = true;
    this.problem = null;
    this.trial = null;
    try {
      this.sent = this.#specOf(new FormData(form));
      await work(this.sent);
    } catch (problem) {
      this.problem = problem instanceof Unreadable ? unreadable(problem) : problem;
    } finally {
      this.busy = false;
    }
    if (this.problem) {
      this.render();
      showFirstMistake(this);
    }
  }
}

const areaOf = (name, field, value) => html`<textarea name=${name} aria-label=${field.label} rows="2" .value=${value} placeholder=${field.example ?? ""}></textarea>`;

const unreadable = ({ pointer, message }) => new Problem(400, { errors: [{ pointer, detail: message }] });

/** The service speaks of PT1M30S, the form of seconds. */
const inWords = (detail) => detail.replace(/\bP(?:\d+D)?(?:T[\dHMS.]*[HMS])?(?=\W|$)/g, (text) => (millisOf(text) > 0 ? duration(millisOf(text)) : text));

MonitorForm.define("hs-monitor-form");
