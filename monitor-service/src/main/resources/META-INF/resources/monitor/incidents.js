// How incidents look in tables and beside them: the timeline, acknowledge, notes.
import { KitElement, html, nothing } from "/kit/element.js";
import { post } from "/kit/api.js";
import { duration } from "/kit/format.js";
import { problemNotice } from "/kit/notice.js";
import { shapeOf } from "/kit/state.js";
import { reasonOf } from "./words.js";
import "/kit/state.js";
import "/kit/time.js";

const EVENTS = {
  opened: ["down", "It counts as down"],
  reopened: ["down", "It failed again"],
  continued: ["down", "Still the same outage"],
  resolved: ["up", "It is over"],
  unmuted: ["degraded", "Maintenance is over, the alert is sent"],
  reminded: ["degraded", "Somebody was reminded"],
  acknowledged: ["running", "Acknowledged"],
  note: ["unknown", "Note"],
};

export const durationOf = (incident) =>
  (incident.resolvedAt ? Date.parse(incident.resolvedAt) : Date.now()) - Date.parse(incident.firstFailureAt);

/** `open` was read before `newest`: of one that is in both the later word counts. */
export function problemsFirst(open, newest) {
  const byId = new Map([...open, ...newest].map((incident) => [incident.id, incident]));
  const isOpen = (incident) => Number(incident.state === "open");
  return [...byId.values()].sort((one, other) => isOpen(other) - isOpen(one) || Date.parse(other.openedAt) - Date.parse(one.openedAt));
}

export function incidentColumns({ withMonitor }) {
  const monitor = {
    key: "monitor",
    label: "Monitor",
    value: (incident) => incident.monitorName,
    cell: (incident) => html`<a class="plain" href="/monitor.html?id=${encodeURIComponent(incident.monitorId)}"><strong>${incident.monitorName}</strong></a>`,
  };
  return [
    { key: "state", label: "State", width: withMonitor ? 112 : 116, watch: true, value: (incident) => incident.state,
      cell: (incident) => html`<hs-state .state=${incident.state === "open" ? "down" : "up"} .word=${incident.state}></hs-state>` },
    ...(withMonitor ? [monitor] : []),
    { key: "why", label: "Why", from: withMonitor ? 760 : 0, value: (incident) => incident.message || reasonOf(incident.reason) },
    { key: "opened", label: "Began", width: 120, value: (incident) => -Date.parse(incident.firstFailureAt),
      cell: (incident) => html`<hs-time .at=${incident.firstFailureAt}></hs-time>` },
    { key: "duration", label: "Lasted", width: 116, from: withMonitor ? 560 : 0, value: durationOf,
      cell: (incident) => (incident.resolvedAt ? duration(durationOf(incident)) : html`<hs-time mode="for" .at=${incident.firstFailureAt}></hs-time>`) },
    { key: "ack", label: "Acknowledged", width: 150, from: 1000, value: (incident) => incident.acknowledgedBy ?? null,
      cell: (incident) => incident.acknowledgedBy ?? html`<span class="faint">${incident.state === "open" ? "nobody yet" : "–"}</span>` },
  ];
}

/** What a side panel shows. `onChange` gets the incident as it is afterwards. */
export function incidentPanel(incident, { mayWrite, onChange }) {
  if (incident.problem) {
    return { heading: "Incident", body: problemNotice(incident.problem) };
  }
  return {
    heading: incident.monitorName,
    body: html`
      <dl class="facts">
        <dt>State</dt><dd><hs-state .state=${incident.state === "open" ? "down" : "up"} .word=${incident.state}></hs-state></dd>
        <dt>Began</dt><dd><hs-time .at=${incident.firstFailureAt}></hs-time></dd>
        <dt>Lasted</dt><dd>${incident.resolvedAt ? duration(durationOf(incident)) : html`<hs-time mode="for" .at=${incident.firstFailureAt}></hs-time>`}</dd>
        <dt>Why</dt><dd>${reasonOf(incident.reason)}${incident.statusCode ? ` (${incident.statusCode})` : ""}</dd>
        ${incident.muted ? html`<dt>Alerts</dt><dd>held back by maintenance</dd>` : nothing}
        ${incident.reopenedTimes > 0 ? html`<dt>Reopened</dt><dd>${incident.reopenedTimes} times</dd>` : nothing}
        <dt>Id</dt><dd class="mono">${incident.id}</dd>
      </dl>
      <ol class="timeline">${incident.timeline.map(event)}</ol>
      ${mayWrite ? html`<hs-incident-actions .incident=${incident} .onChange=${onChange}></hs-incident-actions>` : nothing}
      <p><a href="/monitor.html?id=${encodeURIComponent(incident.monitorId)}">Open the monitor</a></p>`,
  };
}

function event({ type, at, actor, text }) {
  const [state, words] = EVENTS[type] ?? ["unknown", type];
  return html`<li>${shapeOf(state)}
    <p><strong>${words}</strong>${actor ? ` by ${actor}` : ""} <span class="faint small"><hs-time .at=${at}></hs-time></span></p>
    ${text ? html`<p class="muted">${text}</p>` : nothing}</li>`;
}

class IncidentActions extends KitElement {
  static fields = { incident: null, onChange: () => {}, problem: null, busy: false };

  template() {
    const acknowledged = this.incident.acknowledgedAt;
    return html`<form class="form" @submit=${(event) => this.#send(event, "notes")} novalidate>
      <div class="field">
        <label for="incident-note">Add a note</label>
        <textarea id="incident-note" name="text" rows="2" maxlength="2000" placeholder="What is known, who does what"></textarea>
      </div>
      ${this.problem ? html`<p class="form-problem" role="alert">${this.problem.errors[0]?.detail ?? this.problem.message}</p>` : nothing}
      <div class="form-actions">
        <button class="button ${acknowledged ? "primary" : ""}" type="submit" ?disabled=${this.busy}>Add note</button>
        ${acknowledged || this.incident.state !== "open" ? nothing : html`<button class="button primary" type="button" ?disabled=${this.busy}
          @click=${(event) => this.#send(event, "acknowledge")}>Acknowledge</button><span class="faint small">Reminders stop.</span>`}
      </div>
    </form>`;
  }

  async #send(event, what) {
    event.preventDefault();
    const form = event.target.closest("form");
    const text = new FormData(form).get("text").trim();
    this.busy = true;
    this.problem = null;
    try {
      this.onChange(await post(`/incidents/${encodeURIComponent(this.incident.id)}/${what}`, what === "notes" ? { text } : { note: text }));
      form.reset();
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  }
}

IncidentActions.define("hs-incident-actions");
