// Fixed sample data for the gallery: the same figures on each visit, so that screenshots can be compared.

export const FROM = Date.UTC(2026, 10, 18, 3, 0, 0);
export const STEP = 10_000;
const LENGTH = 360;
const ROWS = 10_000;
const RESTART = [130, 152];

const points = (value) => Array.from({ length: LENGTH }, (_, index) => value(index));
const withGap = (values) => values.map((value, index) => (index >= RESTART[0] && index < RESTART[1] ? null : value));
const wave = (middle, swing, period, phase = 0) =>
  points((index) => middle + swing * Math.sin(index / period + phase) + swing * 0.25 * Math.sin(index * 1.7 + phase));

export const requests = withGap(wave(1180, 260, 41));
export const failures = points((index) => (index > 240 && index < 262 ? 4 + 3 * Math.sin(index) : 0));
export const memory = wave(2.1e9, 2e8, 80);
export const nothing = points(() => null);
export const latencies = [
  { name: "p99", middle: 1900, shade: 3 },
  { name: "p95", middle: 1150, shade: 2 },
  { name: "p50", middle: 420, shade: 1 },
].map(({ name, middle, shade }) => ({ name, shade, tone: "accent", points: withGap(wave(middle, middle / 6, 33, shade)) }));

const TARGETS = ["api", "search", "billing", "login", "assets", "mail", "export", "import"];
const STATES = ["up", "up", "up", "up", "up", "up", "up", "confirming", "down", "unknown"];

/** 10,000 monitors; the fourth goes down and comes back with each turn. */
export function monitors(turn) {
  return Array.from({ length: ROWS }, (_, index) => {
    const state = index === 3 && turn % 2 === 1 ? "down" : STATES[(index * 7) % STATES.length];
    return {
      id: `mon_${String(index).padStart(5, "0")}`,
      target: `${TARGETS[index % TARGETS.length]}-${Math.floor(index / TARGETS.length)}.example.org`,
      state,
      latencyMillis: state === "down" ? null : 20 + ((index * 37) % 400),
      intervalSeconds: [30, 60, 300][index % 3],
    };
  });
}

export const masters = [
  { address: "127.0.0.1:7001", role: "master", slots: 5461, state: "up" },
  { address: "127.0.0.1:7002", role: "master", slots: 5462, state: "down" },
  { address: "127.0.0.1:7003", role: "master", slots: 5400, state: "up" },
];
