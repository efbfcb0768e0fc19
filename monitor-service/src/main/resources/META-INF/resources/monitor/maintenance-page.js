// <hs-maintenance-page>: when alerts are muted, for which monitors.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { currentSession, get, post, put, remove } from "/kit/api.js";
import { duration, stamp } from "/kit/format.js";
import * as icons from "/kit/icons.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { isId, meantBy, written } from "./names.js";
import { isoDuration, millisOf } from "./words.js";
import "/kit/confirm.js";
import "/kit/side-panel.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const NEW = "new";
const DAYS = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const dayName = (day) => day[0] + day.slice(1, 3).toLowerCase();
const STATES = { active: "maintenance", scheduled: "unknown", ended: "unknown" };

class MaintenancePage extends KitElement {
  static fields = { windows: null, problem: null, formProblem: null, weekly: null, busy: false, mayWrite: false };

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    currentSession().then((session) => (this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin")), () => {});
  }

  #load = async () => {
    try {
      this.windows = (await get("/maintenance?limit=500", { quiet: true })).items;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  };

  template() {
    return html`
      <hs-top-bar .service=${service}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div><h1>Maintenance</h1><p>Checks go on and incidents are recorded; only the alerts stay silent. What is still down when a window ends is told then.</p></div>
          ${this.mayWrite ? html`<button class="button primary" type="button" @click=${() => this.#open(NEW)}>${icons.plus}Plan a window</button>` : nothing}
        </div>
        <hs-table name="w" label="maintenance windows" opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.windows} .problem=${this.problem}
          .onProblem=${{ retry: this.#load, needs: "read" }} .empty=${this.#empty} @row-open=${(event) => this.#open(event.detail.id)}></hs-table>
      </main>
      <hs-side-panel param="window" .content=${(id) => this.#panel(id)} .of=${this.windows}></hs-side-panel>`;
  }

  #empty = {
    heading: "No maintenance is planned",
    text: "Plan a window before you take something down, and nobody is woken by it.",
    action: { label: "Plan a window", run: () => this.#open(NEW) },
  };

  #open(id) {
    this.formProblem = null;
    this.weekly = null;
    setUrlParams({ window: id }, { push: urlParam("window") === null });
  }

  #panel(id) {
    if (id === NEW) {
      return { heading: "Plan a window", body: this.#form(null) };
    }
    const found = this.windows?.find((candidate) => candidate.id === id);
    if (!found) {
      return this.windows ? { heading: "Maintenance", body: html`<hs-notice heading="There is no such window"></hs-notice>` } : null;
    }
    return {
      heading: found.name,
      body: html`
        <dl class="facts">
          <dt>State</dt><dd><hs-state .state=${STATES[found.state]} .word=${found.state}></hs-state></dd>
          ${found.current ? html`<dt>Ends</dt><dd><hs-time .at=${found.current.to}></hs-time></dd>` : nothing}
          ${found.next ? html`<dt>Next</dt><dd>${stamp(found.next.from)}, for ${duration(Date.parse(found.next.to) - Date.parse(found.next.from))}</dd>` : nothing}
          <dt>Planned by</dt><dd>${found.createdBy}</dd>
        </dl>
        ${this.mayWrite ? html`${this.#form(found)}
          <div class="danger-zone">
            <div><h3>Remove</h3><p class="muted">It mutes nothing from now on.</p></div>
            <hs-confirm label="Remove" danger .sure=${`Remove ${found.name}`} .subject=${found.id} @confirmed=${() => this.#remove(found)}></hs-confirm>
          </div>` : nothing}`,
    };
  }

  #form(window) {
    const weekly = this.weekly ?? Boolean(window?.weekly);
    const problem = this.formProblem;
    const error = (pointer) => (problem?.field(pointer) ? html`<p class="field-error" role="alert">${problem.field(pointer)}</p>` : nothing);
    return html`<form class="form" @submit=${(event) => this.#save(event, window)} novalidate>
      <div class="field"><label for="w-name">Name</label>
        <input id="w-name" name="name" maxlength="80" autocomplete="off" .value=${window?.name ?? ""} placeholder="database upgrade">${error("/name")}</div>
      <div class="segments" role="group" aria-label="How often">
        <button type="button" aria-pressed=${!weekly} @click=${() => (this.weekly = false)}>Once</button>
        <button type="button" aria-pressed=${weekly} @click=${() => (this.weekly = true)}>Every week</button>
      </div>
      ${weekly ? this.#weeklyFields(window?.weekly, error) : this.#onceFields(window, error)}
      <div class="field"><label for="w-tags">Monitors with these tags</label>
        <input id="w-tags" name="tags" autocomplete="off" .value=${(window?.tags ?? []).join(", ")} placeholder="all monitors">${error("/tags")}</div>
      <div class="field"><label for="w-monitors">Monitors</label>
        <input id="w-monitors" name="monitors" autocomplete="off" .value=${window ? writtenOf(window).join(", ") : ""} placeholder="shop front, checkout">
        <p class="field-hint">By name. With neither tags nor monitors, the window covers all monitors.</p>${error("/monitorIds")}</div>
      ${problem && problem.errors.length === 0 ? html`<p class="form-problem" role="alert">${problem.message}</p>` : nothing}
      <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>${window ? "Save" : "Plan it"}</button></div>
    </form>`;
  }

  #onceFields(window, error) {
    const from = window?.from ?? new Date(Math.ceil(Date.now() / 900_000) * 900_000).toISOString();
    const to = window?.to ?? new Date(Date.parse(from) + 3_600_000).toISOString();
    return html`<div class="field-row">
      <div class="field"><label for="w-from">From (UTC)</label><input id="w-from" name="from" type="datetime-local" .value=${from.slice(0, 16)}>${error("/from")}</div>
      <div class="field"><label for="w-to">To (UTC)</label><input id="w-to" name="to" type="datetime-local" .value=${to.slice(0, 16)}>${error("/to")}</div>
    </div>`;
  }

  #weeklyFields(weekly, error) {
    const zone = weekly?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    return html`<fieldset class="field"><legend>On</legend>
        <div class="days">${DAYS.map((day) => html`<label class="choice"><input type="checkbox" name="days" value=${day} ?checked=${weekly?.days.includes(day) ?? day === "SUNDAY"}>${dayName(day)}</label>`)}</div>
        ${error("/weekly/days")}</fieldset>
      <div class="field-row">
        <div class="field"><label for="w-start">At</label><input id="w-start" name="start" type="time" .value=${weekly?.start?.slice(0, 5) ?? "02:00"}>${error("/weekly/start")}</div>
        <div class="field"><label for="w-minutes">For (minutes)</label><input id="w-minutes" name="minutes" type="number" min="1" .value=${String(millisOf(weekly?.duration ?? "PT1H") / 60_000)}>${error("/weekly/duration")}</div>
        <div class="field"><label for="w-zone">By the clocks of</label><input id="w-zone" name="zone" autocomplete="off" .value=${zone}>${error("/weekly/zone")}</div>
      </div>`;
  }

  #save = async (event, window) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const list = (name) => form.get(name).split(",").map((text) => text.trim()).filter(Boolean);
    const utc = (name) => (form.get(name) ? `${form.get(name)}:00Z` : null);
    const wish = { name: form.get("name").trim(), tags: list("tags") };
    Object.assign(wish, form.has("start")
      ? { weekly: { days: form.getAll("days"), start: form.get("start"), duration: isoDuration(Number(form.get("minutes")) * 60_000), zone: form.get("zone").trim() } }
      : { from: utc("from"), to: utc("to") });
    this.busy = true;
    this.formProblem = null;
    try {
      wish.monitorIds = await idsOf(list("monitors"));
      const saved = window ? await put(`/maintenance/${encodeURIComponent(window.id)}`, wish) : await post("/maintenance", wish);
      await this.#load();
      setUrlParams({ window: null });
      toast(`${saved.name} is ${window ? "changed" : "planned"}`, { state: "maintenance" });
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
    }
  };

  #remove = async ({ id, name }) => {
    try {
      await remove(`/maintenance/${encodeURIComponent(id)}`);
      setUrlParams({ window: null });
      await this.#load();
      toast(`${name} is removed`);
    } catch (problem) {
      this.formProblem = problem;
    }
  };
}

const textsOf = ({ monitorIds, monitors }, text) => monitorIds.map((id) => {
  const monitor = monitors.find((candidate) => candidate.id === id);
  return monitor ? text(monitor) : id;
});

const namesOf = (window) => textsOf(window, (monitor) => monitor.name);

const writtenOf = (window) => textsOf(window, (monitor) => written(monitor, /,/));

const coveredBy = (window) => [...window.tags, ...namesOf(window)].join(", ") || "all monitors";

/** Who is meant, by name or by id; a name that nobody has is left for the service to refuse. */
async function idsOf(names) {
  return Promise.all(names.map(async (name) => {
    const { items } = isId(name) ? { items: [] } : await get(`/monitors?limit=500&name=${encodeURIComponent(name)}`);
    return meantBy(name, items)?.id ?? name;
  }));
}

function whenOf({ from, to, weekly }) {
  return weekly
    ? `${weekly.days.map(dayName).join(", ")} ${weekly.start.slice(0, 5)} ${weekly.zone}, ${duration(millisOf(weekly.duration))}`
    : `${stamp(from).slice(0, 16)} UTC, ${duration(Date.parse(to) - Date.parse(from))}`;
}

const COLUMNS = [
  { key: "state", label: "State", width: 130, value: (window) => window.state, cell: (window) => html`<hs-state .state=${STATES[window.state]} .word=${window.state}></hs-state>` },
  { key: "name", label: "Name", value: (window) => window.name, cell: (window) => html`<strong>${window.name}</strong>` },
  { key: "when", label: "When", from: 640, value: whenOf },
  { key: "covers", label: "Covers", from: 900, value: coveredBy },
  { key: "next", label: "Next", width: 110, value: (window) => (window.next ? Date.parse(window.next.from) : null), cell: (window) => html`<hs-time .at=${window.next?.from ?? null} absent="never"></hs-time>` },
];
const FILTERS = [{ key: "state", label: "State", value: (window) => window.state }];

MaintenancePage.define("hs-maintenance-page");
document.body.append(document.createElement("hs-maintenance-page"));
