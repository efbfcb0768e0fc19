// toast("Key renamed", { undo }): says that something happened and, where it can be taken back, offers that.
import { KitElement, html, nothing, repeat } from "./element.js";
import { shapeOf } from "./state.js";
import * as icons from "./icons.js";

const SECONDS = 7;
const SHOWN_MAX = 4;

class Toasts extends KitElement {
  static fields = { entries: [] };

  template() {
    const entries = repeat(this.entries, (entry) => entry, (entry) => this.#entry(entry));
    return html`<div class="toasts" role="status" aria-live="polite">${entries}</div>`;
  }

  #entry(entry) {
    return html`<div class="toast">
      ${entry.state ? shapeOf(entry.state) : nothing}<span>${entry.message}</span>
      ${entry.undo ? html`<button class="button quiet" type="button" @click=${() => this.#undo(entry)}>Undo</button>` : nothing}
      <button class="button quiet icon-only" type="button" aria-label="Dismiss" @click=${() => this.dismiss(entry)}>${icons.close}</button>
    </div>`;
  }

  add(entry) {
    this.entries = [...this.entries, entry].slice(-SHOWN_MAX);
    setTimeout(() => this.dismiss(entry), SECONDS * 1000);
  }

  dismiss(entry) {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  #undo(entry) {
    this.dismiss(entry);
    entry.undo();
  }
}

Toasts.define("hs-toasts");

export function toast(message, { state = null, undo = null } = {}) {
  let toasts = document.querySelector("hs-toasts");
  if (!toasts) {
    toasts = document.createElement("hs-toasts");
    document.body.append(toasts);
  }
  toasts.add({ message, state, undo });
}
