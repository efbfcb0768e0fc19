// <hs-audit-page>: who changed what, newest first.
import service from "/service.js";
import { KitElement, html } from "./element.js";
import { curl } from "./curl.js";
import { stamp } from "./format.js";
import { PagedList } from "./paged-list.js";
import { setUrlParams } from "./url-state.js";
import "./copy.js";
import "./side-panel.js";
import "./table.js";
import "./time.js";
import "./top-bar.js";

const PAGE = 200;

class AuditPage extends KitElement {
  #entries = new PagedList(`/audit?limit=${PAGE}`, () => this.update());

  connectedCallback() {
    super.connectedCallback();
    document.title = `Audit log · ${service.name} · Hotstate`;
    this.#entries.load();
  }

  disconnectedCallback() {
    this.#entries.stop();
    super.disconnectedCallback();
  }

  template() {
    return html`
      <hs-top-bar .service=${service}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div><h1>Audit log</h1><p>Every administrative change, by whom and when. Entries are only ever added.</p></div>
        </div>
        <hs-table name="audit" label="audit entries" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.#entries.items}
          .problem=${this.#entries.problem} .onProblem=${this.#onProblem} .empty=${NOTHING_CHANGED} .more=${this.#entries.more}
          @row-open=${(event) => setUrlParams({ entry: event.detail.id }, { push: true })}></hs-table>
      </main>
      <hs-side-panel param="entry" .content=${(id) => this.#panel(id)}></hs-side-panel>`;
  }

  #onProblem = {
    retry: this.#entries.load,
    persistent: true,
    needs: "admin",
    curl: curl("/audit"),
  };

  #panel(id) {
    const entry = this.#entries.items?.find((candidate) => String(candidate.id) === id);
    if (!entry) {
      return null;
    }
    return {
      heading: entry.action,
      body: html`<dl class="facts">
          <dt>When</dt><dd>${stamp(entry.at)}</dd>
          <dt>Who</dt><dd>${entry.actor}</dd>
          <dt>What</dt><dd>${entry.action}</dd>
          <dt>On</dt><dd>${entry.object}</dd>
          <dt>Request</dt><dd class="mono">${entry.requestId ?? "–"}</dd>
        </dl>
        <div class="section"><h3>Detail</h3><hs-code .text=${JSON.stringify(entry.detail ?? {}, null, 2)}></hs-code></div>`,
    };
  }
}

const NOTHING_CHANGED = {
  heading: "Nothing was changed yet",
  text: "Creating an API key would be the first entry.",
  action: { label: "API keys", href: "/keys.html" },
};

/** { "scopes": ["read"], "graceSeconds": 60 } reads "scopes read, graceSeconds 60". */
function textOf(detail) {
  const text = (value) => (Array.isArray(value) ? value.join(" ") : value);
  return Object.entries(detail ?? {}).map(([name, value]) => `${name} ${text(value)}`).join(", ");
}

const COLUMNS = [
  { key: "at", label: "When", width: 88, value: (entry) => entry.at, cell: (entry) => html`<hs-time .at=${entry.at}></hs-time>` },
  { key: "actor", label: "Who", width: 150, from: 480, value: (entry) => entry.actor },
  {
    key: "action",
    label: "What",
    width: 130,
    value: (entry) => entry.action,
    cell: (entry) => html`<strong>${entry.action}</strong>`,
  },
  { key: "object", label: "On", width: 110, value: (entry) => entry.object },
  {
    key: "detail",
    label: "Detail",
    width: 240,
    from: 800,
    value: (entry) => textOf(entry.detail),
    cell: (entry) => html`<span class="muted">${textOf(entry.detail)}</span>`,
  },
  {
    key: "requestId",
    label: "Request",
    width: 170,
    from: 1000,
    value: (entry) => entry.requestId,
    cell: (entry) => html`<span class="mono faint">${entry.requestId}</span>`,
  },
];

const FILTERS = [{ key: "action", label: "Action", value: (entry) => entry.action }];

AuditPage.define("hs-audit-page");
document.body.append(document.createElement("hs-audit-page"));
