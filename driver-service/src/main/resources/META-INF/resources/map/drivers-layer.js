// All drivers on one canvas over the map: signs that glide, trails behind them, and circles with a number where they would hide each other.
import { DomUtil, Layer } from "/map/vendor/leaflet-src.esm.js";
import { count } from "/kit/format.js";
import { clustersOf } from "./clusters.js";
import { colour, onThemeChange } from "./colours.js";
import { isGliding, placeOf } from "./drivers.js";
import { reachOf, signOf } from "./signs.js";
import { latOf, lonOf } from "./world.js";

const TILE = 256;
/** While signs glide; more is not seen, less is. */
const FRAME_MILLIS = 1000 / 30;
const EDGE = 24;
/** From this zoom on everybody is drawn, however close they are. */
const SINGLE_ZOOM = 12;
const TRAIL_ZOOM = 13;
/** Of more than that the trails are a carpet, and most of what a frame costs. */
const TRAILS_MAX = 1500;
const HIT = 14;
const MEASURED_MAX = 300;

export const DriversLayer = Layer.extend({
  initialize(drivers) {
    this.drivers = drivers;
    this.selected = null;
    /** How long the last frames took to draw, in milliseconds. */
    this.frames = [];
    this._clusters = [];
    this._dirty = true;
  },

  onAdd(map) {
    const pane = map.getPane("drivers") ?? map.createPane("drivers");
    this._canvas = DomUtil.create("canvas", "leaflet-zoom-hide", pane);
    this._canvas.setAttribute("aria-hidden", "true");
    this._stopTheme = onThemeChange(() => this.redraw());
    this.drivers.addEventListener("change", (this._onChange = () => this.redraw()));
    map.on("move zoom resize viewreset", this.redraw, this);
    this._loop();
  },

  onRemove(map) {
    cancelAnimationFrame(this._frame);
    this._stopTheme();
    this.drivers.removeEventListener("change", this._onChange);
    map.off("move zoom resize viewreset", this.redraw, this);
    this._canvas.remove();
  },

  redraw() {
    this._dirty = true;
  },

  select(id) {
    this.selected = id;
    this.redraw();
  },

  _loop() {
    this._frame = requestAnimationFrame((now) => {
      if (this._dirty || (this._glides && now - this._drawnAt >= FRAME_MILLIS)) {
        this._frameAt(now);
      }
      this._loop();
    });
  },

  _frameAt(now) {
    this._dirty = false;
    this._drawnAt = now;
    const begun = performance.now();
    this._draw(now);
    this.frames.push(performance.now() - begun);
    this.frames.splice(0, this.frames.length - MEASURED_MAX);
  },

  _draw(now) {
    this.drivers.forgetGone();
    const size = this._map.getSize();
    const context = this._context(size);
    const scale = TILE * 2 ** this._map.getZoom();
    const origin = this._map.getPixelBounds().min;
    const seen = this._seen(now, size, scale, origin);
    const clusters = this._map.getZoom() < SINGLE_ZOOM ? clustersOf(seen, origin) : null;
    this._clusters = clusters ? clusters.filter(({ members }) => members.length > 1) : [];
    const single = clusters ? clusters.filter(({ members }) => members.length === 1).map(({ members }) => members[0]) : seen;
    this._single = single;
    if (this._map.getZoom() >= TRAIL_ZOOM && single.length <= TRAILS_MAX) {
      drawTrails(context, single, scale, origin);
    }
    const signSize = this._map.getZoom() >= 14 ? 9 : this._map.getZoom() >= SINGLE_ZOOM ? 7 : 6;
    this._drawSigns(context, single, signSize);
    this._clusters.forEach((cluster) => drawCluster(context, cluster));
  },

  _context(size) {
    const canvas = this._canvas;
    DomUtil.setPosition(canvas, this._map.containerPointToLayerPoint([0, 0]));
    const [width, height] = [size.x * devicePixelRatio, size.y * devicePixelRatio].map(Math.round);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    const context = canvas.getContext("2d");
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, size.x, size.y);
    return context;
  },

  /** Everybody on the screen, with the pixel; the world repeats itself to the east and west. */
  _seen(now, size, scale, origin) {
    const seen = [];
    this._glides = false;
    for (const driver of this.drivers.byId.values()) {
      const { x, y } = placeOf(driver, now);
      const top = y * scale - origin.y;
      if (top < -EDGE || top > size.y + EDGE) {
        continue;
      }
      const first = ((((x * scale - origin.x + EDGE) % scale) + scale) % scale) - EDGE;
      for (let left = first; left < size.x + EDGE; left += scale) {
        seen.push({ driver, left, top });
      }
      this._glides ||= isGliding(driver, now);
    }
    return seen;
  },

  _drawSigns(context, seen, size) {
    const reach = reachOf(size);
    for (const { driver, left, top } of seen) {
      context.drawImage(signOf(driver.status, driver.heading, size), left - reach, top - reach, 2 * reach, 2 * reach);
      if (driver.id === this.selected) {
        context.beginPath();
        context.arc(left, top, reach + 3, 0, 2 * Math.PI);
        context.lineWidth = 2.5;
        context.strokeStyle = colour("accent");
        context.stroke();
      }
    }
  },

  /** What is at a point of the screen: { driver } or { bounds } of a cluster, or null. */
  at(point) {
    // A click may come before the frame that shows what has just arrived.
    if (this._dirty) {
      this._frameAt(performance.now());
    }
    const cluster = this._clusters.find(({ left, top, radius }) => Math.hypot(left - point.x, top - point.y) <= radius);
    if (cluster) {
      return { bounds: boundsOf(cluster.members) };
    }
    let found = null;
    let nearest = HIT;
    for (const { driver, left, top } of this._single ?? []) {
      const away = Math.hypot(left - point.x, top - point.y);
      if (away < nearest) {
        [found, nearest] = [{ driver }, away];
      }
    }
    return found;
  },
});

const boundsOf = (members) => {
  const lats = members.map(({ driver }) => latOf(driver.y));
  const lons = members.map(({ driver }) => lonOf(driver.x));
  return [[Math.min(...lats), Math.min(...lons)], [Math.max(...lats), Math.max(...lons)]];
};

/** A number, and around it the share of those who can be had. */
function drawCluster(context, { members, left, top, radius }) {
  const available = members.filter(({ driver }) => driver.status === "AVAILABLE").length / members.length;
  const begin = -Math.PI / 2;
  const change = begin + 2 * Math.PI * available;
  context.beginPath();
  context.arc(left, top, radius, 0, 2 * Math.PI);
  context.fillStyle = colour("surface");
  context.fill();
  context.lineWidth = 3;
  ring(context, { left, top, radius }, begin, change, "good");
  ring(context, { left, top, radius }, change, begin + 2 * Math.PI, "busy");
  context.fillStyle = colour("text");
  context.font = `600 ${radius > 17 ? 12 : 11}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(count(members.length), left, top + 0.5);
}

function ring(context, { left, top, radius }, from, to, name) {
  if (to - from > 0.01) {
    context.beginPath();
    context.arc(left, top, radius, from, to);
    context.strokeStyle = colour(name);
    context.stroke();
  }
}

function drawTrails(context, seen, scale, origin) {
  context.save();
  context.globalAlpha = 0.28;
  context.lineWidth = 2;
  context.lineCap = context.lineJoin = "round";
  for (const [status, name] of [["AVAILABLE", "good"], ["BUSY", "busy"]]) {
    context.strokeStyle = colour(name);
    context.beginPath();
    for (const { driver, left, top } of seen) {
      const { trail } = driver;
      if (driver.status !== status || trail.length < 4) {
        continue;
      }
      context.moveTo(trail[0] * scale - origin.x, trail[1] * scale - origin.y);
      // The last point is where it is going to.
      for (let i = 2; i < trail.length - 2; i += 2) {
        context.lineTo(trail[i] * scale - origin.x, trail[i + 1] * scale - origin.y);
      }
      context.lineTo(left, top);
    }
    context.stroke();
  }
  context.restore();
}
