// What the vitals page computes from a look: sums over nodes, shares of limits. No drawing here.
import { bytes, NOTHING, percent } from "./format.js";

const LIMIT_WARN = 0.8;
const LIMIT_BAD = 0.95;

export const isKnown = (value) => value !== null && value !== undefined;

export const mastersOf = (vitals) => vitals.redis.nodes.filter((node) => node.role === "master");

const known = (nodes, field) => nodes.map((node) => node[field]).filter(isKnown);

/** Null when no node knows. */
export function sumOf(nodes, field) {
  const values = known(nodes, field);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

/** Over the nodes that answer, as the history has it. */
export function meanRoundTrip(nodes) {
  const values = known(nodes, "roundTripMicros");
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

/** What a share of a limit means: up, degraded or down. */
export function stateOfShare(share) {
  return share >= LIMIT_BAD ? "down" : share >= LIMIT_WARN ? "degraded" : "up";
}

/** The fullest of the nodes decides: a cluster is full where its fullest node is. { text, note, state } */
export function memoryOf(nodes) {
  const used = sumOf(nodes, "memoryUsedBytes");
  const limited = nodes.filter((node) => node.memoryMaxBytes > 0 && isKnown(node.memoryUsedBytes));
  if (limited.length === 0) {
    return { text: bytes(used), note: used === null ? NOTHING : `${bytes(used)}, no limit set`, state: "up" };
  }
  const fullest = Math.max(...limited.map((node) => node.memoryUsedBytes / node.memoryMaxBytes));
  return {
    text: percent(fullest),
    note: `${bytes(used)} of ${bytes(sumOf(nodes, "memoryMaxBytes"))}`,
    state: stateOfShare(fullest),
  };
}
