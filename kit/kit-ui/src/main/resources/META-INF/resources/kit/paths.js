// SVG path data and axis scales for sparklines and charts.

const coordinate = (value) => Math.round(value * 10) / 10;

/** One path through the points; a null lifts the pen, a lone point becomes a dot (with round line caps). */
export function linePath(points, x, y) {
  let path = "";
  let drawing = false;
  points.forEach((point, index) => {
    if (point === null || point === undefined) {
      drawing = false;
      return;
    }
    const next = points[index + 1];
    const alone = !drawing && (next === null || next === undefined);
    path += `${drawing ? "L" : "M"}${coordinate(x(index))} ${coordinate(y(point))}${alone ? "h0.01" : ""}`;
    drawing = true;
  });
  return path;
}

/** The area between two lines, as one closed shape per stretch without a gap in either. */
export function areaPath(lower, upper, x, y) {
  let path = "";
  let begin = null;
  for (let index = 0; index <= upper.length; index++) {
    const known = index < upper.length && upper[index] !== null && lower[index] !== null;
    if (known) {
      begin ??= index;
    } else if (begin !== null) {
      const there = Array.from({ length: index - begin }, (_, step) => begin + step);
      const point = (line) => (at) => `${coordinate(x(at))} ${coordinate(y(line[at]))}`;
      path += `M${there.map(point(upper)).join("L")}L${there.reverse().map(point(lower)).join("L")}Z`;
      begin = null;
    }
  }
  return path;
}

/** Each series on top of those before it: [{ lower, upper }]; where one is not known, neither are those above. */
export function stacked(lines) {
  let below = null;
  return lines.map((points) => {
    const lower = below ?? points.map((point) => (point === null ? null : 0));
    const upper = points.map((point, index) => (point === null || lower[index] === null ? null : lower[index] + point));
    below = upper;
    return { lower, upper };
  });
}

/** Round steps that cover 0..max in three or four intervals: { top, ticks }. `base` 1024 for bytes, 1000 for the rest. */
export function niceScale(max, base = 1000) {
  if (!(max > 0)) {
    return { top: 1, ticks: [0] };
  }
  let unit = 1;
  while (max / unit >= base) {
    unit *= base;
  }
  const size = max / unit / 4;
  const magnitude = 10 ** Math.floor(Math.log10(size));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= size) * magnitude * unit;
  const intervals = Math.max(1, Math.ceil(max / step - 1e-9));
  return { top: intervals * step, ticks: Array.from({ length: intervals + 1 }, (_, index) => index * step) };
}

/** What stands at the ticks. Plain numbers get the digits that `format` lacks for small ones; others that read alike stand at the ends alone. */
export function tickLabels(ticks, format) {
  const labels = ticks.map((tick) => format(tick));
  if (format(1) === "1") {
    const plain = ticks.map((tick) => String(Number(tick.toPrecision(3))));
    return ticks.every((tick, index) => tick >= 1 || labels[index] === plain[index]) ? labels : plain;
  }
  const alike = new Set(labels).size < labels.length;
  return labels.map((label, index) => (alike && index > 0 && index < labels.length - 1 ? "" : label));
}

const MINUTE = 60_000;
const STEP_SECONDS = [1, 5, 10, 30];
const STEP_MINUTES = [1, 2, 5, 10, 15, 30, 60, 180, 360, 720, 1440];
const TIME_STEPS = [...STEP_SECONDS.map((seconds) => seconds * 1000), ...STEP_MINUTES.map((minutes) => minutes * MINUTE)];

/** Round moments between from and to, at most `most` of them. */
export function timeTicks(from, to, most) {
  const step = TIME_STEPS.find((candidate) => (to - from) / candidate <= most) ?? TIME_STEPS.at(-1);
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}

/** At most one point per pixel: the largest of each group, so that a short peak survives; a group without any value is a gap. */
export function thinned(points, most) {
  const group = Math.ceil(points.length / Math.max(1, most));
  if (group <= 1) {
    return { points, group: 1 };
  }
  const largest = (part) => part.reduce((best, point) => (point !== null && (best === null || point > best) ? point : best), null);
  const groups = Math.ceil(points.length / group);
  return { points: Array.from({ length: groups }, (_, index) => largest(points.slice(index * group, (index + 1) * group))), group };
}
