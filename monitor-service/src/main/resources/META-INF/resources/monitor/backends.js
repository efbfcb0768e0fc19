// One banner about a Redis or a Postgres that does not answer: what is missing, since when, what still works.
import { html, nothing } from "/kit/element.js";
import "/kit/banner.js";

const POSTGRES = /^postgres/;

export const ALL_ANSWER = { redis: "up", postgres: "up", reasons: [] };

/** `lost`: what of this page is not known at the moment, "3 monitors"; empty if nothing is. */
export function backendsBanner(backends, lost) {
  if (lost || backends.redis === "down") {
    const all = backends.redis === "down";
    const loss = lost ? [{ message: `${lost} can’t be known until it does; what is dimmed was so before.` }] : [];
    return banner("bad", all ? "Redis does not answer" : "A part of Redis does not answer", [...reasonsOf(backends, false), ...loss],
      `${all ? "" : "checks of all other monitors, "}incidents and history, which are in Postgres.`);
  }
  if (backends.postgres === "down") {
    return banner("bad", "Postgres does not answer", reasonsOf(backends, true),
      "checks go on and states are live. Incidents, history and alerts follow when it is back; nothing can be changed until then.");
  }
  return backends.redis === "degraded" && backends.reasons.length > 0
    ? banner("warn", "A node of Redis does not answer", reasonsOf(backends, false), "every monitor that is not dimmed.")
    : nothing;
}

const reasonsOf = ({ reasons }, ofPostgres) => reasons.filter(({ code }) => POSTGRES.test(code) === ofPostgres);

const banner = (tone, heading, reasons, works) => html`<hs-banner .tone=${tone} .heading=${heading}
  .since=${reasons.map((reason) => reason.since).filter(Boolean).sort()[0] ?? null} .reasons=${reasons} .works=${works}></hs-banner>`;
