// A number written short, the exact one on hover.
import { html } from "./element.js";
import { count, exact } from "./format.js";
import "./tip.js";

/** `write` is how it is shown (count, bytes, perSecond), `unit` what the exact number counts. */
export function short(value, write = count, unit = "") {
  const text = write(value);
  const full = `${exact(value)}${unit ? ` ${unit}` : ""}`;
  return value === null || value === undefined || text === full ? text : html`<span data-tip=${full}>${text}</span>`;
}
