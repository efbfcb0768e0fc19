// What the address bar says about the view: filters, sort order, the open panel. A link reproduces what its sender saw.

const listeners = new Set();

export function urlParam(name) {
  return new URLSearchParams(location.search).get(name);
}

/**
 * Changes parameters; null removes one. A step that Back should undo (opening a panel) is pushed,
 * a refinement of the same view (a filter) replaces the current entry.
 */
export function setUrlParams(changes, { push = false } = {}) {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") {
      params.delete(name);
    } else {
      params.set(name, value);
    }
  }
  const query = params.toString();
  const address = location.pathname + (query ? `?${query}` : "") + location.hash;
  history[push ? "pushState" : "replaceState"](push ? { pushed: true } : history.state, "", address);
  notify();
}

/** Undoes a pushed step: goes back when this page pushed it, else (the link was opened directly) removes the parameter. */
export function leaveUrlParam(name) {
  if (history.state?.pushed) {
    history.back();
  } else {
    setUrlParams({ [name]: null });
  }
}

/** Calls the listener after every change, by us or by Back and Forward. Returns how to stop. */
export function onUrlChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify() {
  listeners.forEach((listener) => listener());
}

addEventListener("popstate", notify);
