// <hs-template-form>: a job with parameters, to be ordered again and again. Emits "saved" (detail: the template).
import { KitElement, html, nothing, repeat } from "/kit/element.js";
import { Problem, put } from "/kit/api.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import * as icons from "/kit/icons.js";
import { hasDefault, meant, written } from "./parameters.js";

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const EXAMPLE = {
  parameters: [{ name: "day", defaultValue: "today", description: "which day to add up" }],
  job: {
    name: "nightly ${day}",
    tasks: [
      { id: "fetch", queue: "reports", payload: { day: "${day}" } },
      { id: "report", queue: "reports", dependsOn: ["fetch"], maxRetries: 3 },
    ],
  },
};

class TemplateForm extends KitElement {
  /** `subject`: the template to change, or null; `parameters`: the rows as they are now. */
  static fields = { subject: null, parameters: [], problem: null, busy: false };

  template() {
    const { subject, problem } = this;
    const { description = "", job } = subject ?? EXAMPLE;
    return html`<form class="form" @submit=${this.#save} novalidate>
      ${subject ? nothing : field("name", "Name", html`<input id="field-name" name="name" class="mono" maxlength="40" autocomplete="off" spellcheck="false" autofocus
        aria-invalid=${isInvalid(problem, "name")} placeholder="nightly-report">`, { problem, hint: "a-z, 0-9, _ and -. Programs and schedules run it by this name." })}
      ${field("description", "What it does", html`<input id="field-description" name="description" maxlength="500" autocomplete="off"
        aria-invalid=${isInvalid(problem, "description")} .value=${description ?? ""}>`, { problem })}
      <fieldset class="field">
        <legend>Parameters</legend>
        ${repeat(this.parameters, ({ key }) => key, (parameter, index) => this.#row(parameter, index))}
        <div class="form-actions"><button class="button" type="button" @click=${this.#add}>${icons.plus}Add a parameter</button>
          <span class="faint small">One without a default must be given by each run.</span></div>
      </fieldset>
      ${field("job", "Job", html`<textarea id="field-job" name="job" class="code" spellcheck="false" aria-invalid=${isInvalid(problem, "job")}
        .value=${JSON.stringify(job, null, 2)}></textarea>`, { problem, hint: "As POST /jobs takes it, without jobId. ${name} stands for a parameter; fireTime is always known." })}
      ${formProblem(problem, ["name", "description", "job", ...this.parameters.map((_, index) => `parameters/${index}/name`)])}
      <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>${subject ? "Save" : "Create template"}</button>
        ${subject ? html`<span class="faint small">Jobs that were ordered before stay as they are.</span>` : nothing}</div>
    </form>`;
  }

  #keys = 0;

  connectedCallback() {
    this.parameters = (this.subject ?? EXAMPLE).parameters.map((parameter) => this.#keyed(parameter));
    super.connectedCallback();
  }

  /** A row keeps its fields when one above it goes. */
  #keyed = (parameter) => ({ ...parameter, key: ++this.#keys });

  #row(parameter, index) {
    const at = `parameters/${index}/name`;
    const error = this.problem?.field(`/${at}`);
    return html`<div class="parameter-row ${error ? "invalid" : ""}">
      <input name="parameter" class="mono" aria-label="Name of parameter ${index + 1}" aria-invalid=${isInvalid(this.problem, at)} placeholder="name" .value=${parameter.name}>
      <input name="default" aria-label="Default of parameter ${index + 1}" placeholder="default" .value=${hasDefault(parameter) ? written(parameter.defaultValue) : ""}>
      <input name="meaning" aria-label="Meaning of parameter ${index + 1}" placeholder="what it means" .value=${parameter.description ?? ""}>
      <button class="button quiet icon-only" type="button" aria-label="Remove parameter ${index + 1}" @click=${(event) => this.#remove(event, index)}>${icons.close}</button>
      ${error ? html`<p class="field-error" role="alert">${error}</p>` : nothing}
    </div>`;
  }

  #add = (event) => {
    this.parameters = [...this.#typed(event), this.#keyed({ name: "", defaultValue: null, description: "" })];
  };

  #remove(event, index) {
    this.parameters = this.#typed(event).filter((_, at) => at !== index);
  }

  #typed(event) {
    const typed = parametersIn(new FormData(event.target.closest("form")));
    return typed.map((parameter, index) => ({ ...parameter, key: this.parameters[index].key }));
  }

  #save = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    this.busy = true;
    this.problem = null;
    this.parameters = this.#typed(event);
    try {
      this.emit("saved", await put(`/templates/${encodeURIComponent(this.#nameIn(form))}`, {
        description: form.get("description") || null,
        parameters: parametersIn(form),
        job: jobIn(form.get("job")),
      }));
    } catch (problem) {
      this.problem = atFields(problem);
    } finally {
      this.busy = false;
    }
  };

  /** Checked here, because it becomes a part of the address. */
  #nameIn(form) {
    const name = this.subject?.name ?? form.get("name").trim();
    if (!NAME.test(name)) {
      throw new Problem(400, { errors: [{ pointer: "/name", detail: "must be 1 to 40 of a-z, 0-9, _ and -, not beginning with _ or -" }] });
    }
    return name;
  }
}

function parametersIn(form) {
  const [names, defaults, meanings] = ["parameter", "default", "meaning"].map((name) => form.getAll(name));
  return names.map((name, index) => ({
    name: name.trim(),
    defaultValue: defaults[index] === "" ? null : meant(defaults[index]),
    description: meanings[index] || null,
  }));
}

function jobIn(text) {
  try {
    return JSON.parse(text);
  } catch (unreadable) {
    throw new Problem(400, { errors: [{ pointer: "/job", detail: `This is not JSON: ${unreadable.message}` }] });
  }
}

/** What the service says about the order inside (its tasks, a cycle) belongs to the field with the order. */
function atFields(problem) {
  const errors = problem.errors.map((error) => {
    const isKnown = !error.pointer || /^\/(name|description|job$|parameters\/\d+\/name)/.test(error.pointer);
    return isKnown ? error : { pointer: "/job", detail: `${error.pointer.replace(/^\/job(?=\/)/, "")}: ${error.detail}` };
  });
  return new Problem(problem.status, { ...problem, errors: joined(errors) });
}

/** A field shows one text. */
function joined(errors) {
  const byPlace = Map.groupBy(errors, ({ pointer }) => pointer);
  return [...byPlace].map(([pointer, at]) => ({ pointer, detail: at.map(({ detail }) => detail).join("; ") }));
}

TemplateForm.define("hs-template-form");
