// Form rows, and the server's view of them: each entry of a problem's `errors` goes under the field whose name is its pointer.
import { html, nothing } from "./element.js";

/** A labelled field: `control` is the input's template, whose id is `field-<name>`. */
export function field(name, label, control, { hint = "", problem = null } = {}) {
  const error = problem?.field(`/${name}`);
  const help = hint ? html`<p class="field-hint">${hint}</p>` : nothing;
  return html`<div class="field ${error ? "invalid" : ""}">
    <label for="field-${name}">${label}</label>
    ${control}
    ${error ? html`<p class="field-error" id="error-${name}" role="alert">${error}</p>` : help}
  </div>`;
}

export const isInvalid = (problem, name) => (problem?.field(`/${name}`) ? "true" : "false");

/** What the server said about the form as a whole, and about places that no field stands for; the rest is shown beside its field. */
export function formProblem(problem, fields) {
  if (!problem) {
    return nothing;
  }
  const known = new Set(fields.map((name) => `/${name}`));
  const others = problem.errors.filter(({ pointer }) => !known.has(pointer?.replace(/^#/, "")));
  if (problem.errors.length > 0 && others.length === 0) {
    return nothing;
  }
  return html`<div class="form-problem" role="alert">${others.length === 0 ? problem.message
    : others.map(({ pointer, parameter, detail }) => html`<p><code>${pointer ?? parameter}</code> ${detail}</p>`)}</div>`;
}

/** What was refused may lie below the end of a long form, in a part that has just been opened. */
export const showFirstMistake = (form) => form.querySelector(".field-error, .form-problem")?.scrollIntoView({ block: "center" });
