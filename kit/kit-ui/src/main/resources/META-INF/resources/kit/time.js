// <hs-time at="2026-11-18T12:04:31Z">: "4 min ago", kept current, the exact UTC time on hover.
// mode="for" reads "4 min" (since then), mode="clock" "12:04:31".
import { KitElement, html } from "./element.js";
import { ago, clock, duration, NOTHING, stamp } from "./format.js";
import "./tip.js";

const shown = new Set();
setInterval(() => shown.forEach((element) => element.update()), 1000);

class Time extends KitElement {
  static fields = { at: null, mode: "ago", absent: NOTHING };

  connectedCallback() {
    super.connectedCallback();
    shown.add(this);
  }

  disconnectedCallback() {
    shown.delete(this);
    super.disconnectedCallback();
  }

  template() {
    if (!this.at) {
      return html`<span class="faint">${this.absent}</span>`;
    }
    return html`<time datetime=${new Date(this.at).toISOString()} data-tip=${stamp(this.at)}>${this.#text()}</time>`;
  }

  #text() {
    switch (this.mode) {
      case "clock":
        return clock(this.at);
      case "for":
        return duration(Math.max(0, Date.now() - new Date(this.at).getTime()));
      default:
        return ago(this.at);
    }
  }
}

Time.define("hs-time");
