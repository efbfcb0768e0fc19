// Numbers, sizes and times as a person reads them. Clock times are UTC everywhere, so that two people compare the same figure.

export const NOTHING = "–";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const known = (value) => value !== null && value !== undefined && !Number.isNaN(value);

/** Three significant digits at most, without trailing zeros: 0.42, 7.3, 218. */
function short(value) {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

function scaled(value, base, units) {
  let step = 0;
  while (Math.abs(value) >= base && step < units.length - 1) {
    value /= base;
    step++;
  }
  return [short(value), units[step]];
}

/** 12,431 */
export const exact = (value) => (known(value) ? (Number.isInteger(value) ? whole.format(value) : short(value)) : NOTHING);

/** 12.4k */
export function count(value) {
  return known(value) ? scaled(value, 1000, ["", "k", "M", "G", "T"]).join("") : NOTHING;
}

/** 1.2 GB, in steps of 1024 as Redis counts. */
export function bytes(value) {
  return known(value) ? scaled(value, 1024, ["B", "kB", "MB", "GB", "TB"]).join(" ") : NOTHING;
}

export function percent(ratio) {
  return known(ratio) ? `${short(ratio * 100)} %` : NOTHING;
}

export function perSecond(value) {
  return known(value) ? `${count(value)} /s` : NOTHING;
}

/** 420 µs, 1.9 ms, 3 s */
export function micros(value) {
  if (!known(value)) {
    return NOTHING;
  }
  return value < 1000 ? `${short(Math.round(value))} µs` : value < 1_000_000 ? `${short(value / 1000)} ms` : duration(value / 1000);
}

/** 12 ms, < 1 ms: where milliseconds are counted whole, none means less than one. */
export function wholeMillis(millis) {
  return known(millis) ? (millis < 1 ? "< 1 ms" : `${exact(Math.round(millis))} ms`) : NOTHING;
}

/** 800 ms, 34 s, 4 min, 3 h 20 min, 2 d 4 h */
export function duration(millis) {
  if (!known(millis)) {
    return NOTHING;
  }
  if (millis < 1000) {
    return millis === 0 ? "0 ms" : wholeMillis(millis);
  }
  const seconds = Math.floor(millis / 1000);
  const pair = (large, largeUnit, small, smallUnit) => `${large} ${largeUnit}${small ? ` ${small} ${smallUnit}` : ""}`;
  if (seconds < 60) {
    return `${seconds} s`;
  }
  if (seconds < 3600) {
    return seconds < 600 ? pair(Math.floor(seconds / 60), "min", seconds % 60, "s") : `${Math.floor(seconds / 60)} min`;
  }
  return seconds < 86_400
    ? pair(Math.floor(seconds / 3600), "h", Math.floor((seconds % 3600) / 60), "min")
    : pair(Math.floor(seconds / 86_400), "d", Math.floor((seconds % 86_400) / 3600), "h");
}

/** 12:04:31 */
export const clock = (time) => new Date(time).toISOString().slice(11, 19);

/** 2026-11-18 12:04:31 UTC */
export const stamp = (time) => `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** 4 min ago, in 3 d; the exact time belongs on hover (see <hs-time>). */
export function ago(time, now = Date.now()) {
  const distance = now - new Date(time).getTime();
  const size = Math.abs(distance);
  if (size < 5000) {
    return "just now";
  }
  const [unit, length] = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]].find(([, length]) => size >= length);
  const text = `${Math.floor(size / length)} ${unit}`;
  return distance >= 0 ? `${text} ago` : `in ${text}`;
}

export function plural(number, one, many = `${one}s`) {
  return `${exact(number)} ${number === 1 ? one : many}`;
}
