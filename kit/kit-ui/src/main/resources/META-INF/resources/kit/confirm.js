// <hs-confirm>: a button for what can't be taken back. It stays where it is and asks beside itself, naming what it is about to change.
import { KitElement, css, html, nothing } from "./element.js";

const GAP = 6;
const EDGE = 8;
let made = 0;

class Confirm extends KitElement {
  /**
   * `label`: "Revoke"; `sure`: "Revoke billing-import now"; `keep`: what to press otherwise; `caution`: what to think of before.
   * `subject`: the id of what changes: a question about one thing is never answered for another. Emits "confirmed".
   */
  static fields = { label: "", sure: "", keep: "Cancel", caution: "", subject: "", danger: false, disabled: false, asking: null };

  #id = `confirm-${++made}`;
  #askedAt = "";

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("scroll", this.#onScroll, { capture: true, passive: true });
  }

  disconnectedCallback() {
    document.removeEventListener("scroll", this.#onScroll, { capture: true });
    this.asking = null;
    super.disconnectedCallback();
  }

  template() {
    const look = this.danger ? "button danger" : "button";
    return html`<button class=${look} type="button" popovertarget=${this.#id} ?disabled=${this.disabled}
        @mousedown=${onlyOnce} @click=${onlyOnce} @keydown=${this.#onKey}>${this.label}</button>
      <div class="confirm" id=${this.#id} popover role="dialog" aria-label=${this.sure} ${css(this.#place())}
        @beforetoggle=${this.#onToggle} @keydown=${this.#onKey}>
        ${this.asking === null ? nothing : html`
          ${this.caution ? html`<p class="warn" role="alert">${this.caution}</p>` : nothing}
          <div class="form-actions">
            <button class="button" type="button" data-cancel autofocus @click=${this.#leave}>${this.keep}</button>
            <button class=${look} type="button" ?disabled=${this.disabled} @click=${this.#confirm}>${this.sure}</button>
          </div>`}
      </div>`;
  }

  rendered() {
    if (this.asking !== null && this.asking !== this.subject) {
      this.#leave();
    }
  }

  /** Below the button or above it, within the window: never where the pointer is, so that a second click answers nothing. */
  #place() {
    if (this.asking === null) {
      return {};
    }
    const button = this.querySelector("button").getBoundingClientRect();
    const right = button.left + button.right > innerWidth;
    const above = button.bottom > innerHeight * 0.7;
    return {
      left: right ? "auto" : `${button.left}px`,
      right: right ? `${innerWidth - button.right}px` : "auto",
      top: above ? "auto" : `${button.bottom + GAP}px`,
      bottom: above ? `${innerHeight - button.top + GAP}px` : "auto",
      "max-width": `${(right ? button.right : innerWidth - button.left) - EDGE}px`,
    };
  }

  get #popover() {
    return this.querySelector("[popover]");
  }

  #onToggle = (event) => {
    if (event.newState === "closed") {
      this.asking = null;
      return;
    }
    this.asking = this.subject;
    this.#askedAt = this.#spot();
    // At once, not in the next frame: what is to be focused must be there when the question opens.
    this.render();
  };

  /** Escape answers this question only; whatever is around it stays open. */
  #onKey = (event) => {
    if (event.key === "Escape" && this.asking !== null) {
      event.preventDefault();
      this.#leave();
    }
  };

  /** The word of a scroll that ended before the question came may still be under way: only one that moves the button counts. */
  #onScroll = () => {
    if (this.asking !== null && this.#spot() !== this.#askedAt) {
      this.#leave();
    }
  };

  #spot() {
    const { left, top } = this.querySelector("button").getBoundingClientRect();
    return `${Math.round(left)} ${Math.round(top)}`;
  }

  #leave = () => this.#popover.hidePopover();

  #confirm = () => {
    this.#leave();
    this.emit("confirmed");
  };
}

/** The second half of a double click would close the question again, or take the focus from it. */
function onlyOnce(event) {
  if (event.detail > 1) {
    event.preventDefault();
  }
}

Confirm.define("hs-confirm");
