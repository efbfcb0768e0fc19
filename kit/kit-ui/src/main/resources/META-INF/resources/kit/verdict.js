// What the vitals say in one sentence: is it all right, and if not: what, since when, what still works. No drawing here.
import { exact, micros, percent, plural } from "./format.js";
import { SLOTS } from "./slots.js";

/** { tone: good | idle | warn | bad, heading, text | works, since, reasons } */
export function verdictOf(vitals) {
  const { redis, postgres, reasons } = vitals;
  const covered = redis.slotsCovered / SLOTS;
  const redisDown = redis.state === "down";
  const postgresDown = postgres.state === "down";
  const since = reasons.map((reason) => reason.since).sort()[0] ?? null;
  const trouble = (heading, works, tone = "bad") => ({ tone, heading, works, since, reasons });
  if (redisDown && postgresDown) {
    return trouble("Redis and Postgres are down", "nothing but this page; the service tries to reach both by itself.");
  }
  if (redisDown) {
    return trouble(
      "Redis is down",
      "what lives in Postgres, such as API keys and the audit log. Requests that need Redis get a 503 at once.",
    );
  }
  if (postgresDown) {
    return trouble("Postgres is down", "what lives in Redis. API keys and the audit log can’t be changed until Postgres is back.");
  }
  if (redis.state === "unknown" && !vitals.degraded) {
    return { tone: "idle", heading: "Not known yet", text: "The first look at Redis and Postgres is under way.", since: null, reasons: [] };
  }
  if (covered < 1 && redis.state !== "unknown") {
    return trouble(
      "Part of Redis is down",
      `everything in the ${percent(covered)} of the slots that are served, and everything in Postgres.`,
    );
  }
  if (vitals.degraded) {
    return trouble("Degraded", "everything. Somebody should look before it gets worse.", "warn");
  }
  return { tone: "good", heading: "All is well", text: calmSentence(vitals), since: null, reasons: [] };
}

function calmSentence({ redis, postgres }) {
  const answering = redis.nodes.filter((node) => node.state === "up").length;
  const nodes = answering === redis.nodes.length ? plural(answering, "node") : `${answering} of ${redis.nodes.length} nodes`;
  const rest = postgres.state === "unknown" ? "" : ` Postgres answers in ${micros(postgres.roundTripMicros)}.`;
  return `Redis answers on ${nodes} and serves all ${exact(SLOTS)} slots.${rest}`;
}
