// <hs-new-job>: a job as text, looked at before it is submitted.
import { KitElement, html, nothing } from "/kit/element.js";
import { postText } from "/kit/api.js";
import { field, formProblem } from "/kit/form.js";
import { plural } from "/kit/format.js";
import { shapeOf } from "/kit/state.js";

class NewJob extends KitElement {
  static fields = { problem: null, checked: null, busy: false };

  #begun = false;

  /** Whoever opens it reads from the beginning: with a value the cursor is at its end, which would be scrolled to. */
  rendered() {
    if (!this.#begun) {
      this.#begun = true;
      this.querySelector("textarea").setSelectionRange(0, 0);
    }
  }

  template() {
    return html`<form class="form" @submit=${this.#submit} @input=${this.#onChange} novalidate>
      ${field("source", "YAML, JSON or WfFormat", html`<textarea id="field-source" name="source" class="code" spellcheck="false" autofocus
        .value=${EXAMPLE}></textarea>`, { hint: HINT })}
      <div class="field-row">
        ${field("file", "Or from a file", html`<input id="field-file" type="file" accept=".json,.yaml,.yml,application/json,application/yaml" @change=${this.#open}>`)}
        ${field("queue", "Queue", html`<input id="field-queue" name="queue" autocomplete="off" placeholder="default">`, { hint: "Of tasks that name none; noop needs no worker" })}
      </div>
      ${formProblem(this.problem, [])}
      ${this.checked ? this.#found() : nothing}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>Submit job</button>
        <button class="button" type="button" ?disabled=${this.busy} @click=${this.#check}>Check</button>
        <span class="faint small">Checking stores nothing.</span>
      </div>
    </form>`;
  }

  #found() {
    const { name, tasks, dependencies, levels, roots, queues } = this.checked;
    return html`<div class="checked" role="status"><p>${shapeOf("done")} <strong class="good">It would be taken${name ? `: ${name}` : ""}</strong></p>
      <p>${plural(tasks, "task")}, ${plural(dependencies, "dependency", "dependencies")}, ${plural(levels, "level")}; ${roots === 1 ? "one task" : `${roots} tasks`} can begin at once.
        ${queues.length === 1 ? "Queue" : "Queues"}: ${queues.map((queue) => html`<span class="label mono">${queue}</span>`)}</p></div>`;
  }

  /** What was found out holds for what was written then. */
  #onChange = () => Object.assign(this, { problem: null, checked: null });

  #open = async (event) => {
    const [file] = event.target.files;
    if (file) {
      this.querySelector("textarea").value = await file.text();
      this.#onChange();
    }
  };

  #check = (event) => this.#send("/jobs/check", event.target.form, (checked) => (this.checked = checked));

  #submit = (event) => {
    event.preventDefault();
    return this.#send("/jobs/import", event.target, ({ jobId }) => location.assign(`/job.html?id=${encodeURIComponent(jobId)}`));
  };

  async #send(path, form, then) {
    const given = new FormData(form);
    const source = given.get("source");
    const queue = given.get("queue").trim();
    Object.assign(this, { busy: true, problem: null, checked: null });
    try {
      const type = source.trimStart().startsWith("{") ? "application/json" : "application/yaml";
      then(await postText(queue ? `${path}?queue=${encodeURIComponent(queue)}` : path, source, type));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  }
}

/** A way out that leaves what was typed. */
const HINT = html`Every task names the tasks it comes <code>after</code>. It may have <code>queue</code>, <code>payload</code>,
  <code>retries</code>, <code>backoff</code>, <code>timeout</code>, <code>lease</code>, <code>priority</code>, a <code>rule</code>, a condition
  (<code>when</code>) and <code>delayUntil</code>: <a href="/api.html?call=submitJob" target="_blank" rel="noopener">all fields, as JSON</a>.`;

/** Runs without any worker: a new installation has none. */
const EXAMPLE = `name: nightly report
queue: noop   # ends at once, needs no worker
tasks:
  fetch:
    queue: delay
    payload: {duration: PT3S}
  clean:
    after: fetch
  count:
    after: fetch
    retries: 3
  report:
    after: [clean, count]
`;

NewJob.define("hs-new-job");
