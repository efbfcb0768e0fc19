// A server-sent event stream that knows how it is doing. It reads the response body itself instead of using EventSource, which hides
// what the live indicator has to say: heartbeat comments, the status code of a refusal, when the next attempt is due.
import { goToLogin } from "./api.js";

const BACKOFF_MILLIS = [1000, 2000, 4000, 8000, 15_000];
const ENDINGS = { 403: "refused", 404: "absent" };

/**
 * Emits one CustomEvent per event name (detail: the parsed JSON) and "state" whenever `state` may read differently:
 *   connecting  | not connected yet
 *   live        | connected; what was received is current
 *   reconnecting| the connection is gone, the next attempt is due in `seconds`
 *   stale       | what was received is older than `staleMillis`: of the time `since`
 *   paused      | nobody sees the page: the connection is closed, the next sight of the page opens it again
 *   refused     | the caller may not read this stream (403): no further attempt
 *   absent      | there is no such stream (404): no further attempt
 */
export class EventStream extends EventTarget {
  #path;
  #quietMillis;
  #staleMillis;
  #steady;
  #hiddenMillis;
  #open = false;
  #abort = null;
  #failures = 0;
  #retryAt = 0;
  #retry = 0;
  #ticker = 0;
  #lastSignAt = 0;
  #lastBytesAt = 0;
  #lastEventAt = 0;
  #lastEventId = null;
  #ending = null;
  #paused = false;
  #resumedAt = 0;
  #hiding = 0;

  /**
   * `quietMillis`: a connection without as much as a heartbeat for this long is dead (the server sends one every 15 s).
   * `steady`: events come at a steady pace, so that missing ones mean stale; otherwise no event means no news.
   * `hiddenMillis`: a page that nobody has seen for this long gives its connection up. Over HTTP/1.1 a browser opens six connections
   * to a service for all tabs together; with six streams held by tabs in the background, a seventh would not even load.
   */
  constructor(path, { quietMillis = 20_000, staleMillis = 10_000, steady = false, hiddenMillis = 10_000 } = {}) {
    super();
    this.#path = path;
    this.#quietMillis = quietMillis;
    this.#staleMillis = staleMillis;
    this.#steady = steady;
    this.#hiddenMillis = hiddenMillis;
  }

  get state() {
    if (this.#ending) {
      return { name: this.#ending };
    }
    if (this.#paused) {
      return { name: "paused" };
    }
    const since = this.#currentAsOf();
    // After a pause everything is old; it is stale only if nothing new comes in spite of trying.
    if (since && Date.now() - Math.max(since, this.#resumedAt) >= this.#staleMillis) {
      return { name: "stale", since, seconds: this.#secondsToRetry() };
    }
    if (this.#open) {
      return { name: "live" };
    }
    return this.#failures > 0 ? { name: "reconnecting", seconds: this.#secondsToRetry() } : { name: "connecting" };
  }

  #currentAsOf() {
    return this.#steady ? this.#lastEventAt : this.#open ? Date.now() : this.#lastBytesAt;
  }

  start() {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.#begin();
    this.#onVisibility();
    return this;
  }

  stop() {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    clearTimeout(this.#hiding);
    this.#disconnect();
  }

  #onVisibility = () => {
    clearTimeout(this.#hiding);
    if (document.hidden) {
      this.#hiding = setTimeout(() => this.#pause(), this.#hiddenMillis);
    } else if (this.#paused) {
      this.#resume();
    } else {
      this.#hurry();
    }
  };

  #pause() {
    if (!this.#ending) {
      this.#paused = true;
      this.#disconnect();
      this.#announce();
    }
  }

  #resume() {
    this.#paused = false;
    this.#resumedAt = Date.now();
    this.#failures = 0;
    this.#begin();
    this.#announce();
  }

  #begin() {
    this.#ticker = setInterval(() => this.#tick(), 1000);
    this.#connect();
  }

  #disconnect() {
    clearInterval(this.#ticker);
    clearTimeout(this.#retry);
    this.#retry = 0;
    this.#abort?.abort();
    this.#abort = null;
    this.#open = false;
  }

  async #connect() {
    clearTimeout(this.#retry);
    this.#retry = 0;
    const attempt = new AbortController();
    this.#abort = attempt;
    this.#lastSignAt = Date.now();
    let retryAfterSeconds = 0;
    try {
      const response = await fetch(this.#path, { headers: this.#headers(), cache: "no-store", signal: attempt.signal });
      if (response.status === 401) {
        goToLogin();
        return;
      }
      this.#ending = ENDINGS[response.status] ?? null;
      retryAfterSeconds = Number(response.headers.get("Retry-After")) || 0;
      if (response.ok) {
        await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
      }
    } catch {
      // A broken connection and our own abort end here alike: the next attempt follows.
    }
    if (this.#abort !== attempt) {
      return;
    }
    this.#open = false;
    if (this.#ending) {
      this.#announce();
    } else {
      this.#scheduleRetry(retryAfterSeconds);
    }
  }

  #headers() {
    const headers = { Accept: "text/event-stream" };
    if (this.#lastEventId !== null) {
      headers["Last-Event-ID"] = this.#lastEventId;
    }
    return headers;
  }

  async #read(reader) {
    let buffered = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      this.#received();
      const blocks = (buffered + value).replaceAll("\r\n", "\n").split("\n\n");
      buffered = blocks.pop();
      blocks.forEach((block) => this.#dispatch(block));
    }
  }

  #dispatch(block) {
    let type = "message";
    const data = [];
    for (const line of block.split("\n")) {
      const [, field, text] = /^([^:]*):? ?(.*)$/.exec(line);
      if (field === "event") {
        type = text;
      } else if (field === "data") {
        data.push(text);
      } else if (field === "id") {
        this.#lastEventId = text;
      }
    }
    if (data.length === 0) {
      return;
    }
    this.#lastEventAt = Date.now();
    this.dispatchEvent(new CustomEvent(type, { detail: JSON.parse(data.join("\n")) }));
    this.#announce();
  }

  #received() {
    this.#lastSignAt = this.#lastBytesAt = Date.now();
    this.#failures = 0;
    if (!this.#open) {
      this.#open = true;
      this.#announce();
    }
  }

  #scheduleRetry(retryAfterSeconds) {
    const backoff = BACKOFF_MILLIS[Math.min(this.#failures, BACKOFF_MILLIS.length - 1)];
    // Up to a fifth more, so that a restarted service is not met by all its pages at once.
    const delay = Math.max(backoff * (1 + Math.random() / 5), retryAfterSeconds * 1000);
    this.#failures++;
    this.#retryAt = Date.now() + delay;
    this.#retry = setTimeout(() => this.#connect(), delay);
    this.#announce();
  }

  #tick() {
    if (this.#retry === 0 && Date.now() - this.#lastSignAt > this.#quietMillis) {
      this.#abort?.abort();
    }
    this.#announce();
  }

  /** The network or the reader is back: no reason to sit out the backoff. */
  #hurry = () => {
    if (this.#retry !== 0 && !document.hidden) {
      this.#connect();
    }
  };

  #secondsToRetry() {
    return this.#retry === 0 ? 0 : Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
  }

  #announce() {
    this.dispatchEvent(new Event("state"));
  }
}
