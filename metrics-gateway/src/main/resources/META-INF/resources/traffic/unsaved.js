// What is written in a form and not saved yet, kept in this tab: leaving the page or reloading it loses nothing.

export class Unsaved {
  /** `{ base, values }`: what was found, `base` the policy that it changes, or null. */
  found;

  #form;
  #key;
  #untouched;

  constructor(form, policy) {
    this.#form = form;
    this.#key = `hotstate.policy.${policy?.id ?? ""}`;
    this.#untouched = JSON.stringify(valuesOf(form));
    this.found = JSON.parse(sessionStorage.getItem(this.#key));
  }

  /** The form has a field for each of the values by now. */
  restore() {
    for (const control of this.#form.elements) {
      if (control.type === "checkbox") {
        control.checked = control.name in this.found.values;
      } else if (control.name) {
        control.value = this.found.values[control.name] ?? "";
      }
    }
  }

  /** @param base the policy that it changes, or null */
  keep(base) {
    const values = valuesOf(this.#form);
    if (!this.found && JSON.stringify(values) === this.#untouched) {
      this.forget();
    } else {
      sessionStorage.setItem(this.#key, JSON.stringify({ base, values }));
    }
  }

  forget() {
    this.found = null;
    sessionStorage.removeItem(this.#key);
  }
}

const valuesOf = (form) => Object.fromEntries(new FormData(form));
