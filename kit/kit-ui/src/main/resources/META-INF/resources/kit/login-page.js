// <hs-login-page>: exchanges an API key for a session cookie and goes back to where the reader wanted to be.
import { KitElement, html } from "./element.js";
import { about, login } from "./api.js";
import { field, formProblem, isInvalid } from "./form.js";
import * as icons from "./icons.js";
import { urlParam } from "./url-state.js";

class LoginPage extends KitElement {
  static fields = { about: null, problem: null, busy: false };

  connectedCallback() {
    super.connectedCallback();
    about().then((body) => (this.about = body), (problem) => (this.problem = problem));
    this.querySelector("input").focus();
  }

  template() {
    return html`<main class="login">
      <div class="brand">${icons.mark}<span>Hotstate</span></div>
      <form class="card form" @submit=${this.#submit} novalidate>
        <h1>Sign in${this.about ? ` to ${this.about.app}` : ""}</h1>
        ${field("key", "API key", html`<input id="field-key" name="key" type="password" class="mono" required
          autocomplete="current-password" autocapitalize="off" spellcheck="false" aria-invalid=${isInvalid(this.problem, "key")}>`,
          { problem: this.problem, hint: "Kept in a cookie for 12 hours that no script can read." })}
        ${formProblem(this.problem, ["key"])}
        <button class="button primary" type="submit" ?disabled=${this.busy}>${this.busy ? "Signing in" : "Sign in"}</button>
      </form>
      ${this.about && !this.about.authRequired
        ? html`<p class="muted">Access control is off here: <a href=${destination()}>go on without a key</a>.</p>`
        : html`<p class="faint small">No key? Somebody with the scope “admin” makes one under API keys.
            The very first one is the bootstrap key that the service was started with.</p>`}
    </main>`;
  }

  #submit = async (event) => {
    event.preventDefault();
    const input = this.querySelector("input");
    const key = input.value.trim();
    if (key === "") {
      input.focus();
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      await login(key);
      location.replace(destination());
    } catch (problem) {
      this.problem = problem;
      this.busy = false;
      input.select();
    }
  };
}

/** Only a path of this service: a link to the login page must not become a way to another site. */
function destination() {
  const next = urlParam("next") ?? "/";
  const target = new URL(next, location.origin);
  return target.origin === location.origin && next.startsWith("/") ? target.pathname + target.search : "/";
}

LoginPage.define("hs-login-page");
document.body.append(document.createElement("hs-login-page"));
