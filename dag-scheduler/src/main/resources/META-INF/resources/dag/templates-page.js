// <hs-templates-page>: jobs that are ordered again and again: by hand with parameters, or by a schedule.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post, put, remove } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { formProblem } from "/kit/form.js";
import { plural } from "/kit/format.js";
import * as icons from "/kit/icons.js";
import { Poll } from "/kit/poll.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { getAll } from "./all-pages.js";
import { parameterFields, parameterNames, parameterValues } from "./parameters.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/notice.js";
import "/kit/side-panel.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";
import "./fire-times.js";
import "./schedule-form.js";
import "./template-form.js";

const PERIOD_MILLIS = 5000;
const TEMPLATE = "template";
const SCHEDULE = "schedule";

class TemplatesPage extends KitElement {
  static fields = { templates: null, schedules: null, fires: new Map(), problem: null, formProblem: null, busy: false };

  #poll = new Poll(lists, { periodMillis: PERIOD_MILLIS });

  connectedCallback() {
    super.connectedCallback();
    document.title = "Templates · dag · Hotstate";
    this.#poll.addEventListener("values", (event) => Object.assign(this, event.detail));
    this.#poll.addEventListener("state", () => (this.problem = this.#poll.problem));
    this.#poll.start();
  }

  disconnectedCallback() {
    this.#poll.stop();
    super.disconnectedCallback();
  }

  template() {
    const onProblem = { persistent: true, retry: this.#poll.now, needs: "read", curl: curl("/templates") };
    const { templates, schedules } = this;
    return html`
      <hs-top-bar .service=${service} .stream=${this.#poll} .find=${this.#find}></hs-top-bar>
      <main class="page">
        <div class="page-head"><div>
          <h1>Templates and schedules</h1>
          <p>A template is a job with parameters. A schedule orders it by itself, at times of a clock in its own time zone.</p>
        </div></div>
        <section class="section" aria-labelledby="schedules-heading">
          <div class="section-head"><h2 id="schedules-heading">Schedules</h2>
            ${templates?.length ? html`<button class="button primary" type="button" @click=${() => this.#edit(SCHEDULE)}>${icons.plus}New schedule</button>` : nothing}</div>
          <hs-table name="schedules" label="schedules" opens .columns=${SCHEDULE_COLUMNS} .rows=${schedules}
            .problem=${schedules === null ? this.problem : null} .onProblem=${onProblem} .empty=${this.#noSchedules()}
            @row-open=${(event) => this.#open({ schedule: event.detail.id })}></hs-table>
        </section>
        <section class="section" aria-labelledby="templates-heading">
          <div class="section-head"><h2 id="templates-heading">Templates</h2>
            <button class="button" type="button" @click=${() => this.#edit(TEMPLATE)}>${icons.plus}New template</button></div>
          <hs-table name="templates" label="templates" searchable opens .columns=${TEMPLATE_COLUMNS} .rows=${templates} .rowKey=${(row) => row.name}
            .problem=${templates === null ? this.problem : null} .onProblem=${onProblem} .empty=${this.#noTemplates}
            @row-open=${(event) => this.#open({ template: event.detail.name })}></hs-table>
        </section>
      </main>
      <hs-side-panel param="template" .content=${this.#templatePanel} .of=${[templates, schedules, this.busy, this.formProblem]}></hs-side-panel>
      <hs-side-panel param="schedule" .content=${this.#schedulePanel} .of=${[schedules, this.fires, this.busy]}></hs-side-panel>
      <hs-side-panel param="edit" .content=${this.#editPanel} .of=${[templates, schedules]}></hs-side-panel>`;
  }

  #noTemplates = {
    heading: "No template yet",
    text: "A template is a job in which ${name} stands for a parameter. Write one here, or put it with one request:",
    curl: curl("/templates/nightly", { method: "PUT", body: { parameters: [{ name: "day", defaultValue: "today" }],
      job: { name: "nightly ${day}", tasks: [{ id: "a", payload: { day: "${day}" } }] } } }),
    action: { label: "New template", run: () => this.#edit(TEMPLATE) },
  };

  #noSchedules() {
    return this.templates?.length
      ? { heading: "Nothing runs by itself", text: "A schedule runs a template at times of a clock.", action: { label: "New schedule", run: () => this.#edit(SCHEDULE) } }
      : { heading: "Nothing runs by itself", text: "A schedule runs a template at times of a clock. Write a template first." };
  }

  #find = (text) => {
    const words = text.toLowerCase();
    return (this.templates ?? []).filter(({ name }) => name.includes(words))
      .map(({ name }) => ({ label: name, hint: "template", href: `/templates.html?template=${encodeURIComponent(name)}` }));
  };

  /** One panel at a time; the first one is a step that Back undoes. */
  #open(params) {
    this.formProblem = null;
    const isFirst = ["template", "schedule", "edit"].every((name) => urlParam(name) === null);
    setUrlParams({ template: null, schedule: null, edit: null, ...params }, { push: isFirst });
    if (params.schedule) {
      this.#loadFires(params.schedule);
    }
  }

  /** `kind` alone makes a new one. */
  #edit(kind, id = null) {
    this.#open({ edit: id === null ? kind : `${kind}:${id}` });
  }

  async #loadFires(id) {
    const page = await get(`/schedules/${encodeURIComponent(id)}/fires?limit=20`, { quiet: true }).catch(() => ({ items: [] }));
    this.fires = new Map(this.fires).set(id, page.items);
  }

  // A template

  #templatePanel = (name) => {
    const template = this.templates?.find((candidate) => candidate.name === name);
    if (!template) {
      return this.templates ? { heading: name, body: html`<hs-notice heading="There is no such template"></hs-notice>` } : null;
    }
    const uses = (this.schedules ?? []).filter((schedule) => schedule.template === name);
    return { heading: name, body: html`${this.#runForm(template)}
      <section class="section"><h3>Schedules</h3>${uses.length === 0 ? html`<p class="faint">None runs it by itself.</p>`
        : html`<ul class="reasons">${uses.map((schedule) => html`<li><a href="/templates.html?schedule=${encodeURIComponent(schedule.id)}"><code>${schedule.cron}</code> in ${schedule.zone}</a>
          ${schedule.enabled ? html`<span class="faint">next <hs-time .at=${schedule.nextFireAt ?? null} absent="never"></hs-time></span>` : html`<span class="faint">off</span>`}</li>`)}</ul>`}</section>
      <section class="section"><h3>Job</h3><hs-code label="Job" .text=${JSON.stringify(template.job, null, 2)}></hs-code>
        <p class="faint small">Version ${template.version}, changed <hs-time .at=${template.changedAt}></hs-time> by ${template.changedBy}</p></section>
      <div class="form-actions danger-zone">
        <button class="button" type="button" @click=${() => this.#edit(TEMPLATE, name)}>Change</button>
        <hs-confirm label="Delete" danger .sure=${`Delete ${name}`} .subject=${name} .disabled=${this.busy || uses.length > 0}
          @confirmed=${() => this.#delete(`/templates/${encodeURIComponent(name)}`, name)}></hs-confirm>
        ${uses.length > 0 ? html`<span class="faint small">It can be deleted once no schedule runs it.</span>` : nothing}
      </div>` };
  };

  #runForm(template) {
    const problem = this.formProblem;
    return html`
      ${template.description ? html`<p>${template.description}</p>` : nothing}
      <form class="form" @submit=${(event) => this.#run(event, template)} novalidate>
        ${parameterFields(template.parameters, { problem })}
        ${formProblem(problem, parameterNames(template.parameters))}
        <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>Run now</button></div>
      </form>`;
  }

  #run = async (event, template) => {
    event.preventDefault();
    const parameters = parameterValues(new FormData(event.target));
    this.busy = true;
    this.formProblem = null;
    try {
      goToJob(await post(`/templates/${encodeURIComponent(template.name)}/runs`, { parameters }));
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
    }
  };

  // A schedule

  #schedulePanel = (id) => {
    const schedule = this.schedules?.find((candidate) => candidate.id === id);
    if (!schedule) {
      return this.schedules ? { heading: id, body: html`<hs-notice heading="There is no such schedule"></hs-notice>` } : null;
    }
    if (!this.fires.has(id)) {
      this.#loadFires(id);
    }
    return { heading: schedule.template, body: html`
      ${scheduleFacts(schedule)}
      <div class="form-actions">
        <button class="button primary" type="button" ?disabled=${this.busy} @click=${() => this.#trigger(schedule)}>Run once now</button>
        <button class="button" type="button" ?disabled=${this.busy} @click=${() => this.#enable(schedule, !schedule.enabled)}>${schedule.enabled ? "Turn off" : "Turn on"}</button>
        <button class="button" type="button" @click=${() => this.#edit(SCHEDULE, id)}>Change</button>
      </div>
      <section class="section"><h3>${schedule.enabled ? "Next times" : "It is off. Turned on, it would run"}</h3>
        <hs-fire-times .cron=${schedule.cron} .zone=${schedule.zone}></hs-fire-times></section>
      ${fireList(this.fires.get(id) ?? [])}
      <div class="danger-zone"><hs-confirm label="Delete schedule" danger .sure=${`Stop running ${schedule.template}`} .subject=${id} .disabled=${this.busy}
        @confirmed=${() => this.#delete(`/schedules/${encodeURIComponent(id)}`, `The schedule of ${schedule.template}`)}></hs-confirm>
        <p class="faint small">The jobs that it ordered stay.</p></div>` };
  };

  #trigger(schedule) {
    return this.#change(async () => goToJob(await post(`/schedules/${encodeURIComponent(schedule.id)}/trigger`)));
  }

  #enable(schedule, enabled) {
    const { template, cron, zone, parameters, misfire, catchUpMax } = schedule;
    return this.#change(async () => {
      await put(`/schedules/${encodeURIComponent(schedule.id)}`, { template, cron, zone, parameters, misfire, catchUpMax, enabled });
      toast(`The schedule of ${template} is ${enabled ? "on" : "off"}`, { undo: () => this.#enable(schedule, !enabled) });
      await this.#poll.now();
    });
  }

  #delete(path, name) {
    return this.#change(async () => {
      await remove(path);
      setUrlParams({ template: null, schedule: null });
      toast(`${name} is deleted`);
      await this.#poll.now();
    });
  }

  async #change(work) {
    this.busy = true;
    try {
      await work();
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    } finally {
      this.busy = false;
    }
  }

  // Forms

  #editPanel = (what) => {
    if (!this.templates || !this.schedules) {
      return null;
    }
    const [kind, id = null] = what.split(":");
    return kind === SCHEDULE ? this.#editSchedule(id) : this.#editTemplate(id);
  };

  #editTemplate(name) {
    const subject = this.templates.find((template) => template.name === name) ?? null;
    return { heading: subject ? `Change ${name}` : "New template", body: html`<hs-template-form .subject=${subject}
      @saved=${(event) => this.#onSaved({ template: event.detail.name }, `${event.detail.name} is saved`)}></hs-template-form>` };
  }

  #editSchedule(id) {
    const schedule = this.schedules.find((candidate) => candidate.id === id) ?? null;
    return { heading: schedule ? `Change when ${schedule.template} runs` : "New schedule", body: html`<hs-schedule-form .schedule=${schedule} .templates=${this.templates}
      @saved=${(event) => this.#onSaved({ schedule: event.detail.id }, `${event.detail.template} is scheduled`)}></hs-schedule-form>` };
  }

  async #onSaved(params, message) {
    toast(message);
    await this.#poll.now();
    this.#open(params);
  }
}

async function lists() {
  const [templates, schedules] = await Promise.all([getAll("/templates"), getAll("/schedules")]);
  return { templates, schedules };
}

function goToJob({ jobId }) {
  location.assign(`/job.html?id=${encodeURIComponent(jobId)}`);
}

function scheduleFacts(schedule) {
  const parameters = Object.entries(schedule.parameters);
  return html`<dl class="facts">
    <dt>State</dt><dd><hs-state .state=${health(schedule)} .word=${onOrOff(schedule)}></hs-state></dd>
    <dt>Times</dt><dd><code>${schedule.cron}</code> in ${schedule.zone}</dd>
    <dt>If it was missed</dt><dd>${{ skip: "it is left out", fire_once: "the latest runs once", catch_up: `up to ${schedule.catchUpMax} run` }[schedule.misfire]}</dd>
    ${parameters.map(([name, value]) => html`<dt class="mono">${name}</dt><dd class="mono">${JSON.stringify(value)}</dd>`)}
    <dt>Changed</dt><dd><hs-time .at=${schedule.changedAt}></hs-time> by ${schedule.changedBy}</dd>
  </dl>`;
}

const FIRE_STATES = { refused: "failed", submitted: "done", pending: "running" };

function fireList(fires) {
  return html`<section class="section"><h3>Runs</h3>${fires.length === 0 ? html`<p class="faint">It has not run by itself yet.</p>`
    : html`<ol class="reasons">${fires.map((fire) => html`<li><hs-state .state=${FIRE_STATES[fire.state]} .word=${fire.state}></hs-state>
      <hs-time .at=${fire.fireAt}></hs-time> <a class="mono" href="/job.html?id=${encodeURIComponent(fire.jobId)}">${fire.jobId}</a>
      ${fire.detail ? html`<br><span class="bad">${fire.detail}</span>` : nothing}</li>`)}</ol>`}</section>`;
}

// On, and its last time gave no job: it will go on like that.
const isRefused = (schedule) => schedule.enabled && schedule.lastFire === "refused";
const health = (schedule) => (isRefused(schedule) ? "failed" : schedule.enabled ? "up" : "unknown");
const onOrOff = (schedule) => (isRefused(schedule) ? "refused" : schedule.enabled ? "on" : "off");

const SCHEDULE_COLUMNS = [
  { key: "template", label: "Template", width: 180, value: (row) => row.template, cell: (row) => html`<strong>${row.template}</strong>` },
  { key: "state", label: "State", width: 80, watch: true, value: onOrOff,
    cell: (row) => html`<hs-state .state=${health(row)} .word=${onOrOff(row)}></hs-state>` },
  { key: "cron", label: "Times", width: 150, from: 480, value: (row) => row.cron, cell: (row) => html`<code>${row.cron}</code>` },
  { key: "zone", label: "Time zone", width: 180, from: 700, value: (row) => row.zone },
  { key: "parameters", label: "With", from: 900, value: (row) => given(row.parameters) },
  { key: "next", label: "Next", width: 120, value: (row) => row.nextFireAt ?? null, cell: (row) => html`<hs-time .at=${row.nextFireAt ?? null} absent="never"></hs-time>` },
];

const given = (parameters) => Object.entries(parameters).map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ");

const TEMPLATE_COLUMNS = [
  { key: "name", label: "Template", width: 180, value: (row) => row.name, cell: (row) => html`<strong>${row.name}</strong>` },
  { key: "description", label: "What it does", from: 620, value: (row) => row.description ?? "" },
  { key: "parameters", label: "Parameters", width: 200, from: 820, value: (row) => row.parameters.map((parameter) => parameter.name).join(", ") },
  { key: "tasks", label: "Tasks", width: 90, value: (row) => row.job?.tasks?.length ?? 0, cell: (row) => plural(row.job?.tasks?.length ?? 0, "task") },
  { key: "changed", label: "Changed", width: 110, from: 480, value: (row) => row.changedAt, cell: (row) => html`<hs-time .at=${row.changedAt}></hs-time>` },
];

TemplatesPage.define("hs-templates-page");
document.body.append(document.createElement("hs-templates-page"));
