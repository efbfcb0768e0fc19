// The nodes of the Redis Cluster on the vitals page: their table and the panel with all about one of them.
import { html } from "./element.js";
import { bytes, exact, micros, NOTHING, percent, perSecond } from "./format.js";
import { short } from "./number.js";
import { isKnown, memoryOf, stateOfShare } from "./vitals-readings.js";
import "./copy.js";
import "./notice.js";
import "./state.js";
import "./time.js";

export const NODE_COLUMNS = [
  {
    key: "address",
    label: "Node",
    width: 148,
    value: (node) => node.address,
    cell: (node) => html`<span class="mono">${node.address}</span>`,
  },
  { key: "role", label: "Role", width: 80, from: 640, value: (node) => node.role },
  {
    key: "state",
    label: "State",
    width: 92,
    watch: true,
    value: (node) => node.state,
    cell: (node) => html`<hs-state .state=${node.state}></hs-state>`,
  },
  {
    key: "breaker",
    label: "Breaker",
    width: 104,
    from: 900,
    watch: true,
    value: (node) => node.breaker,
    cell: breakerOf,
    meaning: "Closed: commands go to this node. Open: it failed five times, commands are refused at once until it answers again.",
  },
  {
    key: "slots",
    label: "Slots",
    width: 76,
    from: 560,
    align: "end",
    watch: true,
    value: (node) => node.slots,
    cell: (node) => (node.role === "master" ? exact(node.slots) : NOTHING),
  },
  {
    key: "memory",
    label: "Memory",
    width: 138,
    from: 760,
    align: "end",
    value: (node) => node.memoryUsedBytes,
    cell: (node) => share(node.memoryUsedBytes, node.memoryMaxBytes, short(node.memoryUsedBytes, bytes, "bytes")),
  },
  {
    key: "clients",
    label: "Clients",
    width: 112,
    from: 1000,
    align: "end",
    value: (node) => node.clients,
    cell: (node) => share(node.clients, node.clientsMax, exact(node.clients)),
  },
  {
    key: "ops",
    label: "All commands",
    width: 112,
    from: 480,
    align: "end",
    value: (node) => node.opsPerSecond,
    cell: (node) => short(node.opsPerSecond, perSecond, "per second"),
    meaning: "What the node gets from everybody, each second: this service is one of many.",
  },
  {
    key: "slowlog",
    label: "Slow",
    width: 84,
    from: 1100,
    align: "end",
    value: (node) => node.slowlogPerMinute,
    cell: (node) => (isKnown(node.slowlogPerMinute) ? `${exact(node.slowlogPerMinute)} /min` : NOTHING),
    meaning: "Commands that entered the node's slow log during the last minute. More than ten call for a look.",
  },
  {
    key: "hits",
    label: "Hits",
    width: 72,
    from: 1200,
    align: "end",
    value: (node) => node.hitRatio,
    cell: (node) => percent(node.hitRatio),
    meaning: "Reads of the node that found their key.",
  },
  {
    key: "evicted",
    label: "Evicted",
    width: 80,
    from: 1200,
    align: "end",
    watch: true,
    value: (node) => node.evictedTotal,
    cell: (node) => exact(node.evictedTotal),
    meaning: "Keys that the node threw away for lack of memory. Anything but 0 is wrong here.",
  },
  {
    key: "roundTrip",
    label: "Round trip",
    width: 88,
    align: "end",
    value: (node) => node.roundTripMicros,
    cell: (node) => micros(node.roundTripMicros),
  },
];

export const NODE_FILTERS = [
  { key: "role", label: "Role", value: (node) => node.role },
  { key: "state", label: "State", value: (node) => node.state },
];

const RANK = { down: 0, degraded: 1, unknown: 2, up: 3 };

export function problemsFirst(nodes) {
  return [...nodes].sort((one, other) =>
    RANK[one.state] - RANK[other.state]
    || one.role.localeCompare(other.role)
    || one.address.localeCompare(other.address, "en", { numeric: true }));
}

/** The side panel's content: { heading, body }. */
export function nodePanel(node, address) {
  const heading = html`<span class="mono">${address}</span>`;
  if (!node) {
    return { heading, body: html`<hs-notice heading="This node is not part of the cluster any more"></hs-notice>` };
  }
  const fact = (label, value) => html`<dt>${label}</dt><dd>${value}</dd>`;
  return {
    heading,
    body: html`
      <dl class="facts">
        ${fact("State", html`<hs-state .state=${node.state}></hs-state> for <hs-time mode="for" .at=${node.since}></hs-time>`)}
        ${fact("Role", node.role)}
        ${fact("Circuit breaker", breakerOf(node))}
        ${fact("Slots", exact(node.slots))}
        ${fact("Round trip", micros(node.roundTripMicros))}
        ${fact("Memory", memoryOf([node]).note)}
        ${fact("Memory policy", node.memoryPolicy ?? NOTHING)}
        ${fact("Clients", `${exact(node.clients)} of ${exact(node.clientsMax)}`)}
        ${fact("Commands of everybody", perSecond(node.opsPerSecond))}
        ${fact("Keyspace hits", percent(node.hitRatio))}
        ${fact("Evicted keys", exact(node.evictedTotal))}
        ${fact("Slow commands", `${exact(node.slowlogPerMinute)} per minute`)}
      </dl>
      <div class="section"><h3>Ask the node itself</h3><hs-code .text=${askNode(address)}></hs-code></div>`,
  };
}

/** A breaker beside a node that is not up is muted: nobody has called the node, so "closed" in green would read as all right. */
function breakerOf(node) {
  return html`<hs-state .state=${node.breaker} .muted=${node.state !== "up"}></hs-state>`;
}

function askNode(address) {
  const colon = address.lastIndexOf(":");
  return `redis-cli -h ${address.slice(0, colon)} -p ${address.slice(colon + 1)} --user vitals --askpass info`;
}

/** A figure with a small bar: how much of its limit it takes. */
function share(part, limit, text) {
  if (!isKnown(part) || !(limit > 0)) {
    return text;
  }
  const ratio = part / limit;
  const tone = { up: "", degraded: "warn", down: "bad" }[stateOfShare(ratio)];
  return html`<span class="share ${tone}" data-tip="${percent(ratio)} of the limit">${text}
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width=${ratio * 100} height="4" /></svg>
  </span>`;
}
