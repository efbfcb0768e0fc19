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
  driver: "Where drivers are, and which of them are free. “Find nearest” and a click on the map show who is nearest.",
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

/** Of figures that should be none. */
const TONES = { down: "bad", confirming: "warn" };

/** Where most goes on: the map begins with the whole world. */
const VIEW_IN_THE_DEMO = { driver: "?at=52.52,13.405,13" };

class StartPage extends KitElement {
  /** `struck`: the node that was killed here and is not back yet. `said`: about a node, by its port. */
  static fields = { seen: null, failed: false, said: null, struck: null };

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
      this.#say(
        node.port,
        "It was killed with -9 and is back. Its shard was away: what needed it was refused or came late, the rest went on.",
      );
      this.struck = null;
    }
  }

  #kill = async ({ port, process }) => {
    // It is back within moments, perhaps before anybody has looked again.
    this.struck = { port, process };
    this.#say(port, "");
    const objection = await this.#order(`/redis/${port}/kill`);
    if (objection !== null) {
      this.struck = null;
      this.#say(port, objection);
    } else if (this.struck) {
      this.#say(port, "It was killed with -9 and is started again. Until this line says that it is back, its shard is away; watch the vitals of any service.");
    }
  };

  /** Null, or why it was not done. */
  async #order(path) {
    try {
      const answer = await fetch(path, { method: "POST", headers: { "X-Hotstate-Start-Page": "kill" } });
      return answer.ok ? null : await answer.text();
    } catch {
      return "Hotstate does not answer: is it still running?";
    }
  }

  #say(port, text) {
    this.said = { port, text };
  }

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
          ${this.#aboutNodes()} ${this.seen.redis.map((node) => this.#node(node))} ${this.#postgres()}
        </section>
        <section aria-label="Try this">
          <h2>Try this</h2>
          ${this.#aboutKeys()}
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

  /** What the button does, or why it does nothing. */
  #aboutNodes() {
    if (this.seen.redis.length === 0) {
      return nothing;
    }
    const words = this.seen.mayKill
      ? "“Kill it” ends a Redis node with kill -9. It starts again by itself, and its line says when it is back; see how the services fare meanwhile."
      : "No node is killed by a button where API keys are in use: it would ask for none.";
    return html`<p class="start-hint" id="about-nodes">${words}</p>`;
  }

  #aboutKeys() {
    return this.seen.services.some(({ requiresKey }) => requiresKey)
      ? html`<p class="start-hint">API keys are required here. Put one into <code>KEY</code> first, such as the first key, that of
          <code>HOTSTATE_AUTH_BOOTSTRAP_KEY</code>. On the pages each service has a login of its own.</p>`
      : nothing;
  }

  #card({ app, module, url, ready, figures }) {
    const view = (this.seen.demo && VIEW_IN_THE_DEMO[app]) || "";
    return html`<a class="start-card" href=${url + view} data-service=${app}>
      <h2>${module} <hs-state state=${ready ? "up" : "down"} word=${ready ? "ready" : "away"}></hs-state></h2>
      ${sketches[app]()}
      <p>${ABOUT[app]}${this.seen.demo ? ` ${IN_THE_DEMO[app]}` : nothing}</p>
      <dl class="start-figures">
        ${figures.map(
          ({ name, value, unit }) => html`<div><dt>${name}</dt><dd class=${value > 0 ? (TONES[name] ?? "") : ""} data-tip=${exact(value)}>${count(value)}${value === undefined ? "" : unit}</dd></div>`,
        )}
      </dl>
    </a>`;
  }

  #node(node) {
    const { port, memory, operations, keys } = node;
    const alive = node.alive && this.struck?.port !== port;
    return html`<div class=${`start-node${alive ? "" : " away"}`} data-node=${port}>
      <hs-state state=${alive ? "up" : "down"} word=${`Redis master ${port}${alive ? "" : " is away"}`}></hs-state>
      <button class="button" type="button" aria-describedby="about-nodes" ?disabled=${!alive || !this.seen.mayKill}
        @click=${() => this.#kill(node)}>Kill it</button>
      <span class="about">
        ${alive ? `${count(keys)} keys, ${(memory / MEGABYTE).toFixed(1)} MB, ${count(operations)} commands/s` : "starts again by itself"}
      </span>
      <p class="start-said" role="status">${this.said?.port === port ? this.said.text : ""}</p>
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
