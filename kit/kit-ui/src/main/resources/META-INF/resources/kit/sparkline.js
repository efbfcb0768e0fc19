// <hs-sparkline>: the shape of one series, no axes. Nulls are gaps. The y axis starts at zero, so that a flat line at rest looks flat.
import { KitElement, html } from "./element.js";
import { linePath } from "./paths.js";

const HEIGHT = 28;

class Sparkline extends KitElement {
  static fields = { points: [], tone: "accent", label: "" };

  template() {
    const width = Math.max(this.points.length - 1, 1);
    const top = Math.max(...this.points.filter((point) => point !== null), 0) || 1;
    const y = (value) => HEIGHT - 1.5 - (value / top) * (HEIGHT - 4);
    const line = linePath(this.points, (index) => index, y);
    return html`<svg class="sparkline ${this.tone}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none"
      role="img" aria-label=${this.label}>
      <path class="sparkline-base" d="M0 ${HEIGHT - 0.5}H${width}" />
      <path class="sparkline-line" d=${line} />
    </svg>`;
  }
}

Sparkline.define("hs-sparkline");
