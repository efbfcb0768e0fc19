// <hs-banner>: one sentence across the page about something that is wrong: what, since when, what still works, how old the data is.
import { KitElement, html, nothing } from "./element.js";
import { shapeOf } from "./state.js";
import "./time.js";

class Banner extends KitElement {
  /** `tone`: warn or bad; `reasons`: [{ message, since }]; `works`: what still works; `asOf`: age of the data shown. */
  static fields = { tone: "warn", heading: "", since: null, reasons: [], works: "", asOf: null };

  template() {
    return html`<div class="banner ${this.tone}" role="alert">
      ${shapeOf(this.tone === "bad" ? "down" : "degraded")}
      <div class="banner-body">
        <p class="banner-heading">
          <strong>${this.heading}</strong>
          ${this.since ? this.#duration() : nothing}
        </p>
        ${this.reasons.length === 0 ? nothing : html`<ul>${this.reasons.map((reason) => this.#reason(reason))}</ul>`}
        ${this.works ? html`<p><span class="muted">Still works:</span> ${this.works}</p>` : nothing}
        ${this.asOf ? html`<p class="muted">The values below are from <hs-time .at=${this.asOf}></hs-time>.</p>` : nothing}
      </div>
    </div>`;
  }

  #duration() {
    return html`<span>
      since <hs-time mode="clock" .at=${this.since}></hs-time> UTC, <hs-time mode="for" .at=${this.since}></hs-time>
    </span>`;
  }

  #reason({ message, since }) {
    const own = since && since !== this.since;
    return html`<li>${message}${own ? html` <span class="faint">for <hs-time mode="for" .at=${since}></hs-time></span>` : nothing}</li>`;
  }
}

Banner.define("hs-banner");
