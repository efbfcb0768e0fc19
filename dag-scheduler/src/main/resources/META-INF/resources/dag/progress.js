// progress(tally): a job in one bar, a part for each state of its tasks, in words on hover.
import { html, svg } from "/kit/element.js";
import { percent } from "/kit/format.js";
import { ORDER, described, hasEnded, sum, toneOf } from "./status.js";

/** Ended tasks first, so that the bar fills from the left. */
const PARTS = [...ORDER].sort((one, other) => hasEnded(other) - hasEnded(one));
const lookOf = (status) => (status === "PENDING" ? "pending" : status === "READY" ? "ready" : toneOf(status));

export function progress(tally) {
  const total = sum(tally);
  let x = 0;
  const parts = PARTS.filter((status) => tally[status] > 0).map((status) => {
    const width = (100 * tally[status]) / total;
    x += width;
    return svg`<rect class=${lookOf(status)} x=${x - width} width=${width} height="8"></rect>`;
  });
  return html`<svg class="progress" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${described(tally) || "no tasks"}
    data-tip=${described(tally).replaceAll(", ", "\n")}>${parts}</svg>`;
}

export function progressCell(tally) {
  const total = sum(tally);
  const ended = Object.entries(tally).reduce((number, [status, tasks]) => number + (hasEnded(status) ? tasks : 0), 0);
  return html`<span class="progress-cell">${progress(tally)}<span class="muted small">${total ? percent(Math.floor((100 * ended) / total) / 100) : "–"}</span></span>`;
}
