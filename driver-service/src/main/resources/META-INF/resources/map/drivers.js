// The drivers of the part of the world that is seen: all at once, then what changes, and where each is between two reports.
import { EventStream } from "/kit/sse.js";
import { metresBetween, xOf, yOf } from "./world.js";

/** Who went offline is seen for a while, so that nobody just vanishes. */
const FAREWELL_MILLIS = 15_000;
const GLIDE_MIN_MILLIS = 300;
const GLIDE_MAX_MILLIS = 6000;
const TRAIL_MAX = 14;
/** Less than this is the receiver's unrest. */
const MOVED_METRES = 3;
const RATE_MILLIS = 10_000;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Emits "change" after each message, "stream" when another stream is followed, "claim" when somebody gets a driver: { from, driver }. */
export class Drivers extends EventTarget {
  byId = new Map();
  /** Whether there are more than are shown. */
  truncated = false;
  /** When the service said who is there; null until then. */
  asOf = null;
  stream = null;

  #area = null;
  #heard = [];

  watch(area) {
    if (area === this.#area) {
      return;
    }
    this.#area = area;
    this.stream?.stop();
    this.stream = new EventStream(`/drivers/stream?bbox=${area}`);
    this.stream.addEventListener("snapshot", (event) => this.#begin(event.detail));
    this.stream.addEventListener("changes", (event) => this.#change(event.detail));
    this.stream.start();
    this.dispatchEvent(new Event("stream"));
  }

  stop() {
    this.stream?.stop();
    this.#area = null;
  }

  #begin({ asOf, truncated, drivers }) {
    const there = new Set(drivers.map(({ id }) => id));
    for (const id of this.byId.keys()) {
      if (!there.has(id)) {
        this.byId.delete(id);
      }
    }
    this.asOf = asOf;
    this.truncated = truncated;
    drivers.forEach((driver) => this.#put(driver));
    this.dispatchEvent(new Event("change"));
  }

  #change({ drivers, gone }) {
    drivers.forEach((driver) => this.#put(driver));
    gone.forEach((id) => this.byId.delete(id));
    this.#heard.push({ at: Date.now(), count: drivers.length });
    this.dispatchEvent(new Event("change"));
  }

  #put(told) {
    this.#remember(told);
    if (told.claimedFrom) {
      this.dispatchEvent(new CustomEvent("claim", { detail: { from: told.claimedFrom, driver: this.byId.get(told.id) } }));
    }
  }

  #remember({ id, status, lat, lon, positionAt }) {
    const now = performance.now();
    const known = this.byId.get(id);
    if (!known) {
      const [x, y] = [xOf(lon), yOf(lat)];
      this.byId.set(id, { id, status, lat, lon, positionAt, x, y, fromX: x, fromY: y, began: now, lasts: 0, heardAt: now,
        heading: null, speed: null, trail: [x, y], leftAt: status === "OFFLINE" ? now : null });
      return;
    }
    known.status = status;
    known.leftAt = status === "OFFLINE" ? (known.leftAt ?? now) : null;
    if (Date.parse(positionAt) > Date.parse(known.positionAt)) {
      move(known, { lat, lon, positionAt }, now);
    }
  }

  /** Who is seen no longer because they left is forgotten. */
  forgetGone() {
    const now = performance.now();
    for (const driver of this.byId.values()) {
      if (driver.leftAt !== null && now - driver.leftAt > FAREWELL_MILLIS) {
        this.byId.delete(driver.id);
      }
    }
  }

  /** Changes per second, of late. */
  rate() {
    const since = Date.now() - RATE_MILLIS;
    this.#heard = this.#heard.filter(({ at }) => at > since);
    return this.#heard.reduce((sum, { count }) => sum + count, 0) / (RATE_MILLIS / 1000);
  }
}

function move(driver, { lat, lon, positionAt }, now) {
  const metres = metresBetween(driver, { lat, lon });
  const seconds = (Date.parse(positionAt) - Date.parse(driver.positionAt)) / 1000;
  const here = placeOf(driver, now);
  driver.fromX = here.x;
  driver.fromY = here.y;
  driver.x = xOf(lon);
  driver.y = yOf(lat);
  driver.began = now;
  driver.lasts = calm.matches ? 0 : Math.min(GLIDE_MAX_MILLIS, Math.max(GLIDE_MIN_MILLIS, now - driver.heardAt));
  driver.heardAt = now;
  if (metres > MOVED_METRES) {
    driver.heading = Math.atan2(driver.x - xOf(driver.lon), yOf(driver.lat) - driver.y);
    driver.trail.push(driver.x, driver.y);
    driver.trail.splice(0, driver.trail.length - 2 * TRAIL_MAX);
  }
  driver.speed = seconds > 0 ? metres / seconds : driver.speed;
  Object.assign(driver, { lat, lon, positionAt });
}

/** Where it is drawn now: on its way from where it was drawn to where it was last reported. */
export function placeOf(driver, now) {
  const part = driver.lasts === 0 ? 1 : Math.min(1, (now - driver.began) / driver.lasts);
  return { x: driver.fromX + (driver.x - driver.fromX) * part, y: driver.fromY + (driver.y - driver.fromY) * part };
}

export const isGliding = (driver, now) => now - driver.began < driver.lasts;
