// <hs-tiles>: one tile per monitor with its last results as bars. Only those in sight are in the DOM. Tags and words filter; both
// are in the address.
import { KitElement, css, html, nothing, repeat } from "/kit/element.js";
import { exact, plural, wholeMillis } from "/kit/format.js";
import { shapeOf } from "/kit/state.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { resultBars } from "./bars.js";
import { isOld, isOverdue, sinceOf } from "./freshness.js";
import { latencyOf, resultsOf } from "./monitors.js";
import { whyOf } from "./words.js";
import "/kit/notice.js";
import "/kit/time.js";

const TILE_HEIGHT = 96;
const GAP = 12;
const TILE_WIDTH_MIN = 248;
const TAGS_MAX = 14;
const OVERSCAN = 4;

class Tiles extends KitElement {
  static fields = { monitors: [] };

  #width = 0;
  #found = null;
  #counted = null;
  #stop = null;
  #sized = new ResizeObserver(([entry]) => {
    this.#width = entry.contentRect.width;
    this.update();
  });

  connectedCallback() {
    super.connectedCallback();
    this.#sized.observe(this);
    this.#stop = onUrlChange(() => this.update());
    document.addEventListener("scroll", this.#onScroll, { passive: true });
  }

  disconnectedCallback() {
    this.#sized.disconnect();
    this.#stop();
    document.removeEventListener("scroll", this.#onScroll);
    super.disconnectedCallback();
  }

  #onScroll = () => this.update();

  template() {
    const shown = this.#shown();
    return html`<div class="table-tools">
        <input type="search" class="table-search" placeholder="Filter" aria-label="Filter monitors" .value=${urlParam("q") ?? ""}
          @input=${(event) => setUrlParams({ q: event.target.value })}>
        ${this.#chips()}
        <span class="faint small table-count">${shown.length === this.monitors.length ? "" : `${exact(shown.length)} of `}${plural(this.monitors.length, "monitor")}</span>
      </div>
      ${shown.length === 0 ? this.#nothing() : this.#grid(shown)}`;
  }

  /** Looked for again only when the monitors or the question have changed: scrolling asks many times a second. */
  #shown() {
    const words = (urlParam("q") ?? "").toLowerCase();
    const tag = urlParam("tag");
    const known = this.#found;
    if (known?.of !== this.monitors || known.words !== words || known.tag !== tag) {
      this.#found = { of: this.monitors, words, tag, shown: this.monitors.filter((monitor) =>
        (!tag || monitor.tags.includes(tag)) && (words === "" || wordsOf(monitor).includes(words))) };
    }
    return this.#found.shown;
  }

  #tags() {
    if (this.#counted?.of !== this.monitors) {
      const counts = new Map();
      this.monitors.forEach((monitor) => monitor.tags.forEach((tag) => counts.set(tag, (counts.get(tag) ?? 0) + 1)));
      this.#counted = { of: this.monitors, tags: [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0])).slice(0, TAGS_MAX) };
    }
    return this.#counted.tags;
  }

  #chips() {
    const chosen = urlParam("tag");
    const tags = this.#tags();
    return tags.length === 0 ? nothing : html`<div class="chips" role="group" aria-label="Tag">
      ${tags.map(([tag, count]) => html`<button class="chip" type="button" aria-pressed=${tag === chosen}
        @click=${() => setUrlParams({ tag: tag === chosen ? null : tag })}>${tag} <span class="faint">${exact(count)}</span></button>`)}
    </div>`;
  }

  #nothing() {
    const clear = { label: "Clear the filters", run: () => setUrlParams({ q: null, tag: null }) };
    return html`<div class="card"><hs-notice heading="Nothing matches these filters" .action=${clear}></hs-notice></div>`;
  }

  #grid(shown) {
    const columns = Math.max(1, Math.floor((this.#width + GAP) / (TILE_WIDTH_MIN + GAP)));
    const row = TILE_HEIGHT + GAP;
    const rows = Math.ceil(shown.length / columns);
    const top = this.querySelector(".tiles")?.getBoundingClientRect().top ?? 0;
    const first = Math.max(0, Math.floor(-top / row) - OVERSCAN);
    const last = Math.min(rows, Math.ceil((innerHeight - top) / row) + OVERSCAN);
    return html`<div class="tiles" ${css({ height: `${rows * row - GAP}px` })}>
      <div class="tiles-shown" ${css({ "grid-template-columns": `repeat(${columns}, minmax(0, 1fr))`, transform: `translateY(${first * row}px)` })}>
        ${repeat(shown.slice(first * columns, last * columns), (monitor) => monitor.id, tile)}
      </div>
    </div>`;
  }
}

const wordsOf = ({ name, target, state, tags }) => `${name} ${target} ${state} ${tags.join(" ")}`.toLowerCase();

function tile(monitor) {
  return html`<a class="tile card ${monitor.state} ${isOld(monitor) ? "dimmed" : ""}" href="/monitor.html?id=${encodeURIComponent(monitor.id)}">
    <span class="tile-head">${shapeOf(monitor.state)}<strong class="truncate">${monitor.name}</strong>
      <span class="tile-latency">${isLatencyKnown(monitor) ? wholeMillis(latencyOf(monitor)) : monitor.state}</span></span>
    <span class="tile-why truncate small">${lineOf(monitor)}</span>
    ${resultBars(resultsOf(monitor), 30)}
  </a>`;
}

const isLatencyKnown = (monitor) => latencyOf(monitor) !== undefined && monitor.state !== "paused" && monitor.answered;

function lineOf(monitor) {
  const age = isOverdue(monitor) || !monitor.answered && monitor.checkedAt ? html`last result <hs-time .at=${monitor.checkedAt}></hs-time>` : null;
  if (monitor.state === "up") {
    return age ?? html`<span class="faint">${monitor.target}</span>`;
  }
  const since = sinceOf(monitor);
  const why = whyOf(monitor);
  return html`${monitor.state}${since ? html` for <hs-time mode="for" .at=${since}></hs-time>` : nothing}${
    age ? html` · ${age}` : nothing}${why ? ` · ${why}` : nothing}`;
}

Tiles.define("hs-tiles");
