// <hs-table>: many rows, calmly. Only the rows in sight are in the DOM; however often `rows` is set, the page changes once per frame;
// a watched cell that changed flashes once. Sort order and filters live in the address.
import { KitElement, css, html, nothing, repeat } from "./element.js";
import { exact, plural } from "./format.js";
import { onUrlChange, setUrlParams, urlParam } from "./url-state.js";
import { problemNotice } from "./notice.js";

const ROW = 37;
const OVERSCAN = 8;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** One for all: a comparison that looks for its rules each time takes ten times as long. */
const TEXTS = new Intl.Collator("en", { numeric: true });

class Table extends KitElement {
  /**
   * `columns`: [{ key, label, value(row), cell(row), align, width, from, watch, meaning }]: `value` sorts, `cell` shows (a template;
   * the value itself when absent), `from` is the table width in pixels below which the column hides, `watch` flashes on change.
   * `filters`: [{ key, label, value(row) }] become chips. `problem` replaces the rows by what went wrong; `rows` null means loading.
   */
  static fields = {
    name: "", label: "", columns: [], rows: null, rowKey: (row) => row.id, filters: [], searchable: false,
    empty: { heading: "Nothing here yet" }, problem: null, onProblem: {}, opens: false, more: null, moreLabel: "Show older", tall: false,
  };

  #active = null;
  #scrollTop = 0;
  #width = 0;
  #viewHeight = 600;
  #seen = new Map();
  #drawn = [];
  #found = null;
  #counted = null;
  #words = { of: null, byRow: new WeakMap() };
  #stop = null;
  #sized = new ResizeObserver(([entry]) => {
    this.#width = entry.contentRect.width;
    this.#viewHeight = this.querySelector(".table-scroll")?.clientHeight ?? 600;
    this.update();
  });

  connectedCallback() {
    super.connectedCallback();
    this.#stop = onUrlChange(() => this.update());
    this.#sized.observe(this);
  }

  disconnectedCallback() {
    this.#stop();
    this.#sized.disconnect();
    super.disconnectedCallback();
  }

  // What the address says

  #param(key) {
    return this.name ? `${this.name}.${key}` : key;
  }

  #order() {
    const text = urlParam(this.#param("sort"));
    return text === null ? null : { key: text.replace(/^-/, ""), descending: text.startsWith("-") };
  }

  #chosen(filter) {
    return new Set(urlParam(this.#param(filter.key))?.split(",") ?? []);
  }

  /** Looked for again only when the rows or the question have changed: with thousands of rows that is most of the work. */
  #visibleRows() {
    const question = [urlParam(this.#param("q")) ?? "", urlParam(this.#param("sort")) ?? "",
      ...this.filters.map((filter) => urlParam(this.#param(filter.key)) ?? "")].join("\n");
    const known = this.#found;
    if (known?.rows !== this.rows || known.columns !== this.columns || known.question !== question) {
      this.#found = { rows: this.rows, columns: this.columns, question, visible: this.#find() };
    }
    return this.#found.visible;
  }

  #find() {
    const words = (urlParam(this.#param("q")) ?? "").toLowerCase();
    const chosen = this.filters.map((filter) => [filter, this.#chosen(filter)]).filter(([, values]) => values.size > 0);
    const rows = (this.rows ?? []).filter((row) =>
      chosen.every(([filter, values]) => values.has(String(filter.value(row)))) && (words === "" || this.#wordsOf(row).includes(words)));
    const order = this.#order();
    const column = order && this.columns.find((candidate) => candidate.key === order.key);
    return column ? sorted(rows, column.value, order.descending) : rows;
  }

  /** What a row is found by. */
  #wordsOf(row) {
    if (this.#words.of !== this.columns) {
      this.#words = { of: this.columns, byRow: new WeakMap() };
    }
    let words = this.#words.byRow.get(row);
    if (words === undefined) {
      words = this.columns.map((column) => column.value(row) ?? "").join("\n").toLowerCase();
      this.#words.byRow.set(row, words);
    }
    return words;
  }

  // What is drawn

  template() {
    const rows = this.#visibleRows();
    this.shownRows = rows;
    const columns = this.columns.filter((column) => this.#width === 0 || this.#width >= (column.from ?? 0));
    return html`${this.#tools(rows)}
      <div class="table-frame card">
        <div class="table-scroll ${this.tall ? "tall" : ""}" @scroll=${this.#onScroll}>
          <table role="grid" tabindex="0" aria-label=${this.label} aria-rowcount=${rows.length + 1} aria-colcount=${columns.length}
            aria-activedescendant=${this.#active === null ? nothing : this.#rowId(this.#active)} @keydown=${this.#onKey}>
            <colgroup>${columns.map((column) => html`<col ${css({ width: column.width ? `${column.width}px` : "auto" })}>`)}</colgroup>
            <thead><tr>${columns.map((column) => this.#head(column))}</tr></thead>
            ${this.#body(rows, columns)}
          </table>
          ${this.#instead(rows)}
        </div>
        ${this.more ? this.#moreButton() : nothing}
      </div>`;
  }

  #moreButton() {
    return html`<div class="table-more"><button class="button quiet" type="button" @click=${this.more}>${this.moreLabel}</button></div>`;
  }

  #tools(rows) {
    if (this.filters.length === 0 && !this.searchable) {
      return nothing;
    }
    const total = this.rows?.length ?? 0;
    const found = rows.length === total ? plural(total, "row") : `${exact(rows.length)} of ${plural(total, "row")}`;
    return html`<div class="table-tools">
      ${this.searchable ? this.#searchField() : nothing}
      ${this.filters.map((filter) => this.#chips(filter))}
      <span class="faint small table-count">${total === 0 ? nothing : found}</span>
    </div>`;
  }

  #searchField() {
    const param = this.#param("q");
    return html`<input type="search" class="table-search" placeholder="Filter" aria-label="Filter ${this.label}"
      .value=${urlParam(param) ?? ""} @input=${(event) => setUrlParams({ [param]: event.target.value })}>`;
  }

  #chips(filter) {
    const chosen = this.#chosen(filter);
    const counts = new Map([...chosen].map((value) => [value, 0]));
    this.#countsOf(filter).forEach((number, value) => counts.set(value, number));
    if (counts.size < 2 && chosen.size === 0) {
      return nothing;
    }
    return html`<div class="chips" role="group" aria-label=${filter.label}>
      ${[...counts].sort().map(([value, number]) => html`<button class="chip" type="button" aria-pressed=${chosen.has(value)}
        @click=${() => this.#toggle(filter, value)}>${value} <span class="faint">${exact(number)}</span></button>`)}
    </div>`;
  }

  #countsOf(filter) {
    if (this.#counted?.rows !== this.rows) {
      this.#counted = { rows: this.rows, byFilter: new Map() };
    }
    let counts = this.#counted.byFilter.get(filter.key);
    if (!counts) {
      counts = new Map();
      for (const row of this.rows ?? []) {
        const value = String(filter.value(row));
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      this.#counted.byFilter.set(filter.key, counts);
    }
    return counts;
  }

  #toggle(filter, value) {
    const chosen = this.#chosen(filter);
    if (!chosen.delete(value)) {
      chosen.add(value);
    }
    setUrlParams({ [this.#param(filter.key)]: [...chosen].join(",") });
  }

  #head(column) {
    const order = this.#order();
    const sorted = order?.key === column.key;
    const direction = !sorted ? "none" : order.descending ? "descending" : "ascending";
    return html`<th class=${column.align ?? ""} aria-sort=${direction} scope="col">
      <button type="button" data-tip=${column.meaning ?? nothing} @click=${() => this.#sortBy(column)}>${column.label}<span
        class="sort-mark" aria-hidden="true">${sorted ? (order.descending ? "↓" : "↑") : ""}</span></button>
    </th>`;
  }

  /** Ascending, descending, back to the given order. */
  #sortBy(column) {
    const order = this.#order();
    const next = order?.key !== column.key ? column.key : order.descending ? null : `-${column.key}`;
    setUrlParams({ [this.#param("sort")]: next });
  }

  #body(rows, columns) {
    const first = Math.max(0, Math.floor(this.#scrollTop / ROW) - OVERSCAN);
    const last = Math.min(rows.length, first + Math.ceil(this.#viewHeight / ROW) + 2 * OVERSCAN);
    this.#drawn = rows.slice(first, last);
    return html`<tbody>
      ${spacer(first * ROW)}
      ${repeat(this.#drawn, this.rowKey, (row, index) => this.#row(row, first + index, columns))}
      ${spacer((rows.length - last) * ROW)}
    </tbody>`;
  }

  #row(row, index, columns) {
    const key = this.rowKey(row);
    return html`<tr id=${this.#rowId(key)} data-key=${key} aria-rowindex=${index + 2} aria-selected=${key === this.#active}
      class=${this.opens ? "opens" : ""} @click=${(event) => this.#onClick(event, row)}>
      ${columns.map(({ key: name, align, cell, value }) => html`<td class=${align ?? ""} data-column=${name}>${(cell ?? value)(row)}</td>`)}
    </tr>`;
  }

  #rowId(key) {
    return `row-${this.name}-${key}`;
  }

  #instead(rows) {
    if (this.problem) {
      return problemNotice(this.problem, this.onProblem);
    }
    if (this.rows === null) {
      return html`<hs-notice kind="loading" .heading=${`Loading ${this.label}`}></hs-notice>`;
    }
    if (this.rows.length === 0) {
      const { heading, text, curl, action } = this.empty;
      return html`<hs-notice .heading=${heading} .text=${text ?? ""} .curl=${curl ?? null} .action=${action ?? null}></hs-notice>`;
    }
    if (rows.length === 0) {
      const clear = { label: "Clear the filters", run: this.#clear };
      return html`<hs-notice heading="Nothing matches these filters" .action=${clear}></hs-notice>`;
    }
    return nothing;
  }

  #clear = () => {
    setUrlParams(Object.fromEntries([...this.filters.map((filter) => filter.key), "q"].map((key) => [this.#param(key), null])));
  };

  rendered() {
    const watched = this.columns.filter((column) => column.watch);
    if (watched.length === 0) {
      return;
    }
    const seen = new Map();
    for (const row of this.#drawn) {
      const key = this.rowKey(row);
      const values = watched.map((column) => column.value(row));
      const before = this.#seen.get(key);
      seen.set(key, values);
      watched.forEach((column, index) => {
        if (before && before[index] !== values[index]) {
          this.#flash(key, column.key);
        }
      });
    }
    this.#seen = seen;
  }

  #flash(key, columnKey) {
    const cell = document.getElementById(this.#rowId(key))?.querySelector(`[data-column="${columnKey}"]`);
    if (cell && !calm.matches) {
      cell.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 900, easing: "ease-out" });
    }
  }

  // Hands and keys

  #onScroll = (event) => {
    this.#scrollTop = event.currentTarget.scrollTop;
    this.update();
  };

  #onClick(event, row) {
    if (event.target.closest("a, button, input")) {
      return;
    }
    this.#active = this.rowKey(row);
    this.update();
    if (this.opens) {
      this.emit("row-open", row);
    }
  }

  #onKey = (event) => {
    const rows = this.shownRows;
    const at = rows.findIndex((row) => this.rowKey(row) === this.#active);
    const page = Math.max(1, Math.floor(this.#viewHeight / ROW) - 2);
    const target = {
      ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), PageDown: at + page, PageUp: at - page, Home: 0, End: rows.length - 1,
    }[event.key];
    if (target !== undefined && rows.length > 0) {
      event.preventDefault();
      this.#activate(Math.min(rows.length - 1, Math.max(0, target)));
    } else if (event.key === "Enter" && at >= 0 && this.opens) {
      event.preventDefault();
      this.emit("row-open", rows[at]);
    }
  };

  #activate(index) {
    this.#active = this.rowKey(this.shownRows[index]);
    const scroll = this.querySelector(".table-scroll");
    const head = this.querySelector("thead").offsetHeight;
    const top = index * ROW;
    if (top < scroll.scrollTop) {
      scroll.scrollTop = top;
    } else if (top + ROW > scroll.scrollTop + scroll.clientHeight - head) {
      scroll.scrollTop = top + ROW - scroll.clientHeight + head;
    }
    this.update();
  }
}

/** Stands for the rows above or below those in the DOM. */
function spacer(height) {
  return height > 0 ? html`<tr class="spacer" aria-hidden="true"><td ${css({ height: `${height}px` })}></td></tr>` : nothing;
}

/** Numbers by size, the rest as text, what is not known last either way. Each value is looked up once. */
function sorted(rows, value, descending) {
  const sign = descending ? -1 : 1;
  return rows.map((row) => [value(row) ?? null, row]).sort(([a], [b]) => {
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : TEXTS.compare(String(a), String(b)));
  }).map(([, row]) => row);
}

Table.define("hs-table");
