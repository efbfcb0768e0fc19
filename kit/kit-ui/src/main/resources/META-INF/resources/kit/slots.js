// <hs-slots>: which master serves how much of the 16,384 hash slots, and what nobody serves.
import { KitElement, html, nothing, svg } from "./element.js";
import { exact, percent } from "./format.js";
import { shapeOf } from "./state.js";

export const SLOTS = 16_384;
const GAP = 40;

class Slots extends KitElement {
  static fields = { nodes: [] };

  template() {
    const masters = this.nodes.filter((node) => node.role === "master" && node.slots > 0)
      .sort((one, other) => one.address.localeCompare(other.address, "en", { numeric: true }));
    const unassigned = SLOTS - masters.reduce((sum, node) => sum + node.slots, 0);
    const owners = [...masters, ...(unassigned > 0 ? [{ address: "assigned to nobody", slots: unassigned, state: "down" }] : [])];
    return html`<div class="slots card">
      <svg class="slots-bar" viewBox="0 0 ${SLOTS} 18" preserveAspectRatio="none" role="img"
        aria-label=${this.#summary(owners)}>${this.#segments(owners)}</svg>
      <ul class="slots-owners">${owners.map((owner) => this.#owner(owner))}</ul>
    </div>`;
  }

  #summary(owners) {
    return owners.map((owner) => `${owner.address} ${owner.state}, ${exact(owner.slots)} slots`).join("; ");
  }

  #segments(owners) {
    let from = 0;
    return owners.map((owner, index) => {
      const looks = { up: index % 2 ? "other" : "", unknown: "unknown" }[owner.state] ?? "missing";
      const gap = index === owners.length - 1 ? 0 : GAP;
      const width = Math.max(0, owner.slots - gap);
      const segment = svg`<rect class="slots-segment ${looks}" x=${from} y="0" width=${width} height="18" />`;
      from += owner.slots;
      return segment;
    });
  }

  #owner(owner) {
    return html`<li>
      ${shapeOf(owner.state)}<span class="mono">${owner.address}</span>
      <span class="muted">${exact(owner.slots)} slots, ${percent(owner.slots / SLOTS)}</span>
      ${owner.state === "up" || owner.state === "unknown" ? nothing : html`<strong class="bad">not served</strong>`}
    </li>`;
  }
}

Slots.define("hs-slots");
