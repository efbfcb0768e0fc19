// Values that are asked for again and again. Tells how it is doing as an EventStream does, so that <hs-live> can show it.

const TICK_MILLIS = 1000;
const BACKOFF_MAX_MILLIS = 15_000;

/**
 * Emits "values" (detail: what `ask` brought) and "state" whenever `state` may read differently. Nobody is asked while nobody sees
 * the page. States: connecting, live, reconnecting { seconds }, stale { since, seconds }, paused, refused.
 */
export class Poll extends EventTarget {
  /** Why the last attempt brought nothing; null after one that did. */
  problem = null;

  #ask;
  #periodMillis;
  #staleMillis;
  #timer = 0;
  #ticker = 0;
  #round = 0;
  #failures = 0;
  #retryAt = 0;
  #lastAt = 0;
  #resumedAt = 0;

  /** `ask`: () => a promise of the values. They are stale after `staleMillis` without new ones. */
  constructor(ask, { periodMillis = 2000, staleMillis = 3 * periodMillis + 4000 } = {}) {
    super();
    this.#ask = ask;
    this.#periodMillis = periodMillis;
    this.#staleMillis = staleMillis;
  }

  get state() {
    if (this.problem?.status === 403) {
      return { name: "refused" };
    }
    if (document.hidden) {
      return { name: "paused" };
    }
    const seconds = this.#failures === 0 ? 0 : Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
    if (this.#lastAt > 0 && Date.now() - Math.max(this.#lastAt, this.#resumedAt) >= this.#staleMillis) {
      return { name: "stale", since: this.#lastAt, seconds };
    }
    return this.#failures > 0 ? { name: "reconnecting", seconds } : { name: this.#lastAt > 0 ? "live" : "connecting" };
  }

  start() {
    document.addEventListener("visibilitychange", this.#onVisibility);
    addEventListener("online", this.now);
    this.#ticker = setInterval(() => this.#announce(), TICK_MILLIS);
    this.now();
    return this;
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#onVisibility);
    removeEventListener("online", this.now);
    clearInterval(this.#ticker);
    clearTimeout(this.#timer);
    this.#round++;
  }

  /** Asks at once, as after a change; an answer that is still under way is older and no longer wanted. */
  now = async () => {
    clearTimeout(this.#timer);
    const round = ++this.#round;
    let values;
    let problem = null;
    try {
      values = await this.#ask();
    } catch (failure) {
      problem = failure;
    }
    if (round === this.#round) {
      this.#receive(values, problem);
    }
  };

  #receive(values, problem) {
    this.problem = problem;
    this.#failures = problem ? this.#failures + 1 : 0;
    const delay = Math.min(this.#periodMillis * 2 ** Math.max(0, this.#failures - 1), BACKOFF_MAX_MILLIS);
    this.#retryAt = Date.now() + delay;
    this.#timer = setTimeout(() => !document.hidden && this.now(), delay);
    if (!problem) {
      this.#lastAt = Date.now();
      this.dispatchEvent(new CustomEvent("values", { detail: values }));
    }
    this.#announce();
  }

  #onVisibility = () => {
    if (!document.hidden) {
      this.#resumedAt = Date.now();
      this.now();
    }
    this.#announce();
  };

  #announce() {
    this.dispatchEvent(new Event("state"));
  }
}
