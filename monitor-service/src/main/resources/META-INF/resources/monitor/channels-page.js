// <hs-channels-page>: who is told, and what became of each alert. Channels can be tried; what was given up can be sent again.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { currentSession, get, post, put, remove } from "/kit/api.js";
import * as icons from "/kit/icons.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/side-panel.js";
import "/kit/state.js";
import "/kit/table.js";
import "/kit/time.js";
import "/kit/top-bar.js";

const NEW = "new";
const RELOAD_MILLIS = 5000;
const PAGE = 200;
const DELIVERY_STATES = { sent: "up", pending: "confirming", dead: "down", muted: "maintenance" };

/** What each kind asks for: settings are shown again, secrets never. */
const KINDS = {
  webhook: { name: "Webhook", meaning: "A signed POST (Standard Webhooks) to your own program.",
    settings: [["url", "Address", "https://example.org/alerts"]], secrets: [["authorization", "Authorization header, if it needs one", ""]] },
  slack: { name: "Slack", meaning: "An incoming webhook of Slack, Mattermost, Rocket.Chat or Discord.", settings: [], secrets: [["url", "Webhook address", "https://hooks.slack.com/…"]] },
  pagerduty: { name: "PagerDuty", meaning: "Events API v2.", settings: [], secrets: [["routingKey", "Routing key", ""]] },
  alertmanager: { name: "Alertmanager", meaning: "A Prometheus Alertmanager, API v2.", settings: [["url", "Address", "http://alertmanager:9093"]],
    secrets: [["authorization", "Authorization header, if it needs one", ""]] },
  email: { name: "E-mail", meaning: "Over your mail server.",
    settings: [["server", "Mail server", "smtp.example.org"], ["port", "Port", "587"], ["username", "User", ""], ["from", "From", "alerts@example.org"], ["to", "To", "you@example.org"]],
    secrets: [["password", "Password", ""]] },
};

class ChannelsPage extends KitElement {
  static fields = { channels: null, deliveries: null, cursor: null, problem: null, formProblem: null, kind: "webhook", secret: null, trial: null, busy: false, mayWrite: false };

  #reload = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.#reload = setInterval(() => document.hidden || this.#loadDeliveries(), RELOAD_MILLIS);
    currentSession().then((session) => (this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin")), () => {});
  }

  disconnectedCallback() {
    clearInterval(this.#reload);
    super.disconnectedCallback();
  }

  #load = async () => {
    try {
      this.channels = (await get("/channels?limit=500", { quiet: true })).items;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    await this.#loadDeliveries();
  };

  #loadDeliveries = async () => {
    try {
      const page = await get(`/deliveries?limit=${PAGE}`, { quiet: true });
      const older = (this.deliveries ?? []).slice(PAGE);
      this.deliveries = [...page.items, ...older.filter((known) => page.items.every((delivery) => delivery.id !== known.id))];
      this.cursor = older.length > 0 ? this.cursor : page.nextCursor;
    } catch (problem) {
      this.problem ??= this.deliveries ? null : problem;
    }
  };

  #loadMore = async () => {
    try {
      const page = await get(`/deliveries?limit=${PAGE}&cursor=${encodeURIComponent(this.cursor)}`);
      this.deliveries = [...this.deliveries, ...page.items];
      this.cursor = page.nextCursor;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  template() {
    return html`
      <hs-top-bar .service=${service}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div><h1>Alerts</h1><p>A channel is told of the monitors that share one of its tags; without tags, of all. Each alert reaches a channel at least once, under one key.</p></div>
          ${this.mayWrite ? html`<button class="button primary" type="button" @click=${() => this.#open(NEW)}>${icons.plus}Add a channel</button>` : nothing}
        </div>
        <section class="section" aria-labelledby="channels-heading">
          <h2 id="channels-heading">Channels</h2>
          <hs-table name="c" label="channels" opens .columns=${CHANNEL_COLUMNS} .rows=${this.channels} .problem=${this.problem}
            .onProblem=${{ retry: this.#load, needs: "read" }} .empty=${this.#empty} @row-open=${(event) => this.#open(event.detail.id)}></hs-table>
        </section>
        <section class="section" aria-labelledby="deliveries-heading">
          <h2 id="deliveries-heading">Deliveries</h2>
          <hs-table name="d" label="deliveries" searchable .columns=${this.#deliveryColumns()} .filters=${DELIVERY_FILTERS} .rows=${this.deliveries}
            .empty=${NO_DELIVERIES} .more=${this.cursor ? this.#loadMore : null}></hs-table>
        </section>
      </main>
      <hs-side-panel param="channel" .content=${(id) => this.#panel(id)} .of=${this.channels}></hs-side-panel>`;
  }

  #empty = {
    heading: "Nobody is told yet",
    text: "Add a channel, and try it before it matters.",
    action: { label: "Add a channel", run: () => this.#open(NEW) },
  };

  #deliveryColumns() {
    return [...DELIVERY_COLUMNS, { key: "again", label: "", width: 106, from: 520, value: () => "", cell: (delivery) => (delivery.state === "dead" && this.mayWrite
      ? html`<button class="button quiet" type="button" @click=${() => this.#resend(delivery)}>Send again</button>` : nothing) }];
  }

  #choose(kind) {
    this.kind = kind;
    this.formProblem = null;
    this.trial = null;
  }

  #open(id) {
    this.formProblem = null;
    this.trial = null;
    setUrlParams({ channel: id }, { push: urlParam("channel") === null });
  }

  #panel(id) {
    if (id === NEW) {
      return { heading: "Add a channel", body: this.#form(null) };
    }
    const channel = this.channels?.find((candidate) => candidate.id === id);
    if (!channel) {
      return this.channels ? { heading: "Channel", body: html`<hs-notice heading="There is no such channel"></hs-notice>` } : null;
    }
    return {
      heading: channel.name,
      body: html`
        ${this.secret?.id === id ? html`<div class="secret" role="status"><p><strong class="good">The secret that signs its messages.</strong>
          Copy it to the receiver: once you leave this page, nobody can see it again.</p><hs-code label="Signing secret" .text=${this.secret.text}></hs-code></div>` : nothing}
        ${this.mayWrite ? html`${this.#form(channel)}
          <div class="danger-zone">
            <div><h3>Delete</h3><p class="muted">What waits for it is given up.</p></div>
            <hs-confirm label="Delete" danger .sure=${`Delete ${channel.name}`} .subject=${id} @confirmed=${() => this.#remove(channel)}></hs-confirm>
          </div>` : nothing}`,
    };
  }

  #form(channel) {
    const kind = channel?.settings.kind ?? this.kind;
    const { meaning, settings, secrets } = KINDS[kind];
    const value = (name) => {
      const known = channel?.settings[name];
      return Array.isArray(known) ? known.join(", ") : (known ?? "");
    };
    return html`<form class="form" @submit=${(event) => this.#save(event, channel)} novalidate>
      ${this.#field("/name", "Name", html`<input name="name" aria-label="Name" maxlength="80" autocomplete="off" .value=${channel?.name ?? ""} placeholder="on call">`)}
      ${channel ? nothing : html`<div class="field"><strong>Kind</strong><div class="kinds" role="group" aria-label="Kind">
        ${Object.entries(KINDS).map(([name, known]) => html`<button class="chip" type="button" aria-pressed=${name === kind} @click=${() => this.#choose(name)}>${known.name}</button>`)}</div></div>`}
      <p class="field-hint">${meaning}</p>
      ${settings.map(([name, label, example]) => this.#field(`/settings/${name}`, label,
        html`<input name=${`settings.${name}`} aria-label=${label} autocomplete="off" .value=${String(value(name))} placeholder=${example}>`))}
      ${secrets.map(([name, label, example]) => this.#field(`/secrets/${name}`, label,
        html`<input name=${`secrets.${name}`} aria-label=${label} type="password" autocomplete="new-password" placeholder=${channel ? "unchanged" : example}>`))}
      ${this.#field("/tags", "Only monitors with these tags", html`<input name="tags" aria-label="Tags" autocomplete="off" .value=${(channel?.tags ?? []).join(", ")} placeholder="all monitors">`)}
      <label class="choice"><input type="checkbox" name="enabled" ?checked=${channel?.enabled ?? true}><span>Enabled</span></label>
      ${this.#restOfProblem(settings, secrets)}
      ${this.#trial()}
      <div class="form-actions">
        <button class="button primary" type="submit" ?disabled=${this.busy}>${channel ? "Save" : "Add it"}</button>
        <button class="button" type="button" ?disabled=${this.busy} @click=${(event) => this.#test(event, channel)}>Send a test alert</button>
        <span class="faint small">Trying saves nothing.</span>
      </div>
    </form>`;
  }

  #trial() {
    if (!this.trial) {
      return nothing;
    }
    const { delivered, detail } = this.trial;
    return html`<div class="trial" role="status">
      <p><hs-state .state=${delivered ? "up" : "down"} .word=${delivered ? "delivered" : "not delivered"}></hs-state></p>
      <p class="muted">${delivered ? "An outage that never was: its beginning and its end." : detail}</p>
    </div>`;
  }

  #field(pointer, label, control) {
    const error = this.formProblem?.errors.find((found) => found.pointer === pointer || found.pointer?.startsWith(`${pointer}/`))?.detail;
    return html`<div class="field ${error ? "invalid" : ""}"><span><strong>${label}</strong></span>${control}
      ${error ? html`<p class="field-error" role="alert">${error}</p>` : nothing}</div>`;
  }

  #restOfProblem(settings, secrets) {
    if (!this.formProblem) {
      return nothing;
    }
    const shown = ["/name", "/tags", ...settings.map(([name]) => `/settings/${name}`), ...secrets.map(([name]) => `/secrets/${name}`)];
    const others = this.formProblem.errors.filter(({ pointer }) => !shown.some((known) => pointer === known || pointer?.startsWith(`${known}/`)));
    if (this.formProblem.errors.length > 0 && others.length === 0) {
      return nothing;
    }
    return html`<div class="form-problem" role="alert">${others.length > 0 ? others.map(({ detail }) => html`<p>${detail}</p>`) : this.formProblem.message}</div>`;
  }

  #specOf(form, channel) {
    const kind = channel?.settings.kind ?? this.kind;
    const settings = { ...channel?.settings, kind };
    KINDS[kind].settings.forEach(([name]) => {
      const text = form.get(`settings.${name}`).trim();
      settings[name] = text === "" ? undefined : name === "to" ? text.split(",").map((one) => one.trim()) : name === "port" ? Number(text) : text;
    });
    const secrets = Object.fromEntries(KINDS[kind].secrets.map(([name]) => [name, form.get(`secrets.${name}`)]).filter(([, text]) => text));
    return {
      name: form.get("name").trim(),
      settings,
      secrets,
      tags: form.get("tags").split(",").map((tag) => tag.trim()).filter(Boolean),
      enabled: form.has("enabled"),
    };
  }

  #save = (event, channel) => {
    event.preventDefault();
    const spec = this.#specOf(new FormData(event.target), channel);
    return this.#change(async () => {
      const saved = channel ? await put(`/channels/${encodeURIComponent(channel.id)}`, spec) : await post("/channels", spec);
      this.secret = saved.signingSecret ? { id: saved.id, text: saved.signingSecret } : this.secret;
      await this.#load();
      setUrlParams({ channel: saved.id });
      toast(`${saved.name} is ${channel ? "changed" : "added"}`, { state: "up" });
    });
  };

  /** As the form says, whether or not that is saved. */
  #test = (event, channel) => {
    const spec = this.#specOf(new FormData(event.target.closest("form")), channel);
    return this.#change(async () => {
      this.trial = await post(channel ? `/channels/${encodeURIComponent(channel.id)}/try` : "/channels/try", spec);
    });
  };

  #remove = (channel) => this.#change(async () => {
    await remove(`/channels/${encodeURIComponent(channel.id)}`);
    setUrlParams({ channel: null });
    await this.#load();
    toast(`${channel.name} is deleted`);
  });

  #resend = async (delivery) => {
    try {
      await post(`/deliveries/${delivery.id}/resend`, {});
      await this.#loadDeliveries();
      toast("It is sent again", { state: "confirming" });
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  async #change(work) {
    this.busy = true;
    this.formProblem = null;
    this.trial = null;
    try {
      await work();
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
    }
  }
}

const CHANNEL_COLUMNS = [
  { key: "name", label: "Name", value: (channel) => channel.name, cell: (channel) => html`<strong>${channel.name}</strong>` },
  { key: "kind", label: "Kind", width: 130, value: (channel) => KINDS[channel.settings.kind]?.name ?? channel.settings.kind },
  { key: "tags", label: "Told of", from: 640, value: (channel) => channel.tags.join(", ") || "all monitors" },
  { key: "enabled", label: "State", width: 116, value: (channel) => channel.enabled,
    cell: (channel) => html`<hs-state .state=${channel.enabled ? "up" : "unknown"} .word=${channel.enabled ? "enabled" : "disabled"}></hs-state>` },
];

const DELIVERY_COLUMNS = [
  { key: "state", label: "State", width: 104, watch: true, value: (delivery) => delivery.state,
    cell: (delivery) => html`<hs-state .state=${DELIVERY_STATES[delivery.state]} .word=${delivery.state}></hs-state>` },
  { key: "monitor", label: "Monitor", value: (delivery) => delivery.monitorName ?? "deleted",
    cell: (delivery) => html`<a class="plain" href="/incidents.html?incident=${encodeURIComponent(delivery.incidentId)}"><strong>${delivery.monitorName ?? "deleted"}</strong></a>` },
  { key: "what", label: "What", width: 120, from: 640, value: (delivery) => delivery.transition },
  { key: "channel", label: "Channel", width: 150, from: 520, value: (delivery) => delivery.channelName ?? "deleted" },
  { key: "error", label: "Last error", from: 760, value: (delivery) => delivery.lastError ?? "", cell: (delivery) => html`<span class="bad">${delivery.lastError ?? nothing}</span>` },
  { key: "attempts", label: "Attempts", width: 90, align: "end", from: 640, value: (delivery) => delivery.attempts },
  { key: "created", label: "When", width: 110, value: (delivery) => -Date.parse(delivery.createdAt), cell: (delivery) => html`<hs-time .at=${delivery.sentAt ?? delivery.createdAt}></hs-time>` },
];
const DELIVERY_FILTERS = [
  { key: "state", label: "State", value: (delivery) => delivery.state },
  { key: "channel", label: "Channel", value: (delivery) => delivery.channelName ?? "deleted" },
];
const NO_DELIVERIES = { heading: "Nothing was told yet", text: "Every alert appears here with what became of it." };

ChannelsPage.define("hs-channels-page");
document.body.append(document.createElement("hs-channels-page"));
