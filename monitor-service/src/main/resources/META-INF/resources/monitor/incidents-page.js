// <hs-incidents-page>: what went wrong across all monitors, newest first.
import service from "/service.js";
import { KitElement, html } from "/kit/element.js";
import { currentSession, get } from "/kit/api.js";
import { EventStream } from "/kit/sse.js";
import { toast } from "/kit/toast.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { incidentColumns, incidentPanel } from "./incidents.js";
import { reasonOf } from "./words.js";
import "/kit/side-panel.js";
import "/kit/table.js";
import "/kit/top-bar.js";
import "./outage-lanes.js";

const PAGE = 200;
const RELOAD_MILLIS = 10_000;

class IncidentsPage extends KitElement {
  static fields = { incidents: null, cursor: null, problem: null, incident: null, mayWrite: false };

  #stream = new EventStream("/monitors/events");
  #reload = 0;
  #stop = null;
  #open = null;

  connectedCallback() {
    super.connectedCallback();
    this.#stream.addEventListener("state", () => this.update());
    this.#stream.start();
    this.#reload = setInterval(() => document.hidden || this.#load(), RELOAD_MILLIS);
    this.#stop = onUrlChange(() => this.#onUrl());
    this.#load();
    this.#onUrl();
    currentSession().then((session) => (this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin")), () => {});
  }

  disconnectedCallback() {
    this.#stream.stop();
    clearInterval(this.#reload);
    this.#stop();
    super.disconnectedCallback();
  }

  #load = async () => {
    try {
      const page = await get(`/incidents?limit=${PAGE}`, { quiet: true });
      // Older pages that were asked for stay.
      const older = (this.incidents ?? []).slice(PAGE);
      this.incidents = [...page.items, ...older.filter((known) => page.items.every((incident) => incident.id !== known.id))];
      this.cursor = older.length > 0 ? this.cursor : page.nextCursor;
      this.problem = null;
    } catch (problem) {
      this.problem = this.incidents ? null : problem;
    }
  };

  #loadMore = async () => {
    try {
      const page = await get(`/incidents?limit=${PAGE}&cursor=${encodeURIComponent(this.cursor)}`);
      this.incidents = [...this.incidents, ...page.items];
      this.cursor = page.nextCursor;
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };

  async #onUrl() {
    const id = urlParam("incident");
    if (id === this.#open) {
      return;
    }
    this.#open = id;
    this.incident = null;
    if (id) {
      try {
        this.incident = await get(`/incidents/${encodeURIComponent(id)}`);
      } catch (problem) {
        this.incident = { id, problem };
      }
    }
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#stream}></hs-top-bar>
      <main class="page">
        <div class="page-head"><div><h1>Incidents</h1><p>An incident begins when a monitor stays down after its retries, and ends when it is up again.</p></div></div>
        <hs-outage-lanes .incidents=${this.incidents} .isWhole=${!this.cursor} @incident-open=${(event) => this.#show(event.detail)}></hs-outage-lanes>
        <hs-table name="i" label="incidents" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.incidents} .problem=${this.problem}
          .onProblem=${{ retry: this.#load, persistent: true, needs: "read" }} .empty=${EMPTY} .more=${this.cursor ? this.#loadMore : null}
          @row-open=${(event) => this.#show(event.detail)}></hs-table>
      </main>
      <hs-side-panel param="incident" .content=${this.#panel} .of=${this.incident}></hs-side-panel>`;
  }

  #show({ id }) {
    setUrlParams({ incident: id }, { push: urlParam("incident") === null });
  }

  #panel = () => this.incident && incidentPanel(this.incident, { mayWrite: this.mayWrite, onChange: (incident) => {
    this.incident = incident;
    this.#load();
  } });
}

const COLUMNS = incidentColumns({ withMonitor: true });
const FILTERS = [
  { key: "state", label: "State", value: (incident) => incident.state },
  { key: "reason", label: "Reason", value: (incident) => reasonOf(incident.reason) },
];
const EMPTY = { heading: "No incident so far", text: "When a monitor goes down, it appears here with everything that happened." };

IncidentsPage.define("hs-incidents-page");
document.body.append(document.createElement("hs-incidents-page"));
