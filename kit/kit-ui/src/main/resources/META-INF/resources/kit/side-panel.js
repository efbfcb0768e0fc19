// <hs-side-panel param="key">: details beside the page, open while ?key=... is in the address. Escape closes, Back works, focus returns.
import { KitElement, html, nothing } from "./element.js";
import { leaveUrlParam, onUrlChange, urlParam } from "./url-state.js";
import * as icons from "./icons.js";

class SidePanel extends KitElement {
  /**
   * `content(value)`: { heading, body } for the parameter's value, or null when there is no such thing;
   * `of`: what the content is made of, so that it is drawn anew when that changes.
   */
  static fields = { param: "open", content: null, of: null };

  #shown = null;
  #returnTo = null;
  #stop = null;

  connectedCallback() {
    super.connectedCallback();
    this.#stop = onUrlChange(() => this.update());
    document.addEventListener("keydown", this.#onKey);
  }

  disconnectedCallback() {
    this.#stop();
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
  }

  template() {
    const value = urlParam(this.param);
    const content = value !== null && this.content ? this.content(value) : null;
    if (!content) {
      return nothing;
    }
    return html`<aside class="side-panel" aria-labelledby="side-panel-heading" tabindex="-1">
      <header>
        <h2 id="side-panel-heading">${content.heading}</h2>
        <button class="button quiet icon-only" type="button" aria-label="Close" data-tip="Close (Esc)"
          @click=${() => this.close()}>${icons.close}</button>
      </header>
      <div class="side-panel-body">${content.body}</div>
    </aside>`;
  }

  rendered() {
    const panel = this.querySelector(".side-panel");
    const value = panel && urlParam(this.param);
    if (value === this.#shown) {
      return;
    }
    if (value && this.#shown === null) {
      this.#returnTo = document.activeElement;
    }
    this.#shown = value;
    if (value) {
      (panel.querySelector("[autofocus]") ?? panel).focus();
    } else {
      this.#returnTo?.focus();
    }
  }

  close() {
    leaveUrlParam(this.param);
  }

  #onKey = (event) => {
    if (event.key === "Escape" && this.#shown !== null && !event.defaultPrevented) {
      event.preventDefault();
      this.close();
    }
  };
}

SidePanel.define("hs-side-panel");
