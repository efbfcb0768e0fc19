// Who a driver is and how it stands: read again and again while its card is open.
import { get } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { html, nothing } from "/kit/element.js";
import { NOTHING } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { Poll } from "/kit/poll.js";
import { WORDS } from "./signs.js";
import "/kit/copy.js";
import "/kit/state.js";
import "/kit/time.js";

const STATES = { AVAILABLE: "available", BUSY: "running", OFFLINE: "unknown" };
/** Reasons behind which there is a claim. */
const HELD = ["claimed", "assigned"];
const PERIOD_MILLIS = 3000;

/** Emits "change". */
export class DriverCard extends EventTarget {
  id = null;
  problem = null;

  #known = null;
  #poll = null;

  follow(id) {
    if (id === this.id) {
      return;
    }
    this.#poll?.stop();
    this.id = id;
    this.#known = this.problem = this.#poll = null;
    if (id !== null) {
      this.#poll = new Poll(() => read(id), { periodMillis: PERIOD_MILLIS });
      this.#poll.addEventListener("values", (event) => (this.#known = event.detail));
      this.#poll.addEventListener("state", () => this.#announce());
      this.#poll.start();
    }
  }

  stop() {
    this.follow(null);
  }

  /** Where it is, or null. */
  get position() {
    return this.#known?.status.position ?? null;
  }

  #announce() {
    this.problem = this.#poll?.problem ?? null;
    this.dispatchEvent(new Event("change"));
  }

  /** `seen`: what the map knows of it, or undefined. */
  panel(seen, { onCentre }) {
    if (!this.#known) {
      return { heading: this.id, body: this.problem
        ? problemNotice(this.problem, { needs: "read", persistent: true }) : html`<hs-notice kind="loading" heading="Reading"></hs-notice>` };
    }
    const { driver, status, claim } = this.#known;
    const { name, vehicle, rating } = driver.profile;
    const kmh = seen?.speed === null || seen?.speed === undefined ? null : Math.round(seen.speed * 3.6);
    return { heading: name ?? driver.id, body: html`
      <p class="card-status ${this.problem ? "dimmed" : ""}">
        <hs-state .state=${STATES[status.status]} .word=${WORDS[status.status]}></hs-state>
        ${status.reason ? html`<span class="muted">${status.reason}</span>` : nothing}
        ${status.stale ? html`<span class="warn">last known, from Postgres</span>` : nothing}
      </p>
      <dl class="facts">
        <dt>Id</dt><dd class="mono">${driver.id}</dd>
        <dt>Position</dt><dd>${status.position ? html`${status.position.lat.toFixed(5)}, ${status.position.lon.toFixed(5)}
          <button class="button quiet" type="button" @click=${onCentre}>Show</button>` : NOTHING}</dd>
        <dt>Reported</dt><dd><hs-time .at=${status.position?.at ?? null}></hs-time></dd>
        <dt>Heard until</dt><dd><hs-time mode="clock" .at=${status.heardUntil ?? null}></hs-time></dd>
        <dt>Speed</dt><dd>${kmh === null ? NOTHING : `about ${kmh} km/h`}</dd>
        <dt>Claim</dt><dd>${claim ? html`${claim.state} <hs-time .at=${claim.claimedAt}></hs-time>
          ${claim.expiresAt ? html`<span class="muted">, ends <hs-time .at=${claim.expiresAt}></hs-time> unless confirmed</span>` : nothing}
          <br><span class="mono faint small">${claim.id}</span>` : "nobody has it"}</dd>
        <dt>Vehicle</dt><dd>${vehicle ? [vehicle.color, vehicle.make, vehicle.model, vehicle.plate].filter(Boolean).join(" ") : NOTHING}</dd>
        <dt>Rating</dt><dd>${rating ?? NOTHING}</dd>
      </dl>
      <hs-code label="Follow it by curl" .text=${curl(`/drivers/${encodeURIComponent(driver.id)}/status`)}></hs-code>` };
  }
}

async function read(id) {
  const path = `/drivers/${encodeURIComponent(id)}`;
  const [driver, status] = await Promise.all([get(path, { quiet: true }), get(`${path}/status`, { quiet: true })]);
  return { driver, status, claim: HELD.includes(status.reason) ? await claimOf(path) : null };
}

/** Null if it ended just now. */
const claimOf = (path) => get(`${path}/claim`, { quiet: true }).catch(() => null);
