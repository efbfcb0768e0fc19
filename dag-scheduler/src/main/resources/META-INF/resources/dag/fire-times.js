// <hs-fire-times cron="30 2 * * *" zone="Europe/Berlin">: when that is, by the clocks of the zone. Emits "times-refused" (detail: the
// Problem, or null once it is fine), so that a form can show what is wrong at the field.
import { KitElement, html, nothing } from "/kit/element.js";
import { post } from "/kit/api.js";
import "/kit/time.js";

/** While somebody types, the service is asked when they pause. */
const PAUSE_MILLIS = 250;
const COUNT = 5;

class FireTimes extends KitElement {
  static fields = { cron: "", zone: "", times: null, problem: null };

  #asked = "";
  #pause = 0;

  disconnectedCallback() {
    clearTimeout(this.#pause);
    super.disconnectedCallback();
  }

  rendered() {
    const asked = `${this.cron}\n${this.zone}`;
    if (asked === this.#asked) {
      return;
    }
    const first = this.#asked === "";
    this.#asked = asked;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#ask(asked), first ? 0 : PAUSE_MILLIS);
  }

  async #ask(asked) {
    let times = null;
    let problem = null;
    try {
      ({ times } = await post(`/schedules/preview?count=${COUNT}`, { cron: this.cron, zone: this.zone }));
    } catch (failure) {
      problem = failure;
    }
    if (asked === this.#asked) {
      Object.assign(this, { times, problem });
      this.emit("times-refused", problem);
    }
  }

  template() {
    if (this.problem) {
      return this.problem.isOutage ? html`<p class="faint">${this.problem.message}</p>` : nothing;
    }
    if (!this.times) {
      return html`<p class="faint">Looking ahead</p>`;
    }
    if (this.times.length === 0) {
      return html`<p class="warn">It never fires: there is no such day.</p>`;
    }
    return html`<ol class="fire-times" aria-label="Next times">${this.times.map(({ at, local }) => html`<li>
      <span>${local}</span> <span class="faint small"><hs-time .at=${at}></hs-time></span></li>`)}</ol>`;
  }
}

FireTimes.define("hs-fire-times");
