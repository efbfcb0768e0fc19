// What a task or job is doing, as kit-ui shows states: shape, tone and word.

const STATUSES = {
  PENDING: { state: "unknown", word: "pending", tone: "idle", letter: "P" },
  READY: { state: "ready", word: "ready", tone: "busy", letter: "R" },
  RUNNING: { state: "running", word: "running", tone: "busy", letter: "U" },
  RETRY_WAIT: { state: "retrying", word: "waits for a retry", tone: "warn", letter: "W" },
  COMPLETED: { state: "done", word: "completed", tone: "good", letter: "C" },
  FAILED: { state: "failed", word: "failed", tone: "bad", letter: "F" },
  SKIPPED: { state: "skipped", word: "skipped", tone: "idle", letter: "S" },
  CANCELLED: { state: "cancelled", word: "cancelled", tone: "idle", letter: "X" },
};

const BY_LETTER = Object.fromEntries(Object.entries(STATUSES).map(([status, { letter }]) => [letter, status]));

/** From what needs somebody to what is over: the order of bars, chips and lists. */
export const ORDER = ["FAILED", "RETRY_WAIT", "RUNNING", "READY", "COMPLETED", "SKIPPED", "CANCELLED", "PENDING"];

export const statusOf = (letter) => BY_LETTER[letter] ?? "PENDING";
export const stateOf = (status) => STATUSES[status]?.state ?? "unknown";
export const wordOf = (status) => STATUSES[status]?.word ?? String(status).toLowerCase();
export const toneOf = (status) => STATUSES[status]?.tone ?? "idle";
export const hasEnded = (status) => ["COMPLETED", "FAILED", "SKIPPED", "CANCELLED"].includes(status);

/** Of many tasks the one status that says most about them. */
export function leading(states) {
  return ORDER.find((status) => states[status] > 0) ?? "PENDING";
}

export const sum = (states) => Object.values(states).reduce((total, number) => total + number, 0);

/** "3 failed, 12 running, 600 completed" */
export function described(states) {
  return ORDER.filter((status) => states[status] > 0)
    .map((status) => `${states[status].toLocaleString("en-US")} ${wordOf(status)}`)
    .join(", ");
}
