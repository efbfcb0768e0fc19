// The service's own HTTP interface: problem+json becomes a Problem, writes carry the session's CSRF token,
// a missing session leads to the login page, a 503 is announced to the top bar.

/** An answer that is not a success, or no answer at all (status 0). */
export class Problem extends Error {
  constructor(status, body = {}, retryAfterSeconds = null) {
    super(body.detail ?? body.title ?? `The service answered ${status}.`);
    this.status = status;
    this.title = body.title ?? "Something went wrong";
    this.detail = body.detail ?? "";
    this.errors = body.errors ?? [];
    this.instance = body.instance ?? null;
    this.retryAfterMillis = body.retryAfterMs ?? (retryAfterSeconds ? retryAfterSeconds * 1000 : null);
  }

  /** Nobody did anything wrong: the same request may succeed later. */
  get isOutage() {
    return this.status === 0 || this.status === 503;
  }

  /** The message for one form field, by its JSON pointer: "/name". */
  field(pointer) {
    return this.errors.find((error) => error.pointer?.replace(/^#/, "") === pointer)?.detail ?? null;
  }
}

/** Emits "unavailable" (detail: the Problem) and "available", for a banner. */
export const availability = new EventTarget();

const answers = new Map();

/** Asked once per page; after a failure, again. */
function askOnce(path) {
  if (!answers.has(path)) {
    answers.set(path, get(path).catch((problem) => {
      answers.delete(path);
      throw problem;
    }));
  }
  return answers.get(path);
}

/** What this service is. */
export const about = () => askOnce("/about");

/** Who is signed in. */
export const currentSession = () => askOnce("/session");

/** `quiet`: the caller shows an outage in its own place, so the top bar need not. */
export const get = (path, { quiet = false } = {}) => send("GET", path, undefined, quiet ? () => {} : announce);
export const post = (path, body) => send("POST", path, body);
/** A document as it was written: `type` is its media type. */
export const postText = (path, text, type) => send("POST", path, text, announce, type);
export const put = (path, body) => send("PUT", path, body);
export const remove = (path) => send("DELETE", path);

/** Whoever calls these leaves the page afterwards: what was asked once is old then. */
export const login = (key) => send("POST", "/login", { key });
export const logout = () => send("POST", "/logout");

export function goToLogin() {
  const here = location.pathname + location.search;
  location.assign(`/login.html?next=${encodeURIComponent(here)}`);
}

async function send(method, path, body, onOutage = announce, type = "application/json") {
  const response = await answer(method, path, body, onOutage, type);
  if (response.ok) {
    availability.dispatchEvent(new Event("available"));
    return response.status === 204 ? null : response.json();
  }
  const problem = await problemOf(response);
  if (problem.status === 401 && path !== "/login") {
    goToLogin();
  }
  if (problem.isOutage) {
    onOutage(problem);
  }
  throw problem;
}

async function answer(method, path, body, onOutage, type) {
  const headers = { Accept: "application/json, application/problem+json" };
  if (body !== undefined) {
    headers["Content-Type"] = type;
  }
  if (method !== "GET" && path !== "/login") {
    const token = (await currentSession()).csrfToken;
    if (token) {
      headers["X-CSRF-Token"] = token;
    }
  }
  try {
    return await fetch(path, { method, headers, body: typeof body === "string" || body === undefined ? body : JSON.stringify(body) });
  } catch {
    const problem = new Problem(0, {
      title: "The service does not answer",
      detail: `No answer from ${location.host}. It may be restarting.`,
    });
    onOutage(problem);
    throw problem;
  }
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body, Number(response.headers.get("Retry-After")) || null);
}

function announce(problem) {
  availability.dispatchEvent(new CustomEvent("unavailable", { detail: problem }));
}
