// Paints a scene: links and boxes on one canvas, what moves (pulse, hover, selection) on another above it, so that a pulse costs no
// more than the running boxes. Colours are those of the page's tokens.
import { ORDER, leading, toneOf } from "./status.js";

const TOKENS = ["canvas", "surface", "line", "line-strong", "text", "muted", "faint", "accent", "good", "warn", "bad", "busy", "idle"];

/** How near one looks. A tall graph seen from far is stretched, so that its columns fill the width: x is never smaller than y. */
export const UNMOVED = { x: 0, y: 0, scale: 1, wide: 1 };

/** Below these scales text can't be read, and shapes can't be told apart. */
const TEXT_FROM = 0.45;
const SHAPES_FROM = 0.25;

export class Painter {
  #still;
  #moving;
  #scene = null;
  #paths = [];
  #criticalPath = null;
  #colors = {};
  #fonts = "sans-serif";
  #texts = new Map();

  constructor(still, moving) {
    this.#still = still;
    this.#moving = moving;
    this.view = UNMOVED;
    this.readColors();
  }

  get size() {
    return { width: this.#still.clientWidth, height: this.#still.clientHeight };
  }

  /** After a change of theme, and at first. */
  readColors() {
    const style = getComputedStyle(document.documentElement);
    const probe = document.createElement("span");
    this.#still.after(probe);
    for (const token of TOKENS) {
      probe.style.setProperty("color", `var(--${token})`);
      this.#colors[token] = getComputedStyle(probe).color;
    }
    probe.remove();
    this.#fonts = style.getPropertyValue("--sans");
  }

  show(scene) {
    this.#scene = scene;
    this.#texts.clear();
    this.#paths = scene.columns.map(() => new Path2D());
    this.#criticalPath = new Path2D();
    scene.links.forEach((link) => {
      scene.trace(link, scene.isCritical(link) ? this.#criticalPath : this.#paths[scene.boxes[link.from].level]);
    });
  }

  /** Fits the drawing surfaces to their place in the page. */
  resize() {
    const { width, height } = this.size;
    for (const canvas of [this.#still, this.#moving]) {
      canvas.width = Math.round(width * devicePixelRatio);
      canvas.height = Math.round(height * devicePixelRatio);
    }
  }

  toWorld(x, y) {
    return { x: (x - this.view.x) / this.view.wide, y: (y - this.view.y) / this.view.scale };
  }

  paint({ dimmed = null } = {}) {
    const context = this.#begin(this.#still);
    if (!this.#scene) {
      return;
    }
    const seen = this.#visible();
    this.#paintLinks(context, seen, dimmed !== null);
    const boxes = this.#scene.columns.slice(seen.first, seen.last + 1).flat()
      .filter((box) => box.top <= seen.bottom && box.top + this.#scene.size.height >= seen.top);
    // What failed comes last, so that nothing lies over it.
    for (const box of [...boxes.filter((box) => !isBroken(box)), ...boxes.filter(isBroken)]) {
      context.globalAlpha = dimmed && !dimmed.has(box.index) ? 0.25 : 1;
      this.#paintBox(context, box);
    }
    context.globalAlpha = 1;
  }

  /** `phase` 0..1 of the pulse; null for none. */
  paintMoving({ hovered = null, selected = null, phase = null } = {}) {
    const context = this.#begin(this.#moving);
    if (!this.#scene) {
      return;
    }
    [hovered, selected].filter((box) => box !== null).forEach((box) => this.#paintNeighbours(context, box));
    if (hovered && hovered !== selected) {
      this.#outline(context, hovered, this.#colors["muted"], 1.5);
    }
    if (selected) {
      this.#outline(context, selected, this.#colors.accent, 3);
    }
    if (phase !== null) {
      this.#paintPulse(context, phase);
    }
  }

  #begin(canvas) {
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const { x, y, scale, wide } = this.view;
    context.setTransform(wide * devicePixelRatio, 0, 0, scale * devicePixelRatio, x * devicePixelRatio, y * devicePixelRatio);
    return context;
  }

  #visible() {
    const from = this.toWorld(0, 0);
    const to = this.toWorld(this.size.width, this.size.height);
    const { column, box } = this.#scene.size;
    return {
      top: from.y,
      bottom: to.y,
      first: Math.max(0, Math.floor((from.x - box) / column)),
      last: Math.min(this.#scene.columns.length - 1, Math.floor(to.x / column)),
    };
  }

  #paintLinks(context, { last }, faint) {
    // Stretched, a steep line is drawn as wide as the picture is: it counts more than how low the picture is.
    const near = this.view.scale ** 0.3 * this.view.wide ** 0.7;
    context.lineWidth = Math.max(1, 0.6 / near);
    context.strokeStyle = this.#colors["line-strong"];
    context.globalAlpha = faint ? 0.25 : this.#scene.links.length > 2000 ? 0.4 : 0.9;
    // A link begins at its column and leads to the right: those that begin behind the right edge can't be seen.
    this.#paths.slice(0, last + 1).forEach((path) => context.stroke(path));
    context.globalAlpha = faint ? 0.35 : 1;
    context.lineWidth = Math.max(2.5, 1.3 / near);
    context.strokeStyle = this.#colors.faint;
    context.stroke(this.#criticalPath);
  }

  #paintBox(context, box) {
    const { box: width, height } = this.#scene.size;
    const status = box.status ?? leading(box.states);
    const tone = this.#colors[toneOf(status)];
    const broken = isBroken(box);
    if (this.view.scale < SHAPES_FROM && !box.states) {
      this.#paintSpeck(context, box, status, tone, broken);
      return;
    }
    context.beginPath();
    context.roundRect(box.x, box.top, width, height, 5);
    context.fillStyle = this.#colors.surface;
    context.fill();
    context.fillStyle = tone;
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * (broken ? 0.22 : waits(status) ? 0.04 : 0.12);
    context.fill();
    context.globalAlpha = alpha;
    context.lineWidth = broken ? 2.5 : this.#scene.critical.has(box.index) ? 1.8 : 1;
    context.strokeStyle = status === "PENDING" || status === "SKIPPED" ? this.#colors["line-strong"] : tone;
    context.setLineDash(status === "SKIPPED" || status === "CANCELLED" ? [4, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (box.states) {
      this.#paintShares(context, box);
    }
    if (this.view.scale >= TEXT_FROM) {
      this.#paintText(context, box, status, tone);
    }
  }

  /** From far away a box is a line; one that failed stays thick enough to be seen, however far. */
  #paintSpeck(context, box, status, tone, broken) {
    const { box: width, height } = this.#scene.size;
    const high = Math.max(height, (broken ? 5 : 1) / this.view.scale);
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * shareOf(status);
    context.fillStyle = status === "PENDING" ? this.#colors["line-strong"] : tone;
    context.fillRect(box.x, box.middle - high / 2, width, high);
    context.globalAlpha = alpha;
  }

  /** How many of the folded tasks are in which state, as one bar at the foot of the box. */
  #paintShares(context, box) {
    const { box: width, height } = this.#scene.size;
    const total = Object.values(box.states).reduce((sum, number) => sum + number, 0);
    let x = box.x + 8;
    for (const status of ORDER) {
      const share = ((box.states[status] ?? 0) / total) * (width - 16);
      const alpha = context.globalAlpha;
      context.globalAlpha = alpha * shareOf(status);
      context.fillStyle = status === "PENDING" ? this.#colors.line : this.#colors[toneOf(status)];
      context.fillRect(x, box.top + height - 8, share, 4);
      context.globalAlpha = alpha;
      x += share;
    }
  }

  #paintText(context, box, status, tone) {
    const { box: width, height } = this.#scene.size;
    const line = box.states ? box.top + height / 2 - 3 : box.middle;
    this.#paintShape(context, box.x + 14, line, status, tone);
    context.font = `${height > 30 ? 13 : 12}px ${this.#fonts}`;
    context.textBaseline = "middle";
    let room = width - 32;
    if (box.states) {
      const total = Object.values(box.states).reduce((sum, number) => sum + number, 0).toLocaleString("en-US");
      context.fillStyle = this.#colors.muted;
      context.textAlign = "right";
      context.fillText(total, box.x + width - 8, line + 0.5);
      room -= context.measureText(total).width + 8;
      context.textAlign = "left";
    }
    context.fillStyle = this.#colors.text;
    context.fillText(this.#fitting(context, box, room), box.x + 25, line + 0.5);
  }

  /** The shapes of hs-state: disc, ring, square, triangle (hollow: ready), dash. */
  #paintShape(context, x, y, status, tone) {
    context.fillStyle = context.strokeStyle = tone;
    context.lineWidth = 1.8;
    context.beginPath();
    switch (toneOf(status)) {
      case "good": context.arc(x, y, 4, 0, 2 * Math.PI); context.fill(); break;
      case "warn": context.arc(x, y, 3.6, 0, 2 * Math.PI); context.stroke(); break;
      case "bad": context.rect(x - 4, y - 4, 8, 8); context.fill(); break;
      case "busy": this.#paintTriangle(context, x, y, status === "READY"); break;
      default: context.moveTo(x - 4, y); context.lineTo(x + 4, y); context.stroke();
    }
  }

  #paintTriangle(context, x, y, hollow) {
    const high = hollow ? 3.7 : 4.5;
    context.moveTo(x - 3, y - high);
    context.lineTo(x + high, y);
    context.lineTo(x - 3, y + high);
    context.closePath();
    if (hollow) {
      context.lineWidth = 1.5;
      context.stroke();
    } else {
      context.fill();
    }
  }

  /** The end of a long name tells tasks apart, so the middle gives way. Measured once per box. */
  #fitting(context, box, room) {
    const known = this.#texts.get(box.index);
    if (known !== undefined) {
      return known;
    }
    let text = box.label;
    const { length } = text;
    let fits = Math.max(4, Math.floor((length * room) / Math.max(1, context.measureText(text).width)));
    if (length > fits) {
      do {
        const head = Math.ceil((fits - 1) / 2);
        text = `${box.label.slice(0, head)}…${box.label.slice(length - (fits - 1 - head))}`;
      } while (context.measureText(text).width > room && --fits >= 4); // Some letters are wider than others.
    }
    this.#texts.set(box.index, text);
    return text;
  }

  #paintNeighbours(context, box) {
    const path = new Path2D();
    this.#scene.links.forEach((link) => {
      if (link.from === box.index || link.to === box.index) {
        this.#scene.trace(link, path);
      }
    });
    context.globalAlpha = 0.8;
    context.lineWidth = Math.max(1.5, 1 / this.view.scale);
    context.strokeStyle = this.#colors.accent;
    context.stroke(path);
    context.globalAlpha = 1;
  }

  #outline(context, box, color, width) {
    const { box: boxWidth, height } = this.#scene.size;
    const { scale, wide } = this.view;
    if (scale < SHAPES_FROM) {
      // From far away a frame would be a smear: a mark as high as can be seen.
      const high = Math.max(height, 6 / scale);
      context.fillStyle = color;
      context.fillRect(box.x - width / wide, box.middle - high / 2, boxWidth + (2 * width) / wide, high);
      return;
    }
    const line = Math.max(width, width / scale / 1.5);
    context.beginPath();
    context.roundRect(box.x - line / 2, box.top - line / 2, boxWidth + line, height + line, 6);
    context.lineWidth = line;
    context.strokeStyle = color;
    context.stroke();
  }

  #paintPulse(context, phase) {
    const seen = this.#visible();
    const wave = 0.5 - 0.5 * Math.cos(2 * Math.PI * phase);
    for (const column of this.#scene.columns.slice(seen.first, seen.last + 1)) {
      for (const box of column) {
        const runs = box.status === "RUNNING" || box.states?.RUNNING > 0;
        if (runs && box.top <= seen.bottom && box.top >= seen.top - this.#scene.size.height) {
          context.globalAlpha = 0.15 + 0.45 * wave;
          this.#outline(context, box, this.#colors.busy, 2 + 2 * wave);
        }
      }
    }
    context.globalAlpha = 1;
  }
}

const waits = (status) => status === "PENDING" || status === "READY";
/** Where there is no shape, what is ready is a paler kind of what runs. */
const shareOf = (status) => (status === "READY" ? 0.45 : 1);
const isBroken = (box) => box.status === "FAILED" || box.states?.FAILED > 0;
