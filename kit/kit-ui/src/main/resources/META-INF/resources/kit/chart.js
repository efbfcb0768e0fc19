// <hs-chart>: lines over time, or areas upon each other. Thin axes, names at the line ends, gaps drawn as gaps. Hover (or arrow keys) reads all series at one moment,
// dragging zooms; both are shared with the other charts of the page through one TimeRange.
import { KitElement, css, html, nothing, svg } from "./element.js";
import { clock, exact, NOTHING, stamp } from "./format.js";
import { areaPath, linePath, niceScale, stacked, thinned, tickLabels, timeTicks } from "./paths.js";
import { TimeRange } from "./time-range.js";

const TOP = 8;
const BOTTOM = 22;
const LABEL_LINE = 16;
const NAME_FONT = 12;
const TICK_FONT = 11;
const NAME_GAP = 8;
const EDGE = 30;
const LONG_VALUE = "888.8 ms";
const DRAG_MIN = 6;
const NARROW = 480;

const ruler = document.createElement("canvas").getContext("2d");

class Chart extends KitElement {
  /**
   * `series`: [{ name, points: [number | null], tone, shade }] measured at `from + index * step` (milliseconds); tone as in the tokens,
   * shade 1 to 3 for relatives in one hue (p50, p95, p99). `to`: until when at least, where charts of different steps stand together. `format` writes a value, `base` is 1024 for bytes. `stacked`: parts of a
   * whole, the first at the bottom, with shades up to 5. `room`: characters that names get at least, so that charts line up.
   */
  static fields = { heading: "", note: "", stacked: false, room: 0, series: [], from: 0, to: 0, step: 1000, range: null, format: exact, base: 1000, height: 180 };

  #width = 0;
  #drag = null;
  #sized = new ResizeObserver(([entry]) => {
    this.#width = Math.floor(entry.contentRect.width);
    this.update();
  });
  #onRange = () => this.update();

  connectedCallback() {
    this.range ??= new TimeRange();
    this.range.addEventListener("change", this.#onRange);
    super.connectedCallback();
    this.#sized.observe(this.querySelector(".chart-plot"));
  }

  disconnectedCallback() {
    this.range.removeEventListener("change", this.#onRange);
    this.#sized.disconnect();
    super.disconnectedCallback();
  }

  template() {
    const zoomed = this.range.zoom !== null;
    return html`<figure class="chart">
      <figcaption>
        <h3>${this.heading}</h3>
        <span class="faint small">${zoomed ? nothing : this.note}</span>
        ${zoomed ? this.#resetButton() : nothing}
      </figcaption>
      ${this.#isNarrow() ? this.#legend() : nothing}
      <div class="chart-plot" ${css({ height: `${this.height}px` })}>${this.#width > 0 ? this.#plot() : nothing}</div>
    </figure>`;
  }

  #resetButton() {
    return html`<button class="button quiet chart-reset" type="button" @click=${() => this.range.reset()}>Show the whole time</button>`;
  }

  #isNarrow() {
    return this.#width > 0 && this.#width < NARROW;
  }

  #legend() {
    return html`<ul class="chart-legend">
      ${this.series.map((series) => html`<li class="series ${toneOf(series)}">
        <svg viewBox="0 0 14 8" aria-hidden="true"><path class="series-line" d="M1 4h12" /></svg>
        ${series.name} <strong>${this.#last(series.points)}</strong>
      </li>`)}
    </ul>`;
  }

  #last(points) {
    const point = points.findLast((value) => value !== null);
    return point === undefined ? NOTHING : this.format(point);
  }

  /** Where each series is drawn: `upper` is its line. */
  #lines() {
    return this.stacked ? stacked(this.series.map((series) => series.points)) : this.series.map((series) => ({ upper: series.points }));
  }

  /** Everything the drawing needs: the visible part of the series, the scales, the plot's edges. */
  #view() {
    const length = Math.max(0, ...this.series.map((series) => series.points.length));
    const whole = [this.from, Math.max(this.to, this.from + Math.max(1, length - 1) * this.step)];
    const [start, end] = this.range.zoom ?? whole;
    const first = Math.max(0, Math.floor((start - this.from) / this.step));
    const last = Math.min(length - 1, Math.ceil((end - this.from) / this.step));
    const lines = this.#lines();
    const visible = lines.map(({ upper }) => upper.slice(first, last + 1));
    const below = this.stacked ? lines.map(({ lower }) => lower.slice(first, last + 1)) : null;
    const values = visible.flat().filter((point) => point !== null);
    const empty = values.length === 0;
    const scale = niceScale(Math.max(0, ...values), this.base);
    const labels = tickLabels(scale.ticks, this.format);
    const left = this.#widest(labels, TICK_FONT) + 12;
    const right = this.#width - (this.#isNarrow() ? 6 : this.#roomForNames(scale, labels));
    const bottom = this.height - BOTTOM;
    const x = (time) => left + ((time - start) / (end - start)) * (right - left);
    const y = (value) => bottom - (value / scale.top) * (bottom - TOP);
    return { start, end, first, length, visible, below, empty, scale, labels, left, right, bottom, x, y };
  }

  /** For the names and any value of this scale, so that the plot keeps its width while values come and go. */
  #roomForNames(scale, labels) {
    const names = ["n".repeat(this.room), ...this.series.map((series) => series.name)];
    const values = [...labels, this.format(scale.top * 0.888), ...this.series.map((series) => this.#last(series.points))];
    const spaced = [this.room > 0 ? LONG_VALUE : "", ...values].map((value) => ` ${value}`);
    return Math.ceil(this.#widest(names, NAME_FONT) + this.#widest(spaced, NAME_FONT, 600)) + NAME_GAP + 8;
  }

  #widest(texts, size, weight = 400) {
    ruler.font = `${weight} ${size}px ${getComputedStyle(this).fontFamily}`;
    return Math.max(0, ...texts.map((text) => ruler.measureText(text).width));
  }

  #plot() {
    const view = this.#view();
    const clip = `clip-${this.#id}`;
    return html`
      <svg class="chart-svg" width=${this.#width} height=${this.height} role="img" aria-label=${this.#summary()} tabindex="0"
        @pointermove=${(event) => this.#onMove(event, view)} @pointerleave=${() => this.range.point(null)}
        @pointerdown=${(event) => this.#onPress(event, view)} @pointerup=${(event) => this.#onRelease(event, view)}
        @pointercancel=${() => (this.#drag = null)} @keydown=${(event) => this.#onKey(event, view)}
        @blur=${() => this.range.point(null)} @dblclick=${() => this.range.reset()}>
        <clipPath id=${clip}><rect x=${view.left} y="0" width=${Math.max(0, view.right - view.left)} height=${view.bottom + 1} /></clipPath>
        ${this.#grid(view)} ${this.#times(view)}
        <g clip-path="url(#${clip})">${this.series.map((series, index) => this.#line(series, index, view))}</g>
        ${view.empty ? this.#noValues(view) : this.#isNarrow() ? nothing : this.#names(view)}
        ${this.#selection(view)} ${this.#cursorMarks(view)}
      </svg>
      ${this.#reading(view)}`;
  }

  #id = ++Chart.#ids;
  static #ids = 0;

  #summary() {
    return `${this.heading}: ${this.series.map((series) => `${series.name} ${this.#last(series.points)}`).join(", ")}`;
  }

  #grid({ scale, labels, left, right, y }) {
    return scale.ticks.map((tick, index) => svg`
      <path class="chart-grid" d="M${left} ${Math.round(y(tick)) + 0.5}H${right}" />
      <text class="chart-tick" x=${left - 8} y=${y(tick) + 4} text-anchor="end">${labels[index]}</text>`);
  }

  #times({ start, end, left, right, bottom, x }) {
    const ticks = timeTicks(start, end, Math.max(2, Math.floor((right - left) / 90)));
    const digits = ticks[1] - ticks[0] < 60_000 ? "12:04:31".length : "12:04".length;
    const anchor = (tick) => (x(tick) < EDGE ? "start" : x(tick) > this.#width - EDGE ? "end" : "middle");
    return ticks.map((tick, index) => svg`<text class="chart-tick" x=${x(tick)} y=${bottom + 16} text-anchor=${anchor(tick)}
      >${clock(tick).slice(0, digits)}${index === 0 ? " UTC" : ""}</text>`);
  }

  #noValues({ left, right, bottom }) {
    return svg`<text class="chart-tick" x=${(left + right) / 2} y=${bottom / 2} text-anchor="middle">No values yet</text>`;
  }

  #line(series, index, { first, start, end, left, right, visible, below, x, y }) {
    // Zoomed into a minute, a screen holds few points: then none are merged.
    const most = Math.max(2, right - left);
    const { points, group } = thinned(visible[index], most);
    const place = (at) => x(this.from + (first + at * group) * this.step);
    if (below) {
      const path = end > start ? areaPath(thinned(below[index], most).points, points, place, y) : "";
      return svg`<path class="series series-area ${toneOf(series)}" d=${path} />`;
    }
    const path = end > start ? linePath(points, place, y) : "";
    return svg`<path class="series series-line ${toneOf(series)}" d=${path} />`;
  }

  /** Names at the line ends, pushed apart where lines meet. */
  #names({ visible, below, first, right, bottom, y }) {
    const end = (points) => y(points.findLast((point) => point !== null) ?? 0);
    const own = (series, index) => series.points.slice(first, first + visible[index].length);
    const middle = (index) => (below ? (end(visible[index]) + end(below[index])) / 2 : end(visible[index]));
    const labels = this.series
      .map((series, index) => ({ series, last: this.#last(own(series, index)), at: middle(index) }))
      .sort((one, other) => one.at - other.at);
    labels.forEach((label, index) => {
      label.at = Math.max(label.at, index === 0 ? TOP + 4 : labels[index - 1].at + LABEL_LINE);
    });
    const overflow = labels.length ? Math.max(0, labels.at(-1).at - bottom) : 0;
    return labels.map(({ series, last, at }) => svg`<text class="series series-name ${toneOf(series)}" x=${right + NAME_GAP} y=${at - overflow + 4}
      >${series.name} <tspan class="series-value">${last}</tspan></text>`);
  }

  #selection({ bottom }) {
    if (!this.#drag?.moved) {
      return nothing;
    }
    const [from, to] = [this.#drag.from, this.#drag.to].sort((one, other) => one - other);
    return svg`<rect class="chart-selection" x=${from} y=${TOP} width=${to - from} height=${bottom - TOP} />`;
  }

  #cursorIndex(view) {
    const { cursor } = this.range;
    if (cursor === null || cursor < view.start || cursor > view.end) {
      return null;
    }
    const index = Math.round((cursor - this.from) / this.step);
    return index >= 0 && index < view.length ? index : null;
  }

  #cursorMarks(view) {
    const index = this.#cursorIndex(view);
    if (index === null) {
      return nothing;
    }
    const x = view.x(this.from + index * this.step);
    const lines = this.#lines();
    return svg`<path class="chart-cursor" d="M${Math.round(x) + 0.5} ${TOP}V${view.bottom}" />
      ${this.series.map((series, number) => {
        const point = lines[number].upper[index] ?? null;
        return point === null ? nothing : svg`<circle class="series series-dot ${toneOf(series)}" cx=${x} cy=${view.y(point)} r="3" />`;
      })}`;
  }

  #reading(view) {
    const index = this.#cursorIndex(view);
    if (index === null || this.#drag?.moved) {
      return nothing;
    }
    const time = this.from + index * this.step;
    const x = view.x(time);
    const onRight = x < (view.left + view.right) / 2;
    const place = { left: onRight ? `${x + 10}px` : "auto", right: onRight ? "auto" : `${this.#width - x + 10}px` };
    return html`<div class="chart-reading" ${css(place)}>
      <p class="faint">${stamp(time).slice(11)}</p>
      ${(this.stacked ? this.series.toReversed() : this.series).map((series) => {
        const point = series.points[index] ?? null;
        const value = point === null ? "no value" : this.format(point);
        return html`<p class="series ${toneOf(series)}"><span>${series.name}</span><span>${value}</span></p>`;
      })}
    </div>`;
  }

  #timeAt(position, { start, end, left, right }) {
    const share = Math.min(1, Math.max(0, (position - left) / (right - left)));
    return start + share * (end - start);
  }

  #position(event) {
    return event.clientX - event.currentTarget.getBoundingClientRect().left;
  }

  #onMove(event, view) {
    const position = this.#position(event);
    if (this.#drag) {
      this.#drag.to = Math.min(view.right, Math.max(view.left, position));
      this.#drag.moved ||= Math.abs(this.#drag.to - this.#drag.from) >= DRAG_MIN;
      this.update();
    }
    this.range.point(this.#timeAt(position, view));
  }

  #onPress(event, view) {
    const position = this.#position(event);
    if (event.button === 0 && event.pointerType !== "touch" && position >= view.left && position <= view.right) {
      this.#drag = { from: position, to: position, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    }
  }

  #onRelease(event, view) {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) {
      const [from, to] = [drag.from, drag.to].map((position) => this.#timeAt(position, view)).sort((one, other) => one - other);
      // Less than four points are not a view worth having.
      const middle = (from + to) / 2;
      const half = Math.max((to - from) / 2, 2 * this.step);
      this.range.zoomTo(middle - half, middle + half);
    }
    this.update();
  }

  #onKey(event, view) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps) {
      event.preventDefault();
      const from = this.range.cursor ?? view.end;
      const stride = this.step * Math.max(1, Math.round((view.end - view.start) / this.step / 120));
      this.range.point(Math.min(view.end, Math.max(view.start, from + steps * stride)));
    } else if (event.key === "Escape" && this.range.zoom) {
      event.preventDefault();
      this.range.reset();
    }
  }
}

const toneOf = (series) => `${series.tone ?? "accent"} shade-${series.shade ?? 1}`;

Chart.define("hs-chart");
