// How old a state is, and since when it lasts. By the clock of the service: that of the reader may be wrong.
import { millisOf } from "./words.js";

/** A check may take nearly as long as its interval, so twice that is usual. */
const INTERVALS_MAX = 3;
const AGE_MIN_MILLIS = 10_000;
const SEEN = ["up", "confirming", "down", "maintenance"];
const FAILING = ["confirming", "down"];

let ahead = 0;

/** The service says what time it is. */
export const setServiceTime = (asOf) => (ahead = Date.parse(asOf) - Date.now());

const serviceNow = () => Date.now() + ahead;

/** How long ago, in milliseconds; a clock that was set does not make it negative. */
export const ageOf = (at) => Math.max(0, serviceNow() - Date.parse(at));

/** Whether there should have been another result long ago. Of a push monitor, silence is a result by itself. */
export function isOverdue({ kind, state, checkedAt, interval }) {
  return kind !== "push" && checkedAt !== undefined && SEEN.includes(state)
    && serviceNow() - Date.parse(checkedAt) > Math.max(INTERVALS_MAX * millisOf(interval), AGE_MIN_MILLIS);
}

/** What is shown was true once; nobody knows whether it still is. */
export const isOld = (monitor) => !monitor.answered || isOverdue(monitor);

export const isFailing = ({ state }) => FAILING.includes(state);

/** An outage lasts since its first failure, however long it took to be sure of it. */
export const sinceOf = (monitor) => (isFailing(monitor) ? monitor.incident?.firstFailureAt : null) ?? monitor.since;
