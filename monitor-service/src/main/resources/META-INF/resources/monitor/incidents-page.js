// <hs-incidents-page>: what went wrong across all monitors: what is open first, then the newest.
import service from "/service.js";
import { KitElement, html } from "/kit/element.js";
import { currentSession, get } from "/kit/api.js";
import { EventStream } from "/kit/sse.js";
import { toast } from "/kit/toast.js";
import { onUrlChange, setUrlParams, urlParam } from "/kit/url-state.js";
import { incidentColumns, incidentPanel, problemsFirst } from "./incidents.js";
import { reasonOf } from "./words.js";
import "/kit/side-panel.js";
import "/kit/table.js";
import "/kit/top-bar.js";
import "./outage-lanes.js";

const PAGE = 200;
/** In one request. Of more that are open the newest come first, the others among those of their time. */
const READ_MAX = 500;
const RELOAD_MILLIS = 10_000;

class IncidentsPage extends KitElement {
  static fields = { incidents: null, reaches: null, problem: null, incident: null, mayWrite: false };

  #stream = new EventStream("/monitors/events");
  #reload = 0;
  #stop = null;
  #open = null;
  #wanted = PAGE;
  #loads = 0;
  #underWay = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#stream.addEventListener("state", () => this.update());
    this.#stream.start();
    this.#reload = setInterval(() => document.hidden || this.#underWay > 0 || this.#load(), RELOAD_MILLIS);
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

  /** All that is shown, each time: what was open on an older page may be over by now. */
  #load = async () => {
    const load = ++this.#loads;
    this.#underWay++;
    try {
      const open = await get(`/incidents?state=open&limit=${READ_MAX}`, { quiet: true });
      const newest = await this.#readNewest();
      if (load === this.#loads) {
        this.incidents = problemsFirst(open.items, newest.items);
        this.reaches = newest.isWhole ? null : newest.items.at(-1).openedAt;
        this.problem = null;
      }
      return null;
    } catch (problem) {
      if (load === this.#loads) {
        this.problem = this.incidents ? null : problem;
      }
      return problem;
    } finally {
      this.#underWay--;
    }
  };

  async #readNewest() {
    const items = [];
    let cursor = "";
    do {
      const page = await get(`/incidents?limit=${Math.min(this.#wanted - items.length, READ_MAX)}${cursor}`, { quiet: true });
      items.push(...page.items);
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
    } while (cursor && items.length < this.#wanted);
    return { items, isWhole: cursor === "" };
  }

  #loadMore = async () => {
    this.#wanted += PAGE;
    const problem = await this.#load();
    if (problem) {
      this.#wanted -= PAGE;
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
        <div class="page-head"><div><h1>Incidents</h1><p>An incident begins when a monitor stays down after its retries, and ends when it is up again. Those that are open come first.</p></div></div>
        <hs-outage-lanes .incidents=${this.incidents} .reaches=${this.reaches} @incident-open=${(event) => this.#show(event.detail)}></hs-outage-lanes>
        <hs-table name="i" label="incidents" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.incidents} .problem=${this.problem}
          .onProblem=${{ retry: this.#load, persistent: true, needs: "read" }} .empty=${EMPTY} .more=${this.reaches ? this.#loadMore : null}
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
