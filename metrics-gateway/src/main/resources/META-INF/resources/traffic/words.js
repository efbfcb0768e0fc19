// What the words and numbers of the service mean to people.
import { duration, exact, NOTHING } from "/kit/format.js";

/** 0, 420 µs, 12.5 ms, 3.2 s */
export function latency(millis) {
  if (millis === null || millis === undefined) {
    return NOTHING;
  }
  const short = (value) => String(Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)));
  if (millis === 0) {
    return "0"; // On an axis of seconds it is none of microseconds.
  }
  if (millis < 1) {
    return `${Math.round(millis * 1000)} µs`;
  }
  return millis < 1000 ? `${short(millis)} ms` : millis < 60_000 ? `${short(millis / 1000)} s` : duration(millis);
}

/** Rates below one in ten seconds are not nothing. */
export const rate = (value) => (value === null || value === undefined ? NOTHING : value > 0 && value < 0.1 ? "< 0.1" : exact(Math.round(value * 10) / 10));

export const share = (part, whole) => (whole > 0 ? part / whole : null);

export const ALGORITHMS = {
  sub_window_ring: { label: "Sub-window ring", meaning: "Never more than the limit in any window, at a constant size. The usual one." },
  sliding_log: { label: "Sliding log", meaning: "Exactly the limit in any window; remembers each hit, above 128 it is a ring." },
  fixed_window: { label: "Fixed window", meaning: "The window begins with the first hit. Twice the limit can pass around its end." },
  sliding_counter: { label: "Sliding counter", meaning: "About the limit: assumes that the window before was used evenly." },
  token_bucket: { label: "Token bucket", meaning: "A burst at once, then filled up evenly by the limit in a window." },
  gcra: { label: "GCRA", meaning: "As the token bucket, kept in a single number." },
};

export const FAIL_MODES = {
  open: "Open: the request goes on",
  closed: "Closed: the request is refused",
  local_share: "Local share: the limit divided by the living instances",
};

const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000], ["ms", 1]];

/** PT1M30S in milliseconds. */
export function millisOf(text) {
  const [, days, hours, minutes, seconds] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text ?? "") ?? [];
  return (Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
}

/** { amount, unit } in the largest unit that needs no fraction. */
export function windowOf(text) {
  const millis = Math.round(millisOf(text));
  const [unit, size] = UNITS.find(([, length]) => millis % length === 0);
  return { amount: millis / size, unit };
}

/** The other way round; what is no number stays as it was written, for the service to refuse. */
export function isoOf(amount, unit) {
  const size = Object.fromEntries(UNITS)[unit];
  const text = (amount ?? "").trim();
  const millis = Number(text) * size;
  return text === "" ? undefined : Number.isFinite(millis) ? `PT${Number((millis / 1000).toFixed(3))}S` : text;
}

/** 0.07 is 7 %, not 7.000000000000001. */
export const percentOf = (part) => (part ? Number((part * 100).toFixed(4)) : "");

/** The other way round, as isoOf. */
export function partOf(percentage) {
  const text = (percentage ?? "").trim();
  const part = Number(text) / 100;
  return text === "" ? undefined : Number.isFinite(part) ? Number(part.toFixed(6)) : text;
}

/** 100 in 1 min */
export function limitOf({ limit, window }) {
  const { amount, unit } = windowOf(window);
  return `${exact(limit)} in ${exact(amount)} ${unit}`;
}

/** GET, POST /shop/* */
export function matchOf({ match }) {
  return match ? [match.methods?.join(", "), match.route].filter(Boolean).join(" ") : "where it is named";
}

export const modeOf = ({ enabled, shadow }, tightened = null) => (enabled ? (shadow ? "shadow" : tightened ? "tightened" : "enforced") : "disabled");
export const MODE_STATES = { enforced: "up", shadow: "confirming", tightened: "degraded", disabled: "unknown" };

/** The service speaks of PT0.1S, the form of minutes. */
export const inWords = (detail) => detail.replace(/\bP(?:\d+D)?(?:T[\dHMS.]+)?\b/g, (text) => (millisOf(text) > 0 ? duration(millisOf(text)) : text));
