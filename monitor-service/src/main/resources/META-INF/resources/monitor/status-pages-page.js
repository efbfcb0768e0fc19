// <hs-status-pages-page>: which monitors the public may see, under which names; and their badges.
import service from "/service.js";
import { KitElement, html, nothing } from "/kit/element.js";
import { currentSession, get, put, remove } from "/kit/api.js";
import * as icons from "/kit/icons.js";
import { toast } from "/kit/toast.js";
import { setUrlParams, urlParam } from "/kit/url-state.js";
import { groupsIn, writtenGroups } from "./status-groups.js";
import "/kit/confirm.js";
import "/kit/copy.js";
import "/kit/side-panel.js";
import "/kit/table.js";
import "/kit/top-bar.js";

const NEW = "new";

class StatusPagesPage extends KitElement {
  static fields = { pages: null, monitors: [], problem: null, formProblem: null, busy: false, mayWrite: false };

  /** The monitors being read, or read: whoever is quick may save before they are. */
  #known = null;

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    currentSession().then((session) => (this.mayWrite = !session.scopes || session.scopes.includes("write") || session.scopes.includes("admin")), () => {});
  }

  #load = async () => {
    try {
      this.pages = (await get("/status-pages", { quiet: true })).items;
      this.problem = null;
      await this.#readMonitors();
    } catch (problem) {
      this.problem = this.pages ? null : problem;
    }
  };

  #readMonitors() {
    this.#known = allMonitors().then((monitors) => (this.monitors = monitors));
    this.#known.catch(() => (this.#known = null));
    return this.#known;
  }

  template() {
    return html`
      <hs-top-bar .service=${service}></hs-top-bar>
      <main class="page">
        <div class="page-head">
          <div><h1>Status pages</h1><p>Public: whoever knows the address may read one. Targets, reasons and internal names are not shown.</p></div>
          ${this.mayWrite ? html`<button class="button primary" type="button" @click=${() => this.#open(NEW)}>${icons.plus}Make a page</button>` : nothing}
        </div>
        <hs-table name="p" label="status pages" opens .columns=${COLUMNS} .rows=${this.pages} .rowKey=${(page) => page.slug} .problem=${this.problem}
          .onProblem=${{ retry: this.#load, needs: "read" }} .empty=${this.#empty} @row-open=${(event) => this.#open(event.detail.slug)}></hs-table>
      </main>
      <hs-side-panel param="page" .content=${(slug) => this.#panel(slug)} .of=${[this.pages, this.monitors]}></hs-side-panel>`;
  }

  #empty = {
    heading: "No status page yet",
    text: "Make one for your users: groups of monitors with their last 90 days, without a login.",
    action: { label: "Make a page", run: () => this.#open(NEW) },
  };

  #open(slug) {
    this.formProblem = null;
    setUrlParams({ page: slug }, { push: urlParam("page") === null });
  }

  #panel(slug) {
    if (slug === NEW) {
      return { heading: "Make a page", body: this.#form(null) };
    }
    const page = this.pages?.find((candidate) => candidate.slug === slug);
    if (!page) {
      return this.pages ? { heading: "Status page", body: html`<hs-notice heading="There is no such page"></hs-notice>` } : null;
    }
    const first = page.groups[0].monitors[0];
    return {
      heading: page.title,
      body: html`
        <p><a href="/status/${page.slug}" target="_blank" rel="noopener">Open the public page</a></p>
        <p class="muted small">A badge of ${first.label ?? this.#nameOf(first.id)} for your own pages; also uptime.svg and latency.svg, and .json for shields.io:</p>
        <hs-code label="Badge" .text=${`![status](${location.origin}/badges/${first.id}/status.svg)`}></hs-code>
        ${this.mayWrite ? html`${this.#form(page)}
          <div class="danger-zone">
            <div><h3>Take it off</h3><p class="muted">Its address answers 404 from now on.</p></div>
            <hs-confirm label="Take it off" danger .sure=${`Take ${page.title} off`} .subject=${page.slug} @confirmed=${() => this.#remove(page)}></hs-confirm>
          </div>` : nothing}`,
    };
  }

  #nameOf(id) {
    return this.monitors.find((monitor) => monitor.id === id)?.name ?? id;
  }

  /** Groups as text: what people write fastest and can copy from one page to another. */
  #form(page) {
    const error = (pattern) => {
      const found = this.formProblem?.errors.find(({ pointer }) => pattern.test(pointer ?? ""));
      return found ? html`<p class="field-error" role="alert">${found.detail}</p>` : nothing;
    };
    const text = writtenGroups(page?.groups ?? [], this.monitors);
    return html`<form class="form" @submit=${(event) => this.#save(event, page)} novalidate>
      <div class="field"><label for="p-title">Title</label><input id="p-title" name="title" maxlength="100" autocomplete="off" .value=${page?.title ?? ""} placeholder="Example shop">${error(/^\/title/)}</div>
      ${page ? nothing : html`<div class="field"><label for="p-slug">Address</label><input id="p-slug" name="slug" class="mono" maxlength="60" autocomplete="off" placeholder="shop">
        <p class="field-hint">${location.origin}/status/…</p>${error(/^\/slug/)}</div>`}
      <div class="field"><label for="p-description">Description</label><input id="p-description" name="description" maxlength="500" autocomplete="off" .value=${page?.description ?? ""}>${error(/^\/description/)}</div>
      <div class="field"><label for="p-groups">Groups</label>
        <textarea id="p-groups" name="groups" rows="6" .value=${text} placeholder="Shop: shop front, checkout as Paying"></textarea>
        <p class="field-hint">One per line: its name, a colon, then monitors by name, separated by commas. “as” gives one another name for the public. A name with a colon or a comma stands in quotes.</p>
        ${error(/^\/groups/)}</div>
      ${this.formProblem && this.formProblem.errors.length === 0 ? html`<p class="form-problem" role="alert">${this.formProblem.message}</p>` : nothing}
      <div class="form-actions"><button class="button primary" type="submit" ?disabled=${this.busy}>${page ? "Save" : "Make it public"}</button></div>
    </form>`;
  }

  #save = async (event, page) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const slug = page?.slug ?? form.get("slug").trim();
    this.busy = true;
    this.formProblem = null;
    try {
      await (this.#known ?? this.#readMonitors());
      await put(`/status-pages/${encodeURIComponent(slug || "-")}`, { slug, title: form.get("title").trim(), description: form.get("description"), groups: groupsIn(form.get("groups"), this.monitors) });
      await this.#load();
      setUrlParams({ page: slug });
      toast(`/status/${slug} is public`, { state: "up" });
    } catch (problem) {
      this.formProblem = problem;
    } finally {
      this.busy = false;
    }
  };

  #remove = async ({ slug, title }) => {
    try {
      await remove(`/status-pages/${encodeURIComponent(slug)}`);
      setUrlParams({ page: null });
      await this.#load();
      toast(`${title} is taken off`);
    } catch (problem) {
      this.formProblem = problem;
    }
  };
}

/** Names are written in the form, so all have to be known. */
async function allMonitors() {
  const monitors = [];
  let after = "";
  do {
    const page = await get(`/monitors/status?limit=500${after}`, { quiet: true });
    monitors.push(...page.items);
    after = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : null;
  } while (after !== null);
  return monitors;
}

const COLUMNS = [
  { key: "title", label: "Title", value: (page) => page.title, cell: (page) => html`<strong>${page.title}</strong>` },
  { key: "slug", label: "Address", value: (page) => page.slug, cell: (page) => html`<a class="mono" href="/status/${page.slug}">/status/${page.slug}</a>` },
  { key: "groups", label: "Groups", from: 760, value: (page) => page.groups.map((group) => group.name).join(", ") },
  { key: "count", label: "Monitors", width: 100, align: "end", value: (page) => page.groups.reduce((sum, group) => sum + group.monitors.length, 0) },
];

StatusPagesPage.define("hs-status-pages-page");
document.body.append(document.createElement("hs-status-pages-page"));
