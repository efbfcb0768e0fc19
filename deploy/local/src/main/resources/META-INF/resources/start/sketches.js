// What each page shows, in a few strokes: a picture says sooner than a name where a click leads.
import { html, svg } from "../kit/element.js";

const TONES = { good: "var(--good)", bad: "var(--bad)", busy: "var(--busy)", line: "var(--line-strong)", accent: "var(--accent)" };

const frame = (label, drawing) => html`<svg class="sketch" viewBox="0 0 240 96" preserveAspectRatio="xMidYMid meet"
  role="img" aria-label=${label}>${drawing}</svg>`;

/** Six tiles with the bars of their last results; one of them had a bad moment. */
const monitor = () =>
  frame(
    "Tiles with bars of results",
    [0, 1, 2, 3, 4, 5].map((tile) => {
      const x = 12 + (tile % 3) * 74;
      const y = 10 + Math.floor(tile / 3) * 40;
      return svg`<rect x=${x} y=${y} width="68" height="34" rx="4" fill="var(--surface)" stroke="var(--line)" />
        ${Array.from({ length: 12 }, (_, bar) => {
          const isBad = tile === 4 && bar > 5 && bar < 9;
          return svg`<rect x=${x + 5 + bar * 5} y=${y + 12} width="3" height="16" fill=${isBad ? TONES.bad : TONES.good} />`;
        })}`;
    }),
  );

/** Streets, and drivers on their way. */
const driver = () =>
  frame(
    "A map with drivers",
    svg`${[18, 46, 74].map((y) => svg`<path d=${`M0 ${y} L240 ${y - 14}`} stroke=${TONES.line} stroke-width="1.5" />`)}
      ${[40, 96, 150, 206].map((x) => svg`<path d=${`M${x} 0 L${x + 16} 96`} stroke=${TONES.line} stroke-width="1.5" />`)}
      ${[[30, 20], [62, 40], [88, 15], [110, 66], [140, 34], [168, 60], [196, 26], [214, 52], [76, 78], [128, 84]].map(
        ([x, y], at) =>
          svg`<path d=${`M${x} ${y - 6} l5 11 -5 -3 -5 3z`} fill=${at % 4 === 1 ? TONES.busy : TONES.good}
            transform=${`rotate(${at * 47} ${x} ${y})`} />`,
      )}`,
  );

const BOXES = [[14, 38], [68, 14], [68, 62], [122, 14], [122, 62], [176, 38]];
const LINKS = [[0, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 5]];

/** A graph from left to right: what is done, what runs, what waits. */
const dag = () =>
  frame(
    "A graph of tasks",
    svg`${LINKS.map(
      ([from, to]) =>
        svg`<path fill="none" stroke=${TONES.line} stroke-width="1.5"
          d=${`M${BOXES[from][0] + 44} ${BOXES[from][1] + 10} L${BOXES[to][0]} ${BOXES[to][1] + 10}`} />`,
    )}
      ${BOXES.map(
        ([x, y], at) =>
          svg`<rect x=${x} y=${y} width="44" height="20" rx="4" fill="var(--surface)"
            stroke=${at < 2 ? TONES.good : at < 4 ? TONES.busy : TONES.line} stroke-width="2" />`,
      )}`,
  );

/** Requests over time, and the few that were refused. */
const metrics = () =>
  frame(
    "Requests and refusals over time",
    svg`<path d="M0 70 L24 58 48 62 72 40 96 46 120 28 144 38 168 22 192 34 216 18 240 26" fill="none"
        stroke=${TONES.accent} stroke-width="2.5" />
      <path d="M0 88 L24 88 48 84 72 86 96 76 120 84 144 86 168 72 192 82 216 86 240 80" fill="none"
        stroke=${TONES.bad} stroke-width="2" />
      <path d="M0 90.5H240" stroke=${TONES.line} />`,
  );

export const sketches = { monitor, driver, dag, metrics };
