// <hs-keys-page>: who may call this service. List, create (the secret is shown once), rotate, revoke.
import service from "/service.js";
import { KitElement, html, nothing } from "./element.js";
import { post, remove } from "./api.js";
import { curl } from "./curl.js";
import { field, formProblem, isInvalid } from "./form.js";
import * as icons from "./icons.js";
import { PagedList } from "./paged-list.js";
import { toast } from "./toast.js";
import { setUrlParams, urlParam } from "./url-state.js";
import "./confirm.js";
import "./copy.js";
import "./notice.js";
import "./side-panel.js";
import "./state.js";
import "./table.js";
import "./time.js";
import "./top-bar.js";

const NEW = "new";
const PAGE = 200;
const DAY_MILLIS = 86_400_000;

const LIFETIMES = [
  { days: 0, label: "does not expire" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "1 year" },
];
const GRACES = [
  { seconds: 3600, label: "1 hour" },
  { seconds: 86_400, label: "1 day" },
  { seconds: 604_800, label: "7 days" },
  { seconds: 0, label: "not at all" },
];
const SCOPES = [
  { name: "read", meaning: "see everything" },
  { name: "write", meaning: "change what the service works on" },
  { name: "admin", meaning: "manage keys, read the audit log" },
  ...(service.scopes ?? []),
];
/** Of `driver:*` the star is written in: it is one driver's key. */
const ANY = "*";
const isOfOne = ({ name }) => name.endsWith(`:${ANY}`);
const stemOf = ({ name }) => name.slice(0, -ANY.length);

class KeysPage extends KitElement {
  /** `secrets`: id to secret of each key made on this page, shown with its key for as long as the page is open. */
  static fields = { formProblem: null, secrets: new Map(), busy: false };

  #keys = new PagedList(`/api-keys?limit=${PAGE}`, () => this.update());

  connectedCallback() {
    super.connectedCallback();
    document.title = `API keys · ${service.name} · Hotstate`;
    this.#keys.load();
  }

  disconnectedCallback() {
    this.#keys.stop();
    super.disconnectedCallback();
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .find=${this.#find}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div>
            <h1>API keys</h1>
            <p>Programs send one as <code>Authorization: Bearer …</code>, people sign in with one. Only a hash is stored.</p>
          </div>
          <button class="button primary" type="button" @click=${() => this.#open(NEW)}>${icons.plus}Create a key</button>
        </div>
        <hs-table name="keys" label="API keys" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.#keys.items}
          .problem=${this.#keys.problem} .onProblem=${this.#onProblem} .empty=${this.#empty} .more=${this.#keys.more}
          @row-open=${(event) => this.#open(event.detail.id)}></hs-table>
      </main>
      <hs-side-panel param="key" .content=${(id) => this.#panel(id)}></hs-side-panel>`;
  }

  #onProblem = {
    retry: this.#keys.load,
    persistent: true,
    needs: "admin",
    curl: curl("/api-keys"),
  };

  #empty = {
    heading: "No keys yet",
    text: "Create one for each program that calls this service, so that each can be revoked alone.",
    action: { label: "Create a key", run: () => this.#open(NEW) },
  };

  #open(id) {
    this.formProblem = null;
    setUrlParams({ key: id }, { push: urlParam("key") === null });
  }

  #find = (text) => {
    const found = (this.#keys.items ?? []).filter((key) => key.name.toLowerCase().includes(text.toLowerCase()));
    return found.map((key) => ({ label: key.name, hint: "API key", href: `/keys.html?key=${encodeURIComponent(key.id)}` }));
  };

  #panel(id) {
    if (id === NEW) {
      return { heading: "Create a key", body: this.#createForm() };
    }
    const key = this.#keys.items?.find((candidate) => candidate.id === id);
    if (!key) {
      const missing = html`<hs-notice heading="There is no such key" text="It may be on a later page of the list."></hs-notice>`;
      return this.#keys.items ? { heading: "API key", body: missing } : null;
    }
    return {
      heading: key.name,
      body: html`
        ${this.secrets.has(id) ? this.#secretBox(key) : nothing}
        ${this.#facts(key)}
        ${hasEnded(key) ? nothing : html`${this.#rotation(key)}${this.#revocation(key)}`}`,
    };
  }

  #createForm() {
    const problem = this.formProblem;
    return html`<form class="form" @submit=${this.#create} novalidate>
      ${field("name", "Name", html`<input id="field-name" name="name" maxlength="80" autocomplete="off" autofocus
        aria-invalid=${isInvalid(problem, "name")} placeholder="billing-import">`, { problem, hint: "Who uses it. It appears in the audit log." })}
      <fieldset class="field">
        <legend>May</legend>
        ${SCOPES.map((scope) => (isOfOne(scope) ? html`<label class="choice">
          <span><strong>${stemOf(scope)}</strong> <input name=${stemOf(scope)} maxlength="64" autocomplete="off" placeholder=${scope.example}>
            <span class="muted">${scope.meaning}</span></span>
        </label>` : html`<label class="choice">
          <input type="checkbox" name="scope" value=${scope.name} ?checked=${scope.name === "read"}>
          <span><strong>${scope.name}</strong> <span class="muted">${scope.meaning}</span></span>
        </label>`))}
        ${problem?.field("/scopes") ? html`<p class="field-error" role="alert">${problem.field("/scopes")}</p>` : nothing}
      </fieldset>
      ${field("expiresAt", "Expires after", html`<select id="field-expiresAt" name="days">
        ${LIFETIMES.map((lifetime) => html`<option value=${lifetime.days}>${lifetime.label}</option>`)}
      </select>`, { problem })}
      ${formProblem(problem, ["name", "scopes", "expiresAt"])}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>Create key</button>
        <span class="faint small">The secret is shown once, right after.</span>
      </div>
    </form>`;
  }

  #secretBox(key) {
    const secret = this.secrets.get(key.id);
    const command = `curl -H "Authorization: Bearer ${secret}" ${location.origin}/vitals`;
    return html`<div class="secret" role="status">
      <p><strong class="good">This is the key of ${key.name}.</strong>
        Copy it to where it is used: once you leave this page, nobody can see it again.</p>
      <hs-code label="New API key" .text=${secret}></hs-code>
      <p class="muted small">Try it:</p>
      <hs-code label="Command that uses the key" .text=${command}></hs-code>
    </div>`;
  }

  #facts(key) {
    return html`<dl class="facts">
      <dt>State</dt><dd><hs-state .state=${key.state}></hs-state></dd>
      <dt>Prefix</dt><dd class="mono">${key.prefix}</dd>
      <dt>May</dt><dd>${scopesOf(key)}</dd>
      <dt>Created</dt><dd><hs-time .at=${key.createdAt}></hs-time>${key.createdBy ? html` by ${key.createdBy}` : nothing}</dd>
      <dt>Last used</dt><dd><hs-time .at=${key.lastUsedAt} absent="never"></hs-time></dd>
      <dt>Expires</dt><dd><hs-time .at=${key.expiresAt} absent="never"></hs-time></dd>
      ${key.revokedAt ? html`<dt>Revoked</dt><dd><hs-time .at=${key.revokedAt}></hs-time></dd>` : nothing}
    </dl>`;
  }

  #rotation(key) {
    return html`<form class="form danger-zone">
      <div>
        <h3>Rotate</h3>
        <p class="muted">Makes a new secret for ${key.name}. The old one goes on working for a while, so that nothing stops.</p>
      </div>
      ${field("graceSeconds", "Old secret works for", html`<select id="field-graceSeconds" name="grace">
        ${GRACES.map((grace) => html`<option value=${grace.seconds}>${grace.label}</option>`)}
      </select>`, { problem: this.formProblem })}
      <hs-confirm label="Rotate" .sure=${`Rotate ${key.name} now`} .subject=${key.id} .disabled=${this.busy}
        .caution=${this.secrets.has(key.id) ? `${key.name} was made just now. Its secret, shown above, is replaced by another.` : ""}
        @confirmed=${(event) => this.#rotate(event, key)}></hs-confirm>
    </form>`;
  }

  #revocation(key) {
    return html`<div class="danger-zone">
      <div>
        <h3>Revoke</h3>
        <p class="muted">Whoever uses ${key.name} is refused from now on. This can’t be taken back.</p>
      </div>
      ${formProblem(this.formProblem, ["graceSeconds"])}
      <hs-confirm label="Revoke" danger .sure=${`Revoke ${key.name} now`} .subject=${key.id} .disabled=${this.busy}
        @confirmed=${() => this.#revoke(key)}></hs-confirm>
    </div>`;
  }

  #create = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const days = Number(form.get("days"));
    const wish = { name: form.get("name").trim(), scopes: scopesIn(form) };
    if (days > 0) {
      wish.expiresAt = new Date(Date.now() + days * DAY_MILLIS).toISOString();
    }
    return this.#change(async () => {
      const { key, ...created } = await post("/api-keys", wish);
      this.#keepSecret(created.id, key);
      this.#keys.prepend(created);
      setUrlParams({ key: created.id });
    });
  };

  #rotate(event, { id }) {
    const graceSeconds = Number(new FormData(event.target.closest("form")).get("grace"));
    return this.#change(async () => {
      const { key, ...rotated } = await post(`/api-keys/${encodeURIComponent(id)}/rotate`, { graceSeconds });
      this.#keepSecret(rotated.id, key);
      await this.#keys.load();
      if (!this.#keys.items.some((listed) => listed.id === rotated.id)) {
        this.#keys.prepend(rotated);
      }
      setUrlParams({ key: rotated.id });
      this.querySelector(".side-panel-body")?.scrollTo(0, 0); // The panel may have been closed meanwhile.
    });
  }

  #keepSecret(id, secret) {
    this.secrets = new Map(this.secrets).set(id, secret);
  }

  #revoke({ id, name }) {
    return this.#change(async () => {
      await remove(`/api-keys/${encodeURIComponent(id)}`);
      await this.#keys.load();
      toast(`${name} is revoked`, { state: "revoked" });
    });
  }

  async #change(work) {
    this.busy = true;
    this.formProblem = null;
    try {
      await work();
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
    }
  }
}

const hasEnded = (key) => key.state === "revoked" || key.state === "expired";
const scopesOf = (key) => key.scopes.map((scope) => html`<span class="label">${scope}</span>`);
const timeColumn = (key, label, width, from, at) => ({
  key,
  label,
  width,
  from,
  value: at,
  cell: (row) => html`<hs-time .at=${at(row)} absent="never"></hs-time>`,
});

const COLUMNS = [
  { key: "name", label: "Name", width: 130, value: (key) => key.name, cell: (key) => html`<strong>${key.name}</strong>` },
  {
    key: "prefix",
    label: "Key",
    width: 210,
    from: 620,
    value: (key) => key.prefix,
    cell: (key) => html`<span class="mono muted">${key.prefix}…</span>`,
  },
  {
    key: "state",
    label: "State",
    width: 104,
    watch: true,
    value: (key) => key.state,
    cell: (key) => html`<hs-state .state=${key.state}></hs-state>`,
  },
  { key: "scopes", label: "May", width: 190, from: 820, value: (key) => key.scopes.join(" "), cell: scopesOf },
  timeColumn("created", "Created", 120, 960, (key) => key.createdAt),
  timeColumn("expires", "Expires", 110, 1080, (key) => key.expiresAt),
  timeColumn("used", "Last used", 94, 0, (key) => key.lastUsedAt),
];

const FILTERS = [{ key: "state", label: "State", value: (key) => key.state }];

/** What was ticked, and each that is of one with whom it is of. */
const scopesIn = (form) => [...form.getAll("scope"),
  ...SCOPES.filter(isOfOne).map(stemOf).filter((stem) => form.get(stem).trim()).map((stem) => stem + form.get(stem).trim())];

KeysPage.define("hs-keys-page");
document.body.append(document.createElement("hs-keys-page"));
