// Up to an hour of some series with one common time axis, which begins with the first value, continued by what arrives live.

const SPAN_MAX_MILLIS = 3_600_000;
/** A service that has just started still gets an axis that does not race. */
const SPAN_MIN_MILLIS = 300_000;

export class History {
  /** How many values the newest step of a series is the average of. */
  #merged = new Map();

  /** `body`: { stepSeconds, from, series: { name: [number | null] } }, as GET /vitals/history answers. */
  constructor(body) {
    this.step = body.stepSeconds * 1000;
    this.from = new Date(body.from).getTime();
    this.series = { ...body.series };
    this.#beginWithTheFirstValue();
  }

  /** For a page that could not ask for the past. */
  static startingNow() {
    return new History({ stepSeconds: 10, from: Date.now(), series: {} });
  }

  points(name) {
    return this.series[name] ?? [];
  }

  /** Puts the values where their time belongs, averaged within a step. Steps without any value stay null: a gap. */
  add(time, values) {
    const index = Math.floor((time - this.from) / this.step);
    if (index < 0) {
      return;
    }
    for (const [name, value] of Object.entries(values)) {
      this.#put(name, index, value ?? null);
    }
    this.#forgetBefore(time - SPAN_MAX_MILLIS);
  }

  #put(name, index, value) {
    const points = [...this.points(name)];
    while (points.length <= index) {
      points.push(null);
    }
    if (value !== null) {
      const merged = points[index] === null ? 0 : this.#merged.get(name) ?? 1;
      points[index] = ((points[index] ?? 0) * merged + value) / (merged + 1);
      this.#merged.set(name, merged + 1);
    }
    this.series[name] = points;
  }

  #forgetBefore(time) {
    const old = Math.floor((time - this.from) / this.step);
    if (old > 0) {
      this.from += old * this.step;
      this.#change((points) => points.slice(old));
    }
  }

  /** What has begun a moment ago fills the page all the same, instead of the last pixels of an empty hour. */
  #beginWithTheFirstValue() {
    const all = Object.values(this.series);
    const length = Math.max(0, ...all.map((points) => points.length));
    const firsts = all.map((points) => points.findIndex((point) => point !== null)).filter((first) => first >= 0);
    const known = firsts.length === 0 ? 0 : length - Math.min(...firsts);
    const surplus = length - Math.max(known, Math.ceil(SPAN_MIN_MILLIS / this.step));
    this.from += surplus * this.step;
    this.#change((points) => (surplus < 0 ? [...Array(-surplus).fill(null), ...points] : points.slice(surplus)));
  }

  #change(edit) {
    this.series = Object.fromEntries(Object.entries(this.series).map(([name, points]) => [name, edit(points)]));
  }
}
