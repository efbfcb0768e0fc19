// One banner about a Redis or a Postgres that does not answer: what the map then still shows.
import { html, nothing } from "/kit/element.js";
import "/kit/banner.js";

const POSTGRES = /^postgres/;

/** `vitals`: as GET /vitals answers, or null. */
export function backendsBanner(vitals) {
  const states = { redis: vitals?.redis.state ?? "up", postgres: vitals?.postgres.state ?? "up" };
  if (states.redis !== "up") {
    const all = states.redis === "down";
    return banner(all ? "bad" : "warn", all ? "Redis does not answer" : "A part of Redis does not answer", reasonsOf(vitals, false),
      `${all ? "searches, from the last positions in Postgres; what is drawn is that old. Nobody can be claimed" : "searches and claims of all other drivers"}.`);
  }
  return states.postgres === "up" ? nothing : banner("bad", "Postgres does not answer", reasonsOf(vitals, true),
    "positions and searches are live. Claims, geofences and who was here before follow when it is back.");
}

const reasonsOf = ({ reasons }, ofPostgres) => (reasons ?? []).filter(({ code }) => POSTGRES.test(code) === ofPostgres);

const banner = (tone, heading, reasons, works) => html`<hs-banner .tone=${tone} .heading=${heading}
  .since=${reasons.map(({ since }) => since).filter(Boolean).sort()[0] ?? null} .reasons=${reasons} .works=${works}></hs-banner>`;
