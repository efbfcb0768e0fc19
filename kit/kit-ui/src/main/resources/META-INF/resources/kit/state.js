// <hs-state state="down">: shape and word, never colour alone.
// Filled disc: fine. Ring: in between. Square: broken. Triangle: at work, hollow: about to be. Dash: not known.
import { KitElement, html, nothing, svg } from "./element.js";

const LOOKS = {
  good: { tone: "good", shape: svg`<circle cx="6" cy="6" r="4" fill="currentColor" />` },
  warn: { tone: "warn", shape: svg`<circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" stroke-width="1.8" />` },
  bad: { tone: "bad", shape: svg`<rect x="2" y="2" width="8" height="8" rx="1" fill="currentColor" />` },
  busy: { tone: "busy", shape: svg`<path d="M3 1.8v8.4L10.2 6Z" fill="currentColor" />` },
  soon: { tone: "busy", shape: svg`<path d="M3.4 2.5v7L9.4 6Z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />` },
  idle: { tone: "idle", shape: svg`<path d="M2 6h8" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />` },
};

const KINDS = {
  up: "good", done: "good", available: "good", active: "good", closed: "good", ok: "good",
  degraded: "warn", confirming: "warn", retrying: "warn", rotating: "warn", "half-open": "warn",
  down: "bad", failed: "bad", denied: "bad", open: "bad", fail: "bad",
  running: "busy", claimed: "busy", maintenance: "busy",
  ready: "soon",
};

/** good, warn, bad, busy, soon or idle; a state nobody knows is idle. */
export const kindOf = (state) => KINDS[state] ?? "idle";

export function shapeOf(state) {
  const look = LOOKS[kindOf(state)];
  return html`<svg class="shape ${look.tone}" viewBox="0 0 12 12" aria-hidden="true">${look.shape}</svg>`;
}

class State extends KitElement {
  /** `muted`: the word still holds, but says little at the moment. */
  static fields = { state: "unknown", word: null, bare: false, muted: false };

  template() {
    const word = this.word ?? this.state;
    const look = this.muted ? "unknown" : this.state;
    return html`${shapeOf(look)}<span class=${this.bare ? "visually-hidden" : LOOKS[kindOf(look)].tone}>${word ?? nothing}</span>`;
  }
}

State.define("hs-state");
