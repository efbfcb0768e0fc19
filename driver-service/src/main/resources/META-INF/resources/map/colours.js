// The colours of the page for a canvas, which knows no custom properties.

const probe = document.createElement("span");
probe.hidden = true;
const known = new Map();
const listeners = new Set();

/** `colour("good")`: as CSS writes it, in the theme of the moment. */
export function colour(name) {
  if (!known.has(name)) {
    document.body.append(probe);
    probe.style.color = `var(--${name})`;
    known.set(name, getComputedStyle(probe).color);
    probe.remove();
  }
  return known.get(name);
}

/** Calls the listener when all colours have changed. */
export function onThemeChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function forget() {
  known.clear();
  listeners.forEach((listener) => listener());
}

new MutationObserver(forget).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", forget);
