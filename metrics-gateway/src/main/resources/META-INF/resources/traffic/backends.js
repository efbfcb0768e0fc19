// One banner about a Redis or a Postgres that does not answer: what is missing, since when, what still works.
import { html, nothing } from "/kit/element.js";
import "/kit/banner.js";

const POSTGRES = /^postgres/;

export const ALL_ANSWER = { redis: "up", postgres: "up", reasons: [] };

export function backendsBanner(backends) {
  if (backends.redis === "down") {
    return banner("bad", "Redis does not answer", reasonsOf(backends, false),
      "policies can be changed, and each decides by its fail mode. What is told of requests is refused, so their senders keep it; "
      + "totals and charts go on when Redis is back.");
  }
  if (backends.postgres === "down") {
    return banner("bad", "Postgres does not answer", reasonsOf(backends, true),
      "recording, figures and decisions: each instance knows all policies. They can’t be changed until Postgres is back.");
  }
  return backends.redis === "degraded" && backends.reasons.length > 0
    ? banner("warn", "A part of Redis does not answer", reasonsOf(backends, false), "every counter and limit that is kept on another node.")
    : nothing;
}

/** Of a page that asks again and again: nobody has answered since then. */
export const lostBanner = (asOf) => html`<hs-banner tone="bad" heading="This page has lost the service" .since=${asOf} .asOf=${asOf} .reasons=${LOST}></hs-banner>`;

const LOST = [{ message: "It asks again by itself. What you see below is the last known state, not the present one." }];

const reasonsOf = ({ reasons }, ofPostgres) => reasons.filter(({ code }) => POSTGRES.test(code) === ofPostgres);

const banner = (tone, heading, reasons, works) => html`<hs-banner .tone=${tone} .heading=${heading}
  .since=${reasons.map((reason) => reason.since).filter(Boolean).sort()[0] ?? null} .reasons=${reasons} .works=${works}></hs-banner>`;
