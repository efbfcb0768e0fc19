// <hs-api-page>: what this service can be asked, read from its own OpenAPI document; each operation with a curl to copy.
import service from "/service.js";
import { KitElement, html, nothing } from "./element.js";
import { get } from "./api.js";
import { curl } from "./curl.js";
import { operationsOf } from "./openapi.js";
import { setUrlParams } from "./url-state.js";
import "./copy.js";
import "./side-panel.js";
import "./table.js";
import "./top-bar.js";

const OPENAPI = "/q/openapi?format=json";

class ApiPage extends KitElement {
  static fields = { operations: null, problem: null };

  connectedCallback() {
    super.connectedCallback();
    document.title = `API · ${service.name} · Hotstate`;
    this.#load();
  }

  #load = async () => {
    this.problem = null;
    try {
      this.operations = operationsOf(await get(OPENAPI));
    } catch (problem) {
      this.problem = problem;
    }
  };

  template() {
    return html`
      <hs-top-bar .service=${service}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div>
            <h1>API</h1>
            <p>Everything the pages do goes through these calls. Programs send an API key;
              the whole description is an <a href="/q/openapi">OpenAPI document</a>.</p>
          </div>
        </div>
        <hs-table name="api" label="operations" tall searchable opens .columns=${COLUMNS} .filters=${FILTERS} .rows=${this.operations}
          .problem=${this.problem} .onProblem=${{ retry: this.#load }} .empty=${{ heading: "This service offers no operations" }}
          @row-open=${(event) => setUrlParams({ call: event.detail.id }, { push: true })}></hs-table>
      </main>
      <hs-side-panel param="call" .content=${(id) => this.#panel(id)}></hs-side-panel>`;
  }

  #panel(id) {
    const operation = this.operations?.find((candidate) => candidate.id === id);
    if (!operation) {
      return null;
    }
    const { method, path, summary, description, parameters, body, answers } = operation;
    return {
      heading: html`<span class="mono">${method} ${path}</span>`,
      body: html`
        <p>${summary}</p>
        ${description ? html`<p class="muted">${description}</p>` : nothing}
        ${part("Call it", html`<hs-code .text=${curl(path, operation)}></hs-code>`)}
        ${parameters.length === 0 ? nothing : part("Parameters", html`<dl class="facts">${parameters.map(parameterFact)}</dl>`)}
        ${body === undefined ? nothing : part("Body", html`<hs-code .text=${JSON.stringify(body, null, 2)}></hs-code>`)}
        ${part("Answers", html`<dl class="facts">${answers.map(answerFact)}</dl>`)}`,
    };
  }
}

const part = (heading, content) => html`<div class="section"><h3>${heading}</h3>${content}</div>`;

const parameterFact = ({ name, in: place, required, description }) => html`
  <dt class="mono">${name}</dt>
  <dd>in the ${place}${required ? "" : ", may be left out"} <span class="muted">${description ?? ""}</span></dd>`;

const answerFact = ([status, { description }]) => html`<dt class="mono">${status}</dt><dd>${description || "no description"}</dd>`;

const COLUMNS = [
  {
    key: "method",
    label: "Method",
    width: 84,
    value: (operation) => operation.method,
    cell: (operation) => html`<span class="mono muted">${operation.method}</span>`,
  },
  {
    key: "path",
    label: "Path",
    width: 240,
    value: (operation) => operation.path,
    cell: (operation) => html`<strong class="mono">${operation.path}</strong>`,
  },
  { key: "summary", label: "What it does", width: 400, from: 620, value: (operation) => operation.summary },
];

const FILTERS = [{ key: "tag", label: "Area", value: (operation) => operation.tag }];

ApiPage.define("hs-api-page");
document.body.append(document.createElement("hs-api-page"));
