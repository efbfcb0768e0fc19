// <hs-job-graph job="...">: the picture of a job. Drag to move, wheel to zoom, arrows to walk, Enter to open.
// Emits "box-open" { id } for a task; a folded box unfolds in place.
import { KitElement, html, nothing } from "/kit/element.js";
import { get } from "/kit/api.js";
import { exact, plural } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { setUrlParams, onUrlChange, urlParam } from "/kit/url-state.js";
import { Scene } from "./graph-scene.js";
import { Painter } from "./graph-painter.js";
import { ORDER, described, hasEnded, stateOf, statusOf, wordOf } from "./status.js";
import "/kit/notice.js";
import "/kit/state.js";

const SCALE_MIN = 0.002;
const SCALE_MAX = 2;
/** From this scale on, at which text appears, the picture is not stretched any more. */
const TRUE_FROM = 0.45;
const ZOOM_STEP = 1.25;
const PULSE_MILLIS = 2000;
const MARGIN = 24;
const HEIGHT_MIN = 220;
/** The end of the id of a box that stands for many levels. */
const LEVELS = ".levels";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class JobGraph extends KitElement {
  /** `beat`: changes whenever something may have happened, and lets the colours be read again. */
  static fields = { job: "", beat: 0, scene: null, problem: null, words: "", found: null, told: "" };

  #painter = null;
  #canvas = null;
  #hovered = null;
  #selected = null;
  #drag = null;
  #pulse = 0;
  #seenBeat = 0;
  #loading = null;
  #asked = 0;
  #shown = 0;
  #stops = [];
  #fingers = new Map();
  #sized = new ResizeObserver(() => this.#onResize());

  connectedCallback() {
    super.connectedCallback();
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const recolor = () => this.#recolor();
    scheme.addEventListener("change", recolor);
    const themed = new MutationObserver(recolor);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#stops = [onUrlChange(() => this.#onUrl()), () => scheme.removeEventListener("change", recolor), () => themed.disconnect()];
    this.#load({ fit: true });
  }

  disconnectedCallback() {
    this.#stops.forEach((stop) => stop());
    this.#sized.disconnect();
    cancelAnimationFrame(this.#pulse);
    super.disconnectedCallback();
  }

  // What is shown

  #address() {
    const query = new URLSearchParams();
    for (const name of ["view", "open"]) {
      if (urlParam(name)) {
        query.set(name, urlParam(name));
      }
    }
    return `/jobs/${encodeURIComponent(this.job)}/graph?${query}`;
  }

  async #load({ fit = false } = {}) {
    const address = this.#address();
    const asked = ++this.#asked;
    this.#loading = address;
    try {
      const picture = await get(address);
      if (this.#loading === address && asked > this.#shown && this.isConnected) {
        this.#shown = asked;
        this.#show(picture, address, fit);
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  #shownAddress = null;

  #show(picture, address, fit) {
    const selected = this.#selected?.id ?? null;
    const refit = fit || this.#shownAddress !== address;
    this.#shownAddress = address;
    this.problem = null;
    this.scene = new Scene(picture);
    this.#hovered = null;
    this.#selected = selected === null ? null : this.scene.byId(selected);
    this.render();
    this.#painter.show(this.scene);
    if (refit) {
      this.#makeRoom();
      this.#fit();
    }
    this.#select(this.scene.byId(urlParam("task") ?? "") ?? this.#selected, { reveal: refit });
    this.#paint();
  }

  /** Only colours changed: of single tasks a letter each, otherwise the (small) picture again. */
  async #refresh() {
    if (this.scene?.picture.view !== "tasks") {
      return this.#load();
    }
    const scene = this.scene;
    const { states } = await get(`/jobs/${encodeURIComponent(this.job)}/states`, { quiet: true });
    if (this.scene !== scene || !this.isConnected) {
      return;
    }
    if (states.length !== scene.boxes.length) {
      return this.#load();
    }
    const went = scene.boxes.some((box) => !hasEnded(box.status));
    scene.boxes.forEach((box) => (box.status = statusOf(states[box.index])));
    if (went && scene.boxes.every((box) => hasEnded(box.status))) {
      return this.#load(); // Now the critical path is known.
    }
    this.told = this.#selected ? this.#tell(this.#selected) : "";
    this.#paint();
    this.update();
  }

  #onUrl() {
    if (this.#address() !== this.#loading) {
      this.#load();
    }
    const task = urlParam("task");
    if (this.scene && task !== (this.#selected?.id ?? null)) {
      this.#select(task === null ? this.#selected : this.scene.byId(task));
    }
  }

  rendered() {
    const still = this.querySelector(".graph-still");
    if (still && still !== this.#canvas) {
      // The first one, or another after the notice that the graph could not be read.
      this.#canvas = still;
      this.#painter = new Painter(still, this.querySelector(".graph-moving"));
      this.#painter.resize();
      this.#sized.disconnect();
      this.#sized.observe(still);
    }
    if (this.beat !== this.#seenBeat) {
      this.#seenBeat = this.beat;
      this.#refresh().catch(() => {}); // The next beat tries again; the page's live indicator tells of an outage.
    }
  }

  template() {
    if (this.problem && !this.scene) {
      return html`<div class="card">${problemNotice(this.problem, { needs: "read", retry: () => this.#load({ fit: true }) })}</div>`;
    }
    const picture = this.scene?.picture;
    return html`
      <div class="graph-tools">
        <div class="segments" role="group" aria-label="What is shown">
          ${this.#viewButton("folded", "Folded", "Tasks of one level and kind as one box")}
          ${this.#viewButton("tasks", "All tasks", "Every task by itself")}
        </div>
        <div class="graph-search">
          <input type="search" placeholder="Find a task" aria-label="Find a task in the graph" .value=${this.words}
            @input=${(event) => this.#search(event.target.value)} @keydown=${this.#onSearchKey}>
          ${this.#foundList()}
        </div>
        <span class="faint small graph-size">${picture ? this.#sizeText(picture) : "Reading the graph"}</span>
        <div class="graph-zoom">
          <button class="button quiet" type="button" aria-label="Zoom out" data-tip="Zoom out (−)" @click=${() => this.#zoom(1 / ZOOM_STEP)}>−</button>
          <button class="button quiet" type="button" data-tip="Show everything (0)" @click=${() => this.#fitAndPaint()}>Fit</button>
          <button class="button quiet" type="button" aria-label="Zoom in" data-tip="Zoom in (+)" @click=${() => this.#zoom(ZOOM_STEP)}>+</button>
        </div>
      </div>
      <div class="graph-frame card" data-boxes=${picture?.boxes.length ?? 0}>
        <canvas class="graph-still" aria-hidden="true"></canvas>
        <canvas class="graph-moving" tabindex="0" role="img" aria-label=${this.#summary()} aria-describedby="graph-keys"
          @pointerdown=${this.#onDown} @pointermove=${this.#onMove} @pointerup=${this.#onUp} @pointercancel=${this.#onUp}
          @pointerleave=${this.#onLeave} @wheel=${this.#onWheel} @keydown=${this.#onKey} @dblclick=${this.#onDouble}></canvas>
        <p class="graph-told small" role="status">${this.told}</p>
        <p class="visually-hidden" id="graph-keys">Arrows walk along links, Enter opens, plus and minus zoom, 0 shows everything,
          F goes to the next failed task. The Tasks tab shows the same as a table.</p>
      </div>
      ${this.#legend()}`;
  }

  #viewButton(view, label, meaning) {
    const shown = this.scene?.picture.view ?? null;
    return html`<button type="button" aria-pressed=${shown === view} data-tip=${meaning}
      @click=${() => setUrlParams({ view, open: null })}>${label}</button>`;
  }

  #sizeText({ tasks, dependencies, levels }) {
    return `${plural(tasks, "task")}, ${plural(dependencies, "dependency", "dependencies")}, ${plural(levels, "level")}`;
  }

  #summary() {
    if (!this.scene) {
      return "The graph is being read";
    }
    return `Graph of ${this.#sizeText(this.scene.picture)}: ${described(this.#tally())}`;
  }

  #tally() {
    const tally = {};
    const add = (status, number) => (tally[status] = (tally[status] ?? 0) + number);
    this.scene.boxes.forEach((box) => (box.states ? Object.entries(box.states).forEach(([status, number]) => add(status, number)) : add(box.status, 1)));
    return tally;
  }

  #legend() {
    if (!this.scene) {
      return nothing;
    }
    const tally = this.#tally();
    return html`<ul class="graph-legend">
      ${ORDER.filter((status) => tally[status]).map((status) => html`<li><hs-state .state=${stateOf(status)} .word=${wordOf(status)}></hs-state>
        <span class="faint">${exact(tally[status])}</span></li>`)}
      <li class="graph-legend-path"><i></i>critical path</li>
    </ul>`;
  }

  // Painting

  #paint() {
    if (!this.scene || !this.#painter) {
      return;
    }
    this.#painter.paint({ dimmed: this.#dimmed() });
    this.#paintMoving();
    const frame = this.querySelector(".graph-frame");
    if (frame.dataset.painted === undefined) {
      performance.mark("graph-painted");
    }
    frame.dataset.painted = String(this.scene.boxes.length);
    this.#keepPulsing();
  }

  #dimmed() {
    const words = this.words.trim().toLowerCase();
    if (words === "" || !this.scene) {
      return null;
    }
    const matches = this.scene.boxes.filter((box) => box.id.toLowerCase().includes(words) || box.label.toLowerCase().includes(words));
    return new Set(matches.map((box) => box.index));
  }

  #paintMoving(phase = null) {
    this.#painter?.paintMoving({ hovered: this.#hovered, selected: this.#selected, phase });
  }

  #keepPulsing() {
    cancelAnimationFrame(this.#pulse);
    const runs = this.scene.boxes.some((box) => box.status === "RUNNING" || box.states?.RUNNING > 0);
    if (!runs || calm.matches) {
      return;
    }
    const frame = (time) => {
      this.#paintMoving((time % PULSE_MILLIS) / PULSE_MILLIS);
      this.#pulse = requestAnimationFrame(frame);
    };
    this.#pulse = requestAnimationFrame(frame);
  }

  #recolor() {
    this.#painter?.readColors();
    this.#paint();
  }

  #onResize() {
    this.#painter.resize();
    this.#paint();
  }

  // View

  /** A few tasks need no high frame, at whose middle they would be searched for. */
  #makeRoom() {
    this.#canvas.parentElement.style.setProperty("--graph-height", `${Math.max(HEIGHT_MIN, this.scene.height + 2 * MARGIN)}px`);
    this.#painter.resize();
  }

  #fit() {
    const { width, height } = this.#painter.size;
    const { scene } = this;
    const across = Math.min((width - 2 * MARGIN) / scene.width, 1);
    const down = Math.min((height - 2 * MARGIN) / scene.height, 1);
    // A long, thin graph starts at its beginning, large enough to be read, rather than whole and illegible.
    const scale = Math.max(SCALE_MIN, scene.boxes.length < 300 ? Math.max(Math.min(across, down), Math.min(0.6, down)) : Math.min(across, down));
    const wide = this.#wide(scale);
    this.#painter.view = {
      scale,
      wide,
      x: Math.max(MARGIN, (width - scene.width * wide) / 2),
      y: (height - scene.height * scale) / 2,
    };
  }

  /** The scale across that goes with one down: columns that are higher than wide fill the width when all of them are seen. */
  #wide(scale) {
    const filling = (this.#painter.size.width - 2 * MARGIN) / this.scene.width;
    return Math.max(scale, scale + (filling - scale) * (1 - scale / TRUE_FROM));
  }

  #fitAndPaint() {
    if (this.scene) {
      this.#fit();
      this.#paint();
    }
  }

  #zoom(factor, x = this.#painter.size.width / 2, y = this.#painter.size.height / 2) {
    const { view } = this.#painter;
    const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, view.scale * factor));
    const point = this.#painter.toWorld(x, y);
    const wide = this.#wide(scale);
    this.#painter.view = { scale, wide, x: x - point.x * wide, y: y - point.y * scale };
    this.#paint();
  }

  #move(dx, dy) {
    const { view } = this.#painter;
    this.#painter.view = { ...view, x: view.x + dx, y: view.y + dy };
    this.#paint();
  }

  /** Brings a box into the middle, near enough to be read. */
  #reveal(box) {
    const { width, height } = this.#painter.size;
    const scale = Math.max(this.#painter.view.scale, 0.7);
    this.#painter.view = { scale, wide: scale, x: width / 2 - (box.x + this.scene.size.box / 2) * scale, y: height / 2 - box.middle * scale };
    this.#paint();
  }

  #select(box, { reveal = false } = {}) {
    this.#selected = box;
    this.told = box ? this.#tell(box) : "";
    if (box && reveal) {
      this.#reveal(box);
    }
    this.#paintMoving();
  }

  #tell(box) {
    return box.states
      ? `${box.label}: ${described(box.states)}.${box.id.endsWith(LEVELS) ? "" : " Enter shows its tasks."}`
      : `${box.label}: ${wordOf(box.status)}, level ${box.level + 1}`;
  }

  #open(box) {
    if (box.id.endsWith(LEVELS)) {
      this.told = "It stands for many levels. Find a task by its name to see it.";
    } else if (box.states) {
      const open = (urlParam("open") ?? "").split(",").filter((id) => id !== "");
      setUrlParams({ open: [...open, box.id].join(","), view: "folded" }, { push: true });
    } else {
      this.emit("box-open", { id: box.id });
    }
  }

  // Hands and keys

  #point(event) {
    const place = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - place.left, y: event.clientY - place.top };
  }

  #boxAt(point) {
    const world = this.#painter.toWorld(point.x, point.y);
    return this.scene?.at(world.x, world.y) ?? null;
  }

  #onDown = (event) => {
    const point = this.#point(event);
    this.#fingers.set(event.pointerId, point);
    this.#drag = { ...point, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  #onMove = (event) => {
    const point = this.#point(event);
    if (!this.#fingers.has(event.pointerId)) {
      return this.#hover(event.currentTarget, this.#boxAt(point));
    }
    const before = this.#fingers.get(event.pointerId);
    this.#fingers.set(event.pointerId, point);
    if (this.#fingers.size === 2) {
      return this.#pinch(event.pointerId, before, point);
    }
    if (this.#drag.moved || Math.hypot(point.x - this.#drag.x, point.y - this.#drag.y) > 4) {
      this.#drag.moved = true;
      this.#move(point.x - before.x, point.y - before.y);
    }
  };

  #pinch(moved, before, point) {
    const other = [...this.#fingers].find(([id]) => id !== moved)[1];
    const distance = (one) => Math.hypot(one.x - other.x, one.y - other.y);
    this.#drag.moved = true;
    this.#zoom(distance(point) / Math.max(1, distance(before)), (point.x + other.x) / 2, (point.y + other.y) / 2);
  }

  #onUp = (event) => {
    const wasPressed = this.#fingers.delete(event.pointerId);
    if (wasPressed && !this.#drag.moved && event.type === "pointerup") {
      const box = this.#boxAt(this.#point(event));
      this.#select(box);
      if (box) {
        this.#open(box);
      }
    }
  };

  #hover(canvas, box) {
    if (box !== this.#hovered) {
      this.#hovered = box;
      this.told = box ? this.#tell(box) : this.#selected ? this.#tell(this.#selected) : "";
      canvas.classList.toggle("over-box", box !== null);
      this.#paintMoving();
    }
  }

  #onLeave = (event) => this.#hover(event.currentTarget, null);

  #onWheel = (event) => {
    event.preventDefault();
    const { x, y } = this.#point(event);
    this.#zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
  };

  #onDouble = (event) => {
    const { x, y } = this.#point(event);
    if (!this.#boxAt({ x, y })) {
      this.#zoom(2, x, y);
    }
  };

  #onKey = (event) => {
    if (!this.scene || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const step = {
      "+": () => this.#zoom(ZOOM_STEP), "=": () => this.#zoom(ZOOM_STEP), "-": () => this.#zoom(1 / ZOOM_STEP),
      0: () => this.#fitAndPaint(), f: () => this.#nextFailed(), F: () => this.#nextFailed(),
      Enter: () => this.#selected && this.#open(this.#selected),
    }[event.key];
    if (step) {
      event.preventDefault();
      step();
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const from = this.#selected;
      this.#select(from ? this.scene.next(from, event.key) : this.scene.columns[0]?.[0] ?? null, { reveal: true });
    }
  };

  #nextFailed() {
    const failed = this.scene.boxes.filter((box) => box.status === "FAILED" || box.states?.FAILED > 0);
    const next = failed.find((box) => box.index > (this.#selected?.index ?? -1)) ?? failed[0];
    if (next) {
      this.#select(next, { reveal: true });
    } else {
      this.told = "No task has failed.";
    }
  }

  // Search: what is drawn at once, what is folded away by the service

  async #search(words) {
    this.words = words;
    this.#paint();
    if (words.trim().length < 2) {
      this.found = null;
      return;
    }
    try {
      const { items } = await get(`/jobs/${encodeURIComponent(this.job)}/find?q=${encodeURIComponent(words.trim())}`, { quiet: true });
      if (this.words === words) {
        this.found = items;
      }
    } catch {
      this.found = null; // What is drawn is still marked.
    }
  }

  #foundList() {
    if (this.found === null) {
      return nothing;
    }
    return html`<ul class="search-found">
      ${this.found.length === 0 ? html`<li class="muted">No task is called “${this.words}”.</li>` : nothing}
      ${this.found.map((task) => html`<li><button type="button" @click=${() => this.#goTo(task)}>${task.label}
        <hs-state .state=${stateOf(task.status)} .word=${wordOf(task.status)}></hs-state></button></li>`)}
    </ul>`;
  }

  #onSearchKey = (event) => {
    if (event.key === "Enter" && this.found?.length > 0) {
      this.#goTo(this.found[0]);
    } else if (event.key === "Escape" && this.words !== "") {
      event.preventDefault();
      this.#search("");
    }
  };

  #goTo(task) {
    this.#search("");
    const box = this.scene.byId(task.id);
    if (box) {
      this.#select(box, { reveal: true });
    }
    const open = new Set((urlParam("open") ?? "").split(",").filter((id) => id !== ""));
    const changes = box ? {} : { open: [...open.add(task.box)].join(","), view: "folded" };
    setUrlParams({ ...changes, task: task.id, attempt: null }, { push: true });
    this.querySelector(".graph-moving").focus();
  }
}

JobGraph.define("hs-job-graph");
