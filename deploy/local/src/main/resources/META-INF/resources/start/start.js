// <start-page>: what runs on this machine, how it is, and what to try.
import "../kit/copy.js";
import "../kit/state.js";
import { KitElement, html, nothing } from "../kit/element.js";
import { count, exact } from "../kit/format.js";
import { sketches } from "./sketches.js";
import { experiments } from "./experiments.js";

const PERIOD_MILLIS = 2000;
const MEGABYTE = 1024 * 1024;

const ABOUT = {
  monitor: "Which checks run next, what is up, which outages are open.",
  driver: "Where drivers are and who can have them. Click the map to find the nearest.",
  dag: "Jobs as graphs of tasks. Open a job that runs: tasks turn from waiting to running to done.",
  metrics: "Requests, errors and latency over all instances, and who may go on.",
};

/** What to see there in the demo world. */
const IN_THE_DEMO = {
  monitor: "The payments of the demo shop fail for 40 s every three minutes: watch the outage begin and end.",
  driver: "One that is claimed drives to whoever waits.",
  dag: "A few tasks fail and are tried again.",
  metrics: "Two visitors of the demo shop want too much and are refused.",
};

class StartPage extends KitElement {
  static fields = { seen: null, failed: false, said: "", struck: null };

  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#look();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  #look = async () => {
    try {
      const answer = await fetch("/figures");
      this.failed = !answer.ok;
      if (answer.ok) {
        this.seen = await answer.json();
        this.#follow();
      }
    } catch {
      this.failed = true;
    }
    this.#timer = setTimeout(this.#look, PERIOD_MILLIS);
  };

  /** Tells how it goes on with a node that was killed here. */
  #follow() {
    const node = this.seen.redis.find((each) => each.port === this.struck?.port);
    // Figures that were taken before its end still show the process that was killed.
    if (node?.alive && node.process !== this.struck.process) {
      this.said = `Redis ${node.port} was killed with -9 and is back. Its shard was away; everything else went on.`;
      this.struck = null;
    }
  }

  #kill = async ({ port, process }) => {
    const answer = await fetch(`/redis/${port}/kill`, { method: "POST", headers: { "X-Hotstate-Start-Page": "kill" } });
    if (answer.ok) {
      this.struck = { port, process };
      this.said = `Redis ${port} was killed with -9. It is started again in a second or two; watch the vitals of any service.`;
    } else {
      this.said = await answer.text();
    }
    this.seen = { ...this.seen };
  };

  template() {
    return html`
      <header class="start-head">
        <h1>Hotstate</h1>
        <hs-state state=${this.failed ? "down" : "up"} word=${this.failed ? "not running any more" : "running on this machine"}></hs-state>
      </header>
      <p class="start-lead">
        Four services keep hot state in one Redis Cluster, each in its own namespace; Postgres is the durable truth.
        ${this.seen && isIdle(this.seen) ? html`Nothing goes on in them yet: <code>./hotstate demo</code> brings a living world.` : nothing}
      </p>
      ${this.seen ? this.#all() : html`<p role="status">Looking …</p>`}`;
  }

  #all() {
    return html`
      <div class="start-cards">${this.seen.services.map((service) => this.#card(service))}</div>
      <div class="start-below">
        <section aria-label="What they stand on">
          <h2>What they stand on</h2>
          ${this.seen.redis.map((node) => this.#node(node))} ${this.#postgres()}
          <p class="start-said" role="status">${this.said}</p>
        </section>
        <section aria-label="Try this">
          <h2>Try this</h2>
          <ul class="start-try">
            ${experiments(this.seen).map(
              ({ title, why, command }) => html`<li>
                <h3>${title}</h3>
                <p>${why}</p>
                <hs-code text=${command} label=${title}></hs-code>
              </li>`,
            )}
          </ul>
        </section>
      </div>`;
  }

  #card({ app, module, url, ready, figures }) {
    return html`<a class="start-card" href=${url} data-service=${app}>
      <h2>${module} <hs-state state=${ready ? "up" : "down"} word=${ready ? "ready" : "away"}></hs-state></h2>
      ${sketches[app]()}
      <p>${ABOUT[app]}${this.seen.demo ? ` ${IN_THE_DEMO[app]}` : nothing}</p>
      <dl class="start-figures">
        ${figures.map(
          ({ name, value, unit }) => html`<div><dt>${name}</dt><dd data-tip=${exact(value)}>${count(value)}${value === undefined ? "" : unit}</dd></div>`,
        )}
      </dl>
    </a>`;
  }

  #node(node) {
    const { port, alive, memory, operations, keys } = node;
    return html`<div class="start-node" data-node=${port}>
      <hs-state state=${alive ? "up" : "down"} word=${`Redis master ${port}${alive ? "" : " is away"}`}></hs-state>
      <button class="button" type="button" ?disabled=${!alive} @click=${() => this.#kill(node)}>Kill it</button>
      <span class="about">
        ${alive ? `${count(keys)} keys, ${(memory / MEGABYTE).toFixed(1)} MB, ${count(operations)} commands/s` : "starts again by itself"}
      </span>
    </div>`;
  }

  #postgres() {
    const { postgres } = this.seen;
    if (!postgres) {
      return html`<p>Redis and Postgres are your own.</p>`;
    }
    return html`<div class="start-node">
      <hs-state state=${postgres.alive ? "up" : "down"} word=${`Postgres ${postgres.port}`}></hs-state>
      <span></span>
      <span class="about">${postgres.alive ? `${postgres.connections} connections` : "starts again by itself"}</span>
    </div>`;
  }
}

/** Only if every service says so; one that is away may be full. */
const isIdle = ({ demo, services }) => !demo && services.every(({ figures }) => figures.every(({ value }) => value === 0));

StartPage.define("start-page");
