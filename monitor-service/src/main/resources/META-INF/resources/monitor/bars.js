// The last results of a monitor as bars: height is latency, colour and gap say how the check ended.
import { nothing, svg, html } from "/kit/element.js";
import { wholeMillis } from "/kit/format.js";

const TONES = { u: "good", d: "bad", x: "idle" };
const WORDS = { u: "up", d: "down", x: "unknown" };
const HEIGHT = 24;
const STEP = 6;
const WIDTH = 4;
const LOW = 4;

/** `results`: oldest first; `slots`: how many have room. */
export function resultBars(results, slots = 30) {
  const shown = results.slice(-slots);
  const top = Math.max(...shown.filter((result) => result.verdict === "u").map((result) => result.latencyMs), 1);
  const failed = shown.filter((result) => result.verdict === "d").length;
  const label = shown.length === 0 ? "No results yet" : `Last ${shown.length} results, ${failed} failed`;
  return html`<svg class="bars" viewBox="0 0 ${slots * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${shown.map((result, index) => bar(result, (slots - shown.length + index) * STEP, top))}
    ${shown.length === 0 ? svg`<path class="bars-base" d="M0 ${HEIGHT - 1}H${slots * STEP}" />` : nothing}
  </svg>`;
}

/** What is down fills the height: it must be seen whatever its latency. */
function bar({ verdict, latencyMs }, x, top) {
  const height = verdict === "u" ? LOW + (HEIGHT - LOW) * 0.8 * Math.sqrt(latencyMs / top) : verdict === "d" ? HEIGHT : LOW;
  return svg`<rect class=${TONES[verdict] ?? "idle"} x=${x} y=${HEIGHT - height} width=${WIDTH} height=${height} rx="1"><title>${
    WORDS[verdict]}${verdict === "u" ? `, ${wholeMillis(latencyMs)}` : ""}</title></rect>`;
}

/** 90 days, one bar each: { day, up, down, unknown }; a day that nobody watched is hollow. */
export function dayBars(days) {
  return html`<svg class="day-bars" viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img"
    aria-label="Uptime of the last ${days.length} days">${days.map((day, index) => dayBar(day, index * STEP))}</svg>`;
}

function dayBar({ day, up, down }, x) {
  const known = up + down > 0;
  const uptime = known ? up / (up + down) : null;
  const tone = !known ? "none" : uptime === 1 ? "good" : uptime >= 0.99 ? "warn" : "bad";
  const text = known ? `${(uptime * 100).toFixed(uptime === 1 ? 0 : 2)} %` : "not watched";
  return svg`<rect class=${tone} x=${x} y="0" width=${WIDTH} height=${HEIGHT} rx="1"><title>${day}: ${text}</title></rect>`;
}

/** The last `count` days, today last, whether or not the service knows anything of them. */
export function daysOf(points, count = 90) {
  const byDay = new Map(points.map((point) => [point.at.slice(0, 10), point]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { day, up: 0, down: 0, unknown: 0, ...byDay.get(day) };
  });
}
