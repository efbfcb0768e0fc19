// What a series is in words: its kind, its name and tags, its figures, and all of it beside the page.
import { html, nothing } from "/kit/element.js";
import { curl } from "/kit/curl.js";
import { count, NOTHING, plural } from "/kit/format.js";
import "/kit/copy.js";
import "/kit/notice.js";
import "/kit/time.js";
import "/kit/tip.js";

export const KINDS = {
  count: "Everything that was counted, added up over all instances.",
  values: "How single values are distributed over all instances, in the unit in which they were told.",
  gauge: "What each instance told last. It holds for a while, and nobody adds them up.",
  unique: "How many different ones there were in this hour, about.",
};

/** What it is counted apart by, and where its panel is: one name may stand for several kinds. */
export const labelOf = ({ kind, series }) => `${kind} ${series}`;

/** The other way round; a series has no spaces. */
export const kindAndSeries = (label) => label.split(" ");

/** jobs{env=it,queue=mail} */
function partsOf(series) {
  const [name, tags = ""] = series.replace(/\}$/, "").split("{");
  return { name, tags: tags.split(",").filter(Boolean).map((tag) => tag.split("=")) };
}

/** Of any size and in any unit; the exact one on hover. */
export function figure(value) {
  if (value === null || value === undefined) {
    return NOTHING;
  }
  const text = value !== 0 && Math.abs(value) < 1 ? String(Number(value.toPrecision(3))) : count(value);
  const full = value.toLocaleString("en-US", { maximumFractionDigits: 20 });
  return text === full ? text : html`<span data-tip=${full}>${text}</span>`;
}

/** By which it is sorted. */
export function valueOf({ total, values, gauges, different }) {
  return total ?? values?.count ?? different ?? Math.max(...gauges.map(({ value }) => value));
}

export function valueCell(row) {
  const { gauges, kind } = row;
  if (kind !== "gauge" || gauges.length === 1) {
    return figure(valueOf(row));
  }
  const all = gauges.map(({ value }) => value);
  return html`<span class="faint how-many">${plural(gauges.length, "instance")}</span> ${figure(Math.min(...all))} – ${figure(Math.max(...all))}`;
}

export function nameCell({ series }) {
  const { name, tags } = partsOf(series);
  return html`<span class="endpoint">${name}</span> ${tags.map(([key, value]) => html`<span class="label">${key}=${value}</span>`)}`;
}

/** `row`: undefined while nobody has answered, null when there is no such series. */
export function seriesPanel(label, row) {
  const [kind, series = ""] = kindAndSeries(label);
  const { name, tags } = partsOf(series);
  const heading = html`<span class="endpoint">${name}</span>`;
  const command = curl(`/series?kind=${encodeURIComponent(kind)}&text=${encodeURIComponent(series)}`);
  if (!row) {
    return { heading, body: row === undefined ? html`<hs-notice kind="loading" heading="Reading its figures"></hs-notice>`
      : html`<hs-notice heading="Nobody tells of this series" text="It was never told, or so long ago that it is forgotten." .curl=${command}></hs-notice>` };
  }
  return { heading, body: html`
    <dl class="facts">
      <dt>Kind</dt><dd>${kind}</dd>
      <dt>Last heard of</dt><dd><hs-time .at=${row.lastHeardAt} .absent=${unheard(row)}></hs-time></dd>
      ${figuresOf(row)}
    </dl>
    <p class="muted">${KINDS[kind]}</p>
    ${facts("Tags", tags)}
    ${facts("Instances", (row.gauges ?? []).map(({ instance, value }) => [instance, figure(value)]))}
    <hs-code .text=${command} label="Command"></hs-code>` };
}

/** Of things the hour alone is known. */
export const unheard = ({ kind }) => (kind === "unique" ? "not in this hour" : NOTHING);

function figuresOf({ total, values, different }) {
  const fact = (label, value) => html`<dt>${label}</dt><dd>${figure(value)}</dd>`;
  if (values) {
    return html`${fact("Values", values.count)}${fact("Sum", values.sum)}${fact("Average", values.average)}
      ${fact("p50", values.p50)}${fact("p90", values.p90)}${fact("p99", values.p99)}`;
  }
  return html`${total === null || total === undefined ? nothing : fact("Total", total)}
    ${different === null || different === undefined ? nothing : fact("Different, about", different)}`;
}

function facts(heading, pairs) {
  return pairs.length === 0 ? nothing : html`<section class="section"><h3>${heading}</h3>
    <dl class="facts">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></section>`;
}
