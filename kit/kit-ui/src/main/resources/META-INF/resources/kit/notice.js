// <hs-notice>: the states in which there is nothing to show: empty, loading, error, forbidden. Always with the next step in words.
import { KitElement, html, nothing } from "./element.js";
import { shapeOf } from "./state.js";
import "./copy.js";

class Notice extends KitElement {
  /** `action`: { label, run } or { label, href }; `curl`: a command to copy, as text or of curl.js. */
  static fields = { kind: "empty", heading: "", text: "", action: null, curl: null };

  template() {
    if (this.kind === "loading") {
      return html`<div class="notice" role="status"><span class="visually-hidden">${this.heading || "Loading"}</span>
        <div class="skeleton wide"></div><div class="skeleton"></div><div class="skeleton short"></div></div>`;
    }
    return html`<div class="notice" role=${this.kind === "error" ? "alert" : "status"}>
      <h3>${this.#shape()} ${this.heading}</h3>
      ${this.text ? html`<p class="muted">${this.text}</p>` : nothing}
      ${this.curl ? html`<hs-code .text=${this.curl} label="Command"></hs-code>` : nothing}
      ${this.#action()}
    </div>`;
  }

  #shape() {
    return { error: shapeOf("down"), forbidden: shapeOf("degraded"), empty: nothing }[this.kind];
  }

  #action() {
    if (!this.action) {
      return nothing;
    }
    const { label, href, run } = this.action;
    return href
      ? html`<a class="button" href=${href}>${label}</a>`
      : html`<button class="button" type="button" @click=${run}>${label}</button>`;
  }
}

/**
 * The notice for a request that did not succeed. `curl` shows how to do the same with a key that may; `persistent`: the page repeats
 * the request by itself during an outage.
 */
export function problemNotice(problem, { retry = null, curl = null, needs = null, persistent = false } = {}) {
  if (problem.status === 403) {
    return html`<hs-notice kind="forbidden" heading="Your key may not see this" .curl=${curl}
      .text=${needs ? `It needs the scope “${needs}”. Sign in with another key, or ask somebody who has one.` : problem.message}
      .action=${{ label: "Sign in with another key", href: "/login.html" }}></hs-notice>`;
  }
  const reference = problem.instance ? ` Reference: ${problem.instance}.` : "";
  const outlook = persistent && problem.isOutage ? " This page tries again by itself." : "";
  return html`<hs-notice kind="error" .heading=${problem.title} .text=${`${problem.message}${outlook}${reference}`} .curl=${curl}
    .action=${retry ? { label: "Try again", run: retry } : null}></hs-notice>`;
}

Notice.define("hs-notice");
