// All monitors and how they are doing: read in pages from the service, then kept current by the stream of results.
import { get } from "/kit/api.js";
import { EventStream } from "/kit/sse.js";
import { ALL_ANSWER } from "./backends.js";
import { isFailing, isOverdue, setServiceTime } from "./freshness.js";

const PAGE = 500;
const RECENT = 30;
const RELOAD_MILLIS = 60_000;
/** While something does not answer, and after a state has changed: the stream does not carry all there is to say about it. */
const SOON_MILLIS = 2000;
const SOON_AGAIN_MILLIS = 5000;
const LOOK_MILLIS = 1000;
const ORDER = ["down", "confirming", "unknown", "maintenance", "up", "paused"];
/** One for all: a comparison that looks for its rules each time takes ten times as long. */
const NAMES = new Intl.Collator("en", { numeric: true });
const LETTERS = { up: "u", down: "d", unknown: "x" };

/** Emits "change" when anything may read differently. */
export class Monitors extends EventTarget {
  /** Id to status as the service answers, plus what was heard since. */
  byId = new Map();
  loaded = false;
  /** What went wrong at the last reading. */
  problem = null;
  /** How many are unknown because a part of Redis did not answer. */
  unanswered = 0;
  /** Of how many there should have been a result. */
  overdue = 0;
  backends = ALL_ANSWER;
  stream = new EventStream("/monitors/events");

  /** Ids as they were sorted last. */
  #order = [];
  #isOrdered = false;
  #look = 0;
  #reading = null;
  #readAt = 0;
  #turnedAt = 0;
  /** Of whom a result was heard since the last reading began. */
  #heard = new Set();

  start() {
    this.stream.addEventListener("snapshot", (event) => this.#begin(event.detail));
    this.stream.addEventListener("backends", (event) => this.#hear(event.detail));
    this.stream.addEventListener("results", (event) => this.#take(event.detail.results));
    this.stream.start();
    // Reads at the first look if the stream has not begun by then.
    this.#look = setInterval(() => this.#lookAround(), LOOK_MILLIS);
    return this;
  }

  stop() {
    clearInterval(this.#look);
    this.stream.stop();
  }

  /** What a reading that is under way has passed by may have changed before the stream began to tell. */
  #begin({ asOf, backends }) {
    setServiceTime(asOf);
    this.backends = backends;
    Promise.resolve(this.#reading).then(() => this.reload());
  }

  #hear(backends) {
    this.backends = backends;
    this.reload();
  }

  /** Time alone makes what is shown old. */
  #lookAround() {
    const overdue = [...this.byId.values()].filter(isOverdue).length;
    if (overdue !== this.overdue) {
      this.overdue = overdue;
      this.dispatchEvent(new Event("change"));
    }
    if (!document.hidden && Date.now() >= this.#dueAt()) {
      this.reload();
    }
  }

  #dueAt() {
    const isTroubled = this.problem || this.unanswered + this.overdue > 0 || this.backends.redis !== "up";
    const soon = isTroubled ? this.#readAt + SOON_AGAIN_MILLIS : this.#readAt + RELOAD_MILLIS;
    return this.#turnedAt > this.#readAt ? Math.min(soon, Math.max(this.#turnedAt + SOON_MILLIS, this.#readAt + SOON_AGAIN_MILLIS)) : soon;
  }

  /** Reads everything again; while that is under way, asking again changes nothing. */
  reload() {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #read() {
    const begun = Date.now();
    const found = new Map();
    let unanswered = 0;
    let cursor = null;
    this.#heard.clear();
    try {
      do {
        const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
        const page = await get(`/monitors/status?limit=${PAGE}&recent=${RECENT}${after}`, { quiet: true });
        page.items.forEach((monitor) => found.set(monitor.id, this.#newer(monitor)));
        unanswered += page.unanswered;
        cursor = page.nextCursor;
      } while (cursor);
      this.byId = found;
      this.#isOrdered = false;
      this.unanswered = unanswered;
      this.loaded = true;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.#readAt = begun;
    this.dispatchEvent(new Event("change"));
  }

  /** A result that was heard while the pages were read is not undone by them. One that was heard before is among what they say. */
  #newer(monitor) {
    const known = this.byId.get(monitor.id);
    if (!monitor.answered) {
      return withLastKnown(monitor, known);
    }
    return this.#heard.has(monitor.id) && !(monitor.checkedAt >= known.checkedAt) ? { ...monitor, ...liveFieldsOf(known) } : monitor;
  }

  #take(results) {
    for (const result of results) {
      const known = this.byId.get(result.id);
      if (known && !(known.checkedAt >= result.at)) {
        if (known.state !== result.state) {
          this.#turnedAt = Date.now();
          this.#isOrdered = false;
        }
        this.byId.set(result.id, withResult(known, result));
        this.#heard.add(result.id);
      }
    }
    this.dispatchEvent(new Event("change"));
  }

  /** Problems first, then by name. Results that change no state change no order, and what was sorted once is nearly so again. */
  sorted() {
    if (!this.#isOrdered) {
      const known = this.#order.filter((id) => this.byId.has(id));
      const all = known.length === this.byId.size ? known : [...new Set([...known, ...this.byId.keys()])];
      this.#order = all.map((id) => this.byId.get(id))
        .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || NAMES.compare(one.name, other.name))
        .map(({ id }) => id);
      this.#isOrdered = true;
    }
    return this.#order.map((id) => this.byId.get(id));
  }
}

const liveFieldsOf = ({ state, since, checkedAt, reason, statusCode, latencyMs, message, incident, recent }) =>
  ({ state, since, checkedAt, reason, statusCode, latencyMs, message, incident, recent });

/** Redis that does not answer takes nothing away: what was known is old from then on. */
export function withLastKnown(monitor, known) {
  return known ? { ...known, ...monitor, since: undefined, incident: undefined, recent: known.recent } : monitor;
}

/** What a result does not tell is that of the result before only if nothing has changed. */
export function withResult(monitor, { state, verdict, reason, statusCode, latencyMs, at }) {
  const isSame = monitor.reason === reason && (monitor.statusCode ?? 0) === statusCode;
  return {
    ...monitor,
    state,
    answered: true,
    since: monitor.state === state ? (monitor.since ?? at) : at,
    incident: outageAfter(monitor, state, at),
    checkedAt: at,
    reason,
    statusCode,
    latencyMs,
    message: isSame ? monitor.message : undefined,
    phases: undefined,
    recent: [`${LETTERS[verdict]}${latencyMs}`, ...(monitor.recent ?? [])].slice(0, Math.max(RECENT, monitor.recent?.length ?? 0)),
  };
}

function outageAfter({ incident }, state, at) {
  if (isFailing({ state })) {
    return incident ?? { firstFailureAt: at, failureCount: 1 };
  }
  return state === "maintenance" ? incident : undefined;
}

/** Oldest first, as they are drawn: { verdict: "u", latencyMs }. */
export const resultsOf = (monitor) =>
  (monitor.recent ?? []).map((text) => ({ verdict: text[0], latencyMs: Number(text.slice(1)) })).reverse();

/** A job that only reports its end has not told how long it took. */
export const latencyOf = ({ kind, latencyMs }) => (kind === "push" && latencyMs === 0 ? undefined : latencyMs);

export function countsOf(monitors) {
  const counts = Object.fromEntries(ORDER.map((state) => [state, 0]));
  monitors.forEach((monitor) => counts[monitor.state]++);
  return counts;
}
