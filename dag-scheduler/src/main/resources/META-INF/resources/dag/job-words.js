// The state of a job in a word and a shape. A paused job is not over: it says so instead of "running".

const STATES = { PENDING: "unknown", RUNNING: "running", COMPLETED: "done", FAILED: "failed", CANCELLED: "cancelled" };

export const isOver = (job) => ["COMPLETED", "FAILED", "CANCELLED"].includes(job.status);
export const jobWord = (job) => (job.paused && !isOver(job) ? "paused" : job.status.toLowerCase());
export const jobState = (job) => (job.paused && !isOver(job) ? "degraded" : STATES[job.status] ?? "unknown");
