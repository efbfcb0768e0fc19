// The stream of this service: how it is now, and the last hour of all requests, continued as it comes.
import { History } from "/kit/history.js";
import { EventStream } from "/kit/sse.js";
import { ALL_ANSWER } from "./backends.js";

/** Something comes every two seconds: five missing ones mean that what is shown is old. */
const STALE_MILLIS = 10_000;

/** Emits "change" whenever there is news. */
export class Live extends EventTarget {
  stream = new EventStream("/stream", { staleMillis: STALE_MILLIS, steady: true });
  /** The last tick; null before the first. */
  now = null;
  history = null;

  constructor() {
    super();
    this.stream.addEventListener("snapshot", ({ detail }) => {
      this.history = new History(detail.series);
      this.#take(detail.now);
    });
    this.stream.addEventListener("tick", ({ detail }) => {
      detail.steps.forEach((step) => this.history?.add(new Date(step.at).getTime(), step.values));
      this.#take(detail);
    });
    this.stream.addEventListener("state", () => this.dispatchEvent(new Event("change")));
  }

  get backends() {
    return this.now?.backends ?? ALL_ANSWER;
  }

  get isCutOff() {
    return this.stream.state.name === "stale";
  }

  start() {
    this.stream.start();
  }

  stop() {
    this.stream.stop();
  }

  points(name) {
    return this.history?.points(name) ?? [];
  }

  /** The mean of the last known steps. */
  recent(name, steps = 6) {
    const known = this.points(name).slice(-steps).filter((point) => point !== null);
    return known.length === 0 ? null : known.reduce((sum, point) => sum + point, 0) / known.length;
  }

  /** What Redis does not tell at the moment stays as it was. */
  #take(now) {
    this.now = { ...now, totals: now.totals ?? this.now?.totals ?? null };
    this.dispatchEvent(new Event("change"));
  }
}
