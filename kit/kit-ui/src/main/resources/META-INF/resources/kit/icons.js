// The few line icons of the pages, drawn on a 16 pixel grid.
import { svg, html } from "./element.js";

const icon = (paths) => html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${paths}</svg>`;

export const check = icon(svg`<path d="m3 8.5 3.2 3.2L13 5" />`);
export const close = icon(svg`<path d="m4 4 8 8M12 4l-8 8" />`);
export const copy = icon(svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />`);
export const moon = icon(svg`<path d="M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z" />`);
export const plus = icon(svg`<path d="M8 3v10M3 8h10" />`);
export const search = icon(svg`<circle cx="7" cy="7" r="4.2" /><path d="m10.2 10.2 3.3 3.3" />`);
export const sun = icon(svg`<circle cx="8" cy="8" r="2.8" /><path d="M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.85.85M11.75 11.75l.85.85M3.4 12.6l.85-.85M11.75 4.25l.85-.85" />`);
export const system = icon(svg`<rect x="2" y="3" width="12" height="8" rx="1.5" /><path d="M6 13.5h4" />`);
export const user = icon(svg`<circle cx="8" cy="5.5" r="2.6" /><path d="M3 13.5c.6-2.4 2.5-3.6 5-3.6s4.4 1.2 5 3.6" />`);

/** The mark of the product: a hot core in its ring. */
export const mark = html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="8" class="mark-ring" /><circle cx="10" cy="10" r="4" class="mark-core" />
</svg>`;
