// <hs-code text="curl ...">: something to take along, with a copy button.
import { about } from "./api.js";
import { KitElement, html, nothing } from "./element.js";
import * as icons from "./icons.js";

const THANKS_MILLIS = 1600;

class Code extends KitElement {
  /** `text`: as it is, or a command of curl.js, which has to know whether this service requires a key. */
  static fields = { text: "", label: null, copied: false };

  /** Until the service has said so: a command with a key too many is the smaller mistake. */
  #keyed = true;
  #asked = false;

  template() {
    return html`
      <pre tabindex="0" aria-label=${this.label ?? "Code"}><code>${this.#written()}</code></pre>
      <button class="button quiet icon-only" type="button" aria-label="Copy" data-tip="Copy" @click=${this.#copy}>
        ${this.copied ? icons.check : icons.copy}
      </button>
      ${this.copied ? html`<span class="visually-hidden" role="status">Copied</span>` : nothing}`;
  }

  rendered() {
    if (typeof this.text === "function" && !this.#asked) {
      this.#asked = true;
      this.#learn();
    }
  }

  #written() {
    return typeof this.text === "function" ? this.text(this.#keyed) : this.text;
  }

  async #learn() {
    try {
      this.#keyed = (await about()).authRequired;
      this.update();
    } catch {
      this.#asked = false;
    }
  }

  #copy = async () => {
    await copyText(this.#written());
    this.copied = true;
    setTimeout(() => (this.copied = false), THANKS_MILLIS);
  };
}

/** The clipboard API exists on https and localhost only; a plain http address in a test network still gets its copy. */
export async function copyText(text) {
  if (navigator.clipboard) {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      // Not permitted here: the other way may be.
    }
  }
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

Code.define("hs-code");
