// A list that a service hands out in pages, newest or first page first. During an outage it says so once, in its own place,
// and asks again by itself until the outage is over.
import { get } from "./api.js";
import { toast } from "./toast.js";

const RETRY_MILLIS = 3000;

export class PagedList {
  /** null until the first page is there. */
  items = null;
  /** Why the first page is not there, or no longer of now. */
  problem = null;

  #address;
  #changed;
  #cursor = null;
  #retry = 0;

  /** `address` with the wished page size; `changed` is called after each change. */
  constructor(address, changed) {
    this.#address = address;
    this.#changed = changed;
  }

  /** Begins anew with the first page. */
  load = async () => {
    clearTimeout(this.#retry);
    try {
      const page = await get(this.#address, { quiet: true });
      this.items = page.items;
      this.#cursor = page.nextCursor;
      this.problem = null;
    } catch (problem) {
      this.#onFailed(problem);
    }
    this.#changed();
  };

  /** Fetches one more page; null when there is none. */
  get more() {
    return this.#cursor ? this.#loadMore : null;
  }

  /** Shows a new item without asking again. */
  prepend(item) {
    this.items = [item, ...(this.items ?? [])];
    this.#changed();
  }

  /** To be called when nobody looks any more. */
  stop() {
    clearTimeout(this.#retry);
  }

  #onFailed(problem) {
    // The same again stays as it is: a screen reader would read it out every few seconds.
    if (this.problem?.message !== problem.message) {
      this.problem = problem;
    }
    if (problem.isOutage) {
      this.#retry = setTimeout(this.load, Math.max(RETRY_MILLIS, problem.retryAfterMillis ?? 0));
    }
  }

  #loadMore = async () => {
    try {
      const page = await get(`${this.#address}&cursor=${encodeURIComponent(this.#cursor)}`);
      this.items = [...this.items, ...page.items];
      this.#cursor = page.nextCursor;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
    this.#changed();
  };
}
