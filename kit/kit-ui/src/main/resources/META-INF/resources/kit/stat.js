// <hs-stat>: one figure that helps to answer "is it all right?", with its last hour and what it means in plain words on hover.
import { KitElement, html, nothing } from "./element.js";
import { shapeOf } from "./state.js";
import "./sparkline.js";
import "./tip.js";

class Stat extends KitElement {
  /**
   * `state`: draws attention with shape and colour when it is not fine; `meaning`: the hover;
   * `trend`: a template instead of the sparkline.
   */
  static fields = { label: "", value: "", unit: "", note: "", state: "up", meaning: "", points: null, tone: "accent", trend: null };

  template() {
    const fine = this.state === "up";
    return html`<div class="stat card ${fine ? "" : "notable"}" tabindex="0" data-tip=${this.meaning}
      role="group" aria-label="${this.label}: ${this.value} ${this.unit}">
      <p class="stat-label">${this.label}${fine ? nothing : shapeOf(this.state)}</p>
      <p class="stat-value">${this.value}${this.unit ? html`<span class="stat-unit"> ${this.unit}</span>` : nothing}</p>
      <p class="stat-note truncate">${this.note || " "}</p>
      <div class="stat-trend">${this.trend ?? this.#sparkline()}</div>
    </div>`;
  }

  #sparkline() {
    return this.points
      ? html`<hs-sparkline .points=${this.points} .tone=${this.tone} .label=${`${this.label}, last hour`}></hs-sparkline>`
      : nothing;
  }
}

Stat.define("hs-stat");
