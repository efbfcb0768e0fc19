// <hs-schedule-form>: when a template runs by itself; the times are shown while they are typed. Emits "saved" (detail: the schedule).
import { KitElement, html, nothing } from "/kit/element.js";
import { post, put } from "/kit/api.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import { parameterFields, parameterNames, parameterValues } from "./parameters.js";
import "./fire-times.js";

const MISFIRES = [
  { word: "fire_once", meaning: "run once for all that was missed" },
  { word: "skip", meaning: "leave out what was missed" },
  { word: "catch_up", meaning: "run each missed time" },
];
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
const USUAL = { cron: "30 2 * * *", zone: HERE, parameters: {}, misfire: "fire_once", catchUpMax: 10, enabled: true };

class ScheduleForm extends KitElement {
  /** `schedule`: the one to change, or null; `templates`: those to choose from; `wanted`: the name of the chosen one. */
  static fields = { schedule: null, templates: [], wanted: null, chosen: null, times: null, refused: null, misfire: null, problem: null, busy: false };

  #before() {
    return this.schedule ?? { ...USUAL, template: this.wanted ?? this.templates[0]?.name };
  }

  template() {
    const before = this.#before();
    const { cron, zone } = this.times ?? before;
    const problem = this.problem ?? this.refused;
    const template = this.templates.find(({ name }) => name === (this.chosen ?? before.template));
    const misfire = this.misfire ?? before.misfire;
    return html`<form class="form" @submit=${this.#save} novalidate>
      ${field("template", "Template", html`<select id="field-template" name="template" autofocus @change=${(event) => (this.chosen = event.target.value)}>
        ${this.templates.map(({ name }) => html`<option value=${name} ?selected=${name === template?.name}>${name}</option>`)}</select>`, { problem })}
      <div class="field-row">
        ${field("cron", "Times", html`<input id="field-cron" name="cron" class="mono" autocomplete="off" spellcheck="false" aria-invalid=${isInvalid(problem, "cron")}
          .value=${before.cron} @input=${this.#look}>`, { problem, hint: "Minute, hour, day of month, month, day of week" })}
        ${field("zone", "Time zone", html`<input id="field-zone" name="zone" list="zones" autocomplete="off" spellcheck="false" aria-invalid=${isInvalid(problem, "zone")}
          .value=${before.zone} @input=${this.#look}><datalist id="zones">${ZONES.map((name) => html`<option value=${name}></option>`)}</datalist>`,
          { problem, hint: "Whose clocks count, summer time included" })}
      </div>
      <div class="field"><span class="label-text"><strong>Next times</strong></span>
        <hs-fire-times .cron=${cron} .zone=${zone} @times-refused=${(event) => (this.refused = event.detail?.isOutage ? null : event.detail)}></hs-fire-times></div>
      ${parameterFields(template?.parameters ?? [], { problem, given: before.parameters })}
      <div class="field-row">
        ${field("misfire", "If nobody was there at the time", html`<select id="field-misfire" name="misfire" @change=${(event) => (this.misfire = event.target.value)}>
          ${MISFIRES.map(({ word, meaning }) => html`<option value=${word} ?selected=${word === misfire}>${meaning}</option>`)}</select>`, { problem })}
        ${misfire === "catch_up" ? field("catchUpMax", "At most", html`<input id="field-catchUpMax" name="catchUpMax" type="number" min="1" max="100"
          aria-invalid=${isInvalid(problem, "catchUpMax")} .value=${before.catchUpMax}>`, { problem, hint: "The newest of them" }) : nothing}
      </div>
      <label class="choice"><input type="checkbox" name="enabled" ?checked=${before.enabled}><span><strong>On</strong> <span class="muted">it runs by itself</span></span></label>
      ${formProblem(this.problem, ["template", "cron", "zone", "misfire", "catchUpMax", ...parameterNames(template?.parameters ?? [])])}
      <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>${this.schedule ? "Save" : "Create schedule"}</button>
        ${this.schedule ? html`<span class="faint small">From now on. What was missed before is not caught up with.</span>` : nothing}</div>
    </form>`;
  }

  #look = (event) => {
    const form = new FormData(event.target.form);
    this.problem = null;
    this.times = { cron: form.get("cron"), zone: form.get("zone") };
  };

  #save = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const catchUpMax = form.get("catchUpMax");
    const wish = {
      template: form.get("template"),
      cron: form.get("cron"),
      zone: form.get("zone"),
      parameters: parameterValues(form),
      misfire: form.get("misfire"),
      catchUpMax: catchUpMax === null ? this.#before().catchUpMax : Number(catchUpMax),
      enabled: form.has("enabled"),
    };
    this.busy = true;
    this.problem = null;
    try {
      this.emit("saved", await (this.schedule ? put(`/schedules/${encodeURIComponent(this.schedule.id)}`, wish) : post("/schedules", wish)));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  };
}

ScheduleForm.define("hs-schedule-form");
