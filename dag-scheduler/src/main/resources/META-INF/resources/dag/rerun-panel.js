// <hs-rerun-panel>: an ended job once more: what failed, all of it, or one task and what depends on it. Emits "rerun-begun".
import { KitElement, html, nothing } from "/kit/element.js";
import { get, post } from "/kit/api.js";
import { field, formProblem, isInvalid } from "/kit/form.js";
import { plural } from "/kit/format.js";

const SUGGESTED_MAX = 20;

class RerunPanel extends KitElement {
  /** `subject`: the job as GET /jobs/{id}/states tells it. */
  static fields = { job: "", subject: null, scope: null, found: [], problem: null, busy: false };

  template() {
    const { tally } = this.subject;
    const failed = (tally.FAILED ?? 0) + (tally.CANCELLED ?? 0);
    const scope = this.scope ?? (failed > 0 ? "failed" : "all");
    const total = Object.values(tally).reduce((sum, tasks) => sum + tasks, 0);
    return html`<form class="form" @submit=${this.#submit} novalidate>
      <fieldset class="field">
        <legend>What runs again</legend>
        ${this.#choice("failed", scope, "What failed or was cancelled", failed > 0 ? `${plural(failed, "task")} and all that depends on them; the rest stays` : "nothing did", failed === 0)}
        ${this.#choice("task", scope, "From a task on", "it and all that depends on it; the rest stays")}
        ${this.#choice("all", scope, "All of it", `${plural(total, "task")}; their results are forgotten`)}
      </fieldset>
      ${scope === "task" ? field("fromTask", "Task", html`<input id="field-fromTask" name="fromTask" class="mono" list="tasks-found" autocomplete="off" spellcheck="false"
        aria-invalid=${isInvalid(this.problem, "fromTask")} @input=${this.#suggest}><datalist id="tasks-found">${this.found.map((task) => html`<option value=${task.id}>${task.label}</option>`)}</datalist>`,
        { problem: this.problem, hint: "Part of its name shows which there are." }) : nothing}
      ${this.problem?.field("/deadline") ? this.#deadline() : nothing}
      ${formProblem(this.problem, ["fromTask", "deadline"])}
      <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>Run ${this.subject.name} again</button></div>
    </form>`;
  }

  #choice(value, scope, label, meaning, disabled = false) {
    return html`<label class="choice"><input type="radio" name="scope" value=${value} ?checked=${value === scope} ?disabled=${disabled}
      @change=${() => Object.assign(this, { scope: value, problem: null })}><span><strong>${label}</strong> <span class="muted">${meaning}</span></span></label>`;
  }

  /** Only asked for when the one that the job has stands in the way. */
  #deadline() {
    return field("deadline", "New deadline", html`<input id="field-deadline" name="deadline" type="datetime-local" aria-invalid="true">`, { problem: this.problem, hint: "" });
  }

  #suggest = async (event) => {
    const words = event.target.value.trim();
    if (words.length >= 2) {
      const { items } = await get(`/jobs/${encodeURIComponent(this.job)}/find?q=${encodeURIComponent(words)}`, { quiet: true }).catch(() => ({ items: [] }));
      this.found = items.slice(0, SUGGESTED_MAX);
    }
  };

  #submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const scope = form.get("scope");
    const wish = scope === "task" ? { fromTask: form.get("fromTask").trim() } : { from: scope };
    if (form.has("deadline")) {
      Object.assign(wish, form.get("deadline") ? { deadline: new Date(form.get("deadline")).toISOString() } : { withoutDeadline: true });
    }
    this.busy = true;
    this.problem = null;
    try {
      this.emit("rerun-begun", await post(`/jobs/${encodeURIComponent(this.job)}/rerun`, wish));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  };
}

RerunPanel.define("hs-rerun-panel");
