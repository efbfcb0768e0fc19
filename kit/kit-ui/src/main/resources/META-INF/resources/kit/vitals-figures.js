// The six figures of the vitals page.
import { html } from "./element.js";
import { count, exact, micros, NOTHING } from "./format.js";
import { shapeOf } from "./state.js";
import { isKnown, mastersOf, memoryOf, meanRoundTrip } from "./vitals-readings.js";
import "./stat.js";

const LINE = "The line is the last hour, or the time since the start.";

export function figuresOf(vitals, history) {
  const points = (name) => history?.points(name) ?? [];
  return html`
    ${nodesFigure(vitals.redis)}
    ${commandsFigure(vitals.commands, points("commandsPerSecond"))}
    ${failuresFigure(vitals.commands, points("failuresPerSecond"))}
    ${roundTripFigure(vitals.redis, points("roundTripMicros"))}
    ${memoryFigure(vitals, points("memoryUsedBytes"))}
    ${postgresFigure(vitals.postgres, points("postgresRoundTripMicros"))}`;
}

function nodesFigure({ state, nodes }) {
  const answering = nodes.filter((node) => node.state === "up").length;
  const shape = (node) => html`<span data-tip="${node.address}, ${node.role}: ${node.state}">${shapeOf(node.state)}</span>`;
  return html`<hs-stat label="Redis nodes" .value=${nodes.length === 0 ? NOTHING : `${answering} / ${nodes.length}`} .state=${state}
    .note=${noteOn(answering, nodes.length, state)} .trend=${html`<div class="shapes">${nodes.map(shape)}</div>`}
    meaning="Nodes of the Redis Cluster that answer this service. One shape below for each node."></hs-stat>`;
}

function noteOn(answering, known, state) {
  if (state === "unknown") {
    return "not known yet";
  }
  return answering === known ? "all answer" : `Redis is ${state}`;
}

function commandsFigure({ perSecond, p99Micros }, points) {
  return html`<hs-stat label="Own commands" .value=${count(perSecond)} unit="/s" .note=${p99Micros === null ? "none just now" : `99 % within ${micros(p99Micros)}`} .points=${points}
    .meaning=${`Redis commands that this instance sends each second: ${exact(perSecond)}. What each node gets from everybody is in the table below. ${LINE}`}></hs-stat>`;
}

function failuresFigure({ failuresPerSecond }, points) {
  const failing = failuresPerSecond > 0;
  return html`<hs-stat label="Failures" .value=${count(failuresPerSecond)} unit="/s" tone="bad" .points=${points}
    .state=${failing ? "degraded" : "up"} .note=${failing ? "commands fail" : "none now"}
    meaning="Redis commands that failed or ran into their deadline, each second. ${LINE} Flat at the bottom is good."></hs-stat>`;
}

function roundTripFigure({ nodes }, points) {
  const [value, unit] = split(micros(meanRoundTrip(nodes)));
  return html`<hs-stat label="Redis round trip" .value=${value} .unit=${unit} note="mean over the nodes" .points=${points}
    meaning="How long a PING to a node takes, over all nodes that answer. ${LINE}"></hs-stat>`;
}

function memoryFigure(vitals, points) {
  const { text, note, state } = memoryOf(mastersOf(vitals));
  const [value, unit] = split(text);
  return html`<hs-stat label="Redis memory" .value=${value} .unit=${unit} .state=${state} .note=${note} .points=${points}
    meaning="${note}, over all masters; the figure is that of the fullest.
At 80 % the service calls itself degraded: nothing is ever evicted."></hs-stat>`;
}

function postgresFigure({ state, roundTripMicros, poolInUse, poolMax }, points) {
  const [value, unit] = state === "up" ? split(micros(roundTripMicros)) : [state, ""];
  return html`<hs-stat label="Postgres" .value=${value} .unit=${unit} .state=${state === "down" ? "down" : "up"} .points=${points}
    .note=${isKnown(poolMax) ? `${exact(poolInUse)} of ${exact(poolMax)} connections` : ""}
    meaning="How long the smallest query to Postgres takes, and how many connections of the pool are in use. ${LINE}"></hs-stat>`;
}

/** "1.9 ms" is a value and a unit. */
const split = (text) => [text.split(" ")[0], text.split(" ")[1] ?? ""];
