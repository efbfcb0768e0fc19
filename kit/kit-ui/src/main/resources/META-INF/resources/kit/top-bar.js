// <hs-top-bar>: where am I (product, service, environment), where can I go, is what I see live, who am I. The same on every page.
import { KitElement, html, nothing } from "./element.js";
import { about, availability, currentSession, logout } from "./api.js";
import * as icons from "./icons.js";
import "./banner.js";
import "./live.js";
import { toast } from "./toast.js";
import "./tip.js";

const COMMON_TABS = [
  { href: "/keys.html", label: "API keys" },
  { href: "/audit.html", label: "Audit log" },
  { href: "/api.html", label: "API" },
];
const THEMES = { system: icons.system, light: icons.sun, dark: icons.moon };
const FOUND_MAX = 8;

class TopBar extends KitElement {
  /**
   * `service`: the default export of the service's /service.js. `stream`: the page's EventStream, if it is live.
   * `find(text)`: what the page adds to the global search, [{ label, hint, href }].
   * `about` and `session` are asked from the service unless given.
   */
  static fields = {
    service: { name: "", tabs: [] },
    stream: null,
    find: null,
    about: null,
    session: null,
    unavailable: null,
    words: "",
    marked: 0,
  };

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onSlash);
    availability.addEventListener("unavailable", this.#onAvailability);
    availability.addEventListener("available", this.#onAvailability);
    this.#identify();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onSlash);
    availability.removeEventListener("unavailable", this.#onAvailability);
    availability.removeEventListener("available", this.#onAvailability);
    super.disconnectedCallback();
  }

  async #identify() {
    try {
      this.about ??= await about();
      this.session ??= await currentSession();
    } catch (problem) {
      this.unavailable = problem;
    }
  }

  #onAvailability = (event) => (this.unavailable = event.detail ?? null);

  template() {
    return html`<header class="top-bar">
        <a class="brand" href="/" aria-label="Hotstate ${this.service.name}, first page">
          ${icons.mark}<span class="brand-name">Hotstate</span><span class="brand-service">${this.service.name}</span>
        </a>
        ${this.#services("services")}
        ${this.#search()}
        <div class="top-bar-end">
          <hs-live .stream=${this.stream}></hs-live>
          ${this.#environment()}
          ${this.#themeSwitch()}
          ${this.#menu()}
        </div>
      </header>
      <nav class="tabs" aria-label="Pages of ${this.service.name}">${this.#tabs().map((tab) => this.#tab(tab))}</nav>
      ${this.#accessBanner()}
      ${this.unavailable ? html`<hs-banner class="page-banner" tone="bad" .heading=${this.unavailable.title}
        .reasons=${[{ message: this.unavailable.message }]}></hs-banner>` : nothing}`;
  }

  #services(className) {
    const sisters = this.about?.sisters ?? [];
    const own = { name: this.service.name, url: "/", here: true };
    const all = [own, ...sisters.map((sister) => ({ name: shortName(sister.service), url: sister.url }))];
    const known = ["start page", "monitor", "driver", "dag", "metrics"];
    all.sort((one, other) => known.indexOf(one.name) - known.indexOf(other.name));
    return html`<nav class=${className} aria-label="Services">
      ${all.map((service) => html`<a href=${service.url} aria-current=${service.here ? "true" : nothing}>${service.name}</a>`)}
    </nav>`;
  }

  #environment() {
    const env = this.about?.env;
    const meaning = env === "prod" ? "Production: what you change here is felt at once." : `Environment ${env}`;
    return env ? html`<span class="env ${env === "prod" ? "prod" : ""}" data-tip=${meaning} tabindex="0">${env}</span>` : nothing;
  }

  #tabs() {
    return [...this.service.tabs, ...COMMON_TABS];
  }

  /** `below`: pages without a tab of their own that belong to this one. */
  #tab({ href, label, below = [] }) {
    const here = location.pathname === href || (href === "/" && location.pathname === "/index.html");
    const inside = below.includes(location.pathname);
    return html`<a href=${href} aria-current=${here ? "page" : inside ? "true" : nothing}>${label}</a>`;
  }

  #accessBanner() {
    return this.about && !this.about.authRequired
      ? html`<p class="access-off" role="note">Access control is off: everybody who reaches this address can read and change everything.
          Fine on your own machine, never elsewhere.</p>`
      : nothing;
  }

  // Search

  #search() {
    const found = this.#found();
    const open = this.words !== "";
    return html`<div class="search" role="search">
      ${icons.search}
      <input type="search" placeholder="Search" autocomplete="off" aria-label="Search pages and things"
        role="combobox" aria-expanded=${open} aria-controls="search-found" .value=${this.words}
        @input=${(event) => this.#type(event.target.value)} @keydown=${this.#onSearchKey} @blur=${() => this.#leaveSearch()}>
      <kbd>/</kbd>
      ${open ? html`<ul class="search-found" id="search-found" role="listbox">
        ${found.length === 0 ? html`<li class="muted">Nothing is called “${this.words}” here.</li>` : nothing}
        ${found.map(({ label, hint, href }, index) => html`<li role="option" aria-selected=${index === this.marked}>
          <a href=${href} tabindex="-1" @pointerdown=${keepFocus}>${label}<span class="faint small">${hint}</span></a>
        </li>`)}
      </ul>` : nothing}
    </div>`;
  }

  #found() {
    if (this.words === "") {
      return [];
    }
    const pages = this.#tabs().map((tab) => ({ label: tab.label, hint: "page", href: tab.href }));
    const sisters = (this.about?.sisters ?? []).map((sister) => ({ label: shortName(sister.service), hint: "service", href: sister.url }));
    const wanted = this.words.toLowerCase();
    const places = [...pages, ...sisters].filter((place) => place.label.toLowerCase().includes(wanted));
    return [...(this.find?.(this.words) ?? []), ...places].slice(0, FOUND_MAX);
  }

  #type(words) {
    this.words = words;
    this.marked = 0;
  }

  /** Searches anew: whoever types fast presses Enter before the next frame is drawn. */
  #onSearchKey = (event) => {
    const found = this.#found();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : found.length - 1;
      this.marked = found.length ? (this.marked + step) % found.length : 0;
    } else if (event.key === "Enter" && found[this.marked]) {
      location.assign(found[this.marked].href);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.target.blur();
    }
  };

  #leaveSearch() {
    this.#type("");
  }

  #onSlash = (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.querySelector(".search input").focus();
    }
  };

  // Menu

  #menu() {
    const name = this.about?.authRequired && this.session?.authenticated ? this.session.name : null;
    return html`
      <button class="button quiet icon-only" type="button" popovertarget="top-menu" aria-label="Menu"
        data-tip=${name ?? "Menu"}>${icons.user}</button>
      <div class="menu" id="top-menu" popover>
        ${this.#identity(name)}
        <div class="menu-services">${this.#services("menu-links")}</div>
        <div class="menu-theme">
          <p class="menu-label">Theme</p>
          <div class="segments" role="group" aria-label="Theme">
            ${Object.entries(THEMES).map(([theme, icon]) => html`<button type="button" aria-pressed=${currentTheme() === theme}
              @click=${() => this.#setTheme(theme)}>${icon}${theme}</button>`)}
          </div>
        </div>
        ${name ? html`<button class="button" type="button" @click=${this.#signOut}>Sign out</button>` : nothing}
      </div>`;
  }

  #identity(name) {
    if (name) {
      return html`<p><strong>${name}</strong><br><span class="muted small">may ${this.session.scopes.join(", ")}</span></p>`;
    }
    return this.about?.authRequired ? html`<a class="button" href="/login.html">Sign in</a>`
      : html`<p class="muted small">Nobody is signed in: access control is off.</p>`;
  }

  #themeSwitch() {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(currentTheme()) + 1) % names.length];
    return html`<button class="button quiet icon-only theme-switch" type="button" data-tip="Theme: ${currentTheme()}"
      aria-label="Theme: ${currentTheme()}. Change to ${next}" @click=${() => this.#setTheme(next)}>${THEMES[currentTheme()]}</button>`;
  }

  #setTheme(theme) {
    localStorage.setItem("hotstate.theme", theme);
    document.documentElement.dataset.theme = theme;
    this.update();
  }

  #signOut = async () => {
    try {
      await logout();
      location.assign("/login.html");
    } catch (problem) {
      toast(problem.message, { state: "failed" });
    }
  };
}

/** "monitor-service" is called "monitor" among its sisters. A start page that leads to all of them is configured as one, too. */
const shortName = (service) => ({ start: "start page", "dag-scheduler": "dag", "metrics-gateway": "metrics" })[service] ?? service.replace(/-service$/, "");

/** A press on a search result must not end the search before it is a click. */
const keepFocus = (event) => event.preventDefault();

const currentTheme = () => document.documentElement.dataset.theme ?? "system";

TopBar.define("hs-top-bar");
