// <hs-live>: how the page's stream is doing: live, reconnecting 3 s, stale since 12:04:31.
import { KitElement, html, nothing } from "./element.js";
import { clock } from "./format.js";
import { shapeOf } from "./state.js";
import "./tip.js";

class Live extends KitElement {
  static fields = { stream: null };

  #followed = null;

  template() {
    if (!this.stream) {
      return nothing;
    }
    const { shape, text, tip } = this.#reading(this.stream.state);
    return html`<span class="live" data-tip=${tip} tabindex="0">${shapeOf(shape)}<span class="live-text">${text}</span></span>`;
  }

  rendered() {
    if (this.#followed !== this.stream) {
      this.#followed?.removeEventListener("state", this.#onState);
      this.#followed = this.stream;
      this.#followed?.addEventListener("state", this.#onState);
    }
  }

  #onState = () => this.update();

  #reading(state) {
    const next = state.seconds > 0 ? ` Trying again in ${state.seconds} s.` : "";
    switch (state.name) {
      case "live":
        return { shape: "up", text: "live", tip: "New values arrive as they are measured." };
      case "stale":
        return {
          shape: "down",
          text: `stale since ${clock(state.since)}`,
          tip: `Nothing new since ${clock(state.since)} UTC; what you see is that old.${next}`,
        };
      case "reconnecting":
        return {
          shape: "retrying",
          text: state.seconds > 0 ? `reconnecting ${state.seconds} s` : "reconnecting",
          tip: `The connection to the service is gone.${next}`,
        };
      case "paused":
        return { shape: "unknown", text: "paused", tip: "Values stop while nobody sees this page and go on when it is seen again." };
      case "refused":
        return { shape: "unknown", text: "not allowed", tip: "Your key may not read this stream." };
      case "absent":
        return { shape: "unknown", text: "nothing here", tip: "There is nothing that could change." };
      default:
        return { shape: "unknown", text: "connecting", tip: "Waiting for the first values." };
    }
  }
}

Live.define("hs-live");
