// <hs-jobs-page>: is the scheduler all right, which jobs run, how far are they.
import service from "/service.js";
import { KitElement, html } from "/kit/element.js";
import { get, Problem } from "/kit/api.js";
import { curl } from "/kit/curl.js";
import { count, duration, exact, plural } from "/kit/format.js";
import { History } from "/kit/history.js";
import { problemNotice } from "/kit/notice.js";
import { EventStream } from "/kit/sse.js";
import { shapeOf } from "/kit/state.js";
import { showTabIcon } from "/kit/tab-icon.js";
import { setUrlParams } from "/kit/url-state.js";
import * as icons from "/kit/icons.js";
import "/kit/banner.js";
import "/kit/copy.js";
import "/kit/notice.js";
import "/kit/side-panel.js";
import "/kit/stat.js";
import "/kit/time.js";
import "/kit/top-bar.js";
import "./job-list.js";
import "./new-job.js";

const NEW = "job";
const STALE_MILLIS = 6000;
/** A task that waits longer than this for a worker is worth a look. */
const LONG_WAIT_MILLIS = 60_000;

class JobsPage extends KitElement {
  static fields = { overview: null, history: null };

  #stream = new EventStream("/overview/stream", { staleMillis: STALE_MILLIS, steady: true });
  #connection = "connecting";

  connectedCallback() {
    super.connectedCallback();
    this.#stream.addEventListener("overview", (event) => this.#onOverview(event.detail));
    this.#stream.addEventListener("state", () => this.#onConnection(this.#stream.state.name));
    this.#stream.start();
  }

  disconnectedCallback() {
    this.#stream.stop();
    super.disconnectedCallback();
  }

  #onOverview(overview) {
    this.overview = overview;
    this.history?.add(new Date(overview.asOf).getTime(), {
      ready: overview.ready,
      running: overview.running,
      completedPerSecond: overview.completedPerSecond,
      oldestReadyMs: overview.oldestReadyMs ?? 0,
    });
    const { tone, heading } = verdict(overview);
    document.title = `${tone === "good" ? "Jobs" : heading} · dag · Hotstate`;
    showTabIcon(tone);
  }

  #onConnection(name) {
    if (name === this.#connection) {
      return;
    }
    this.#connection = name;
    if (name === "live") {
      this.#loadHistory();
    } else if (name === "stale") {
      showTabIcon("bad");
    }
    this.update();
  }

  async #loadHistory() {
    try {
      this.history = new History(await get("/overview/history"));
    } catch {
      this.history ??= History.startingNow();
    }
  }

  template() {
    return html`
      <hs-top-bar .service=${service} .stream=${this.#stream} .find=${this.#find}></hs-top-bar>
      <main class="page">${this.#content()}</main>
      <hs-side-panel param="new" .content=${this.#panel}></hs-side-panel>`;
  }

  #content() {
    if (this.#connection === "refused") {
      return problemNotice(new Problem(403), { needs: "read", curl: curl("/overview") });
    }
    if (!this.overview) {
      return html`<h1 class="visually-hidden">Jobs</h1><div class="card">${this.#connection === "reconnecting"
        ? html`<hs-notice kind="error" heading="The service sends no values" text="It may be starting. This page tries again by itself."></hs-notice>`
        : html`<hs-notice kind="loading" heading="Waiting for the first values"></hs-notice>`}</div>`;
    }
    const cutOff = this.#connection === "stale";
    return html`
      ${cutOff ? this.#cutOff() : this.#verdict()}
      <div class="stats ${cutOff ? "dimmed" : ""}">${this.#figures()}</div>
      <section class="section ${cutOff ? "dimmed" : ""}" aria-labelledby="jobs-heading">
        <div class="section-head">
          <h2 id="jobs-heading">Jobs</h2>
          <button class="button primary" type="button" @click=${() => setUrlParams({ new: NEW }, { push: true })}>${icons.plus}New job</button>
        </div>
        <hs-job-list .recent=${this.overview.recent} .empty=${NO_JOBS}></hs-job-list>
      </section>`;
  }

  #cutOff() {
    const reasons = [{ message: "It reconnects by itself. What you see below is the last known state, not the present one." }];
    return html`<hs-banner tone="bad" heading="This page has lost the service" .since=${this.overview.asOf} .asOf=${this.overview.asOf}
      .reasons=${reasons}></hs-banner>`;
  }

  #verdict() {
    const { tone, heading, text } = verdict(this.overview);
    const state = { good: "up", warn: "degraded", bad: "down" }[tone];
    return html`<div class="verdict">
      <div><h1>${shapeOf(state)}${heading}</h1><p>${text}</p></div>
      <p class="small">as of <hs-time mode="clock" .at=${this.overview.asOf}></hs-time> UTC</p>
    </div>`;
  }

  #figures() {
    const { jobs, ready, running, delayed, parked, workers, completedPerSecond, oldestReadyMs, pausedJobs } = this.overview;
    const points = (name) => this.history?.points(name) ?? null;
    const going = (jobs.RUNNING ?? 0) + (jobs.PENDING ?? 0);
    const failed = jobs.FAILED ?? 0;
    const waitsLong = (oldestReadyMs ?? 0) > LONG_WAIT_MILLIS;
    return html`
      <hs-stat label="Jobs going on" .value=${count(going)} .note=${pausedJobs ? `${exact(pausedJobs)} paused` : `${exact(jobs.COMPLETED ?? 0)} completed in 24 h`}
        meaning="Jobs that were submitted and have not ended"></hs-stat>
      <hs-stat label="Failed in 24 h" .value=${count(failed)} .state=${failed > 0 ? "degraded" : "up"} note="jobs"
        meaning="Jobs that ended as failed within the last day"></hs-stat>
      <hs-stat label="Tasks done" .value=${count(completedPerSecond)} unit="/s" .points=${points("completedPerSecond")} tone="good"
        note="over 10 s" meaning="Tasks that completed, per second over the last ten seconds"></hs-stat>
      <hs-stat label="Running" .value=${count(running)} .points=${points("running")} tone="busy" .note=${plural(workers, "worker")}
        .state=${workers === 0 && ready > 0 ? "down" : "up"} meaning="Tasks in the hands of workers at this moment"></hs-stat>
      <hs-stat label="Ready" .value=${count(ready)} .points=${points("ready")}
        .note=${delayed + parked > 0 ? `${exact(delayed)} delayed, ${exact(parked)} held back` : "nothing is held back"}
        meaning="Tasks that could run and wait for a worker. Delayed: for a retry or their time. Held back: their job is paused or at its limit"></hs-stat>
      <hs-stat label="Longest wait" .value=${oldestReadyMs === null || oldestReadyMs === undefined ? "–" : duration(oldestReadyMs)}
        .points=${points("oldestReadyMs")} .state=${waitsLong ? "degraded" : "up"} tone=${waitsLong ? "warn" : "accent"} note="for a worker"
        meaning="How long the task that waits longest for a worker has waited"></hs-stat>`;
  }

  #find = (text) => {
    const wanted = text.toLowerCase();
    const found = (this.overview?.recent ?? []).filter((job) => job.id.includes(wanted) || job.name.toLowerCase().includes(wanted));
    return found.map((job) => ({ label: job.name, hint: `job ${job.id}`, href: `/job.html?id=${encodeURIComponent(job.id)}` }));
  };

  #panel = (value) => (value === NEW ? { heading: "New job", body: html`<hs-new-job></hs-new-job>` } : null);
}

/** What somebody at 3 a.m. has to know first. */
function verdict({ incomplete, deserted, oldestReadyMs, jobs, running }) {
  if (incomplete) {
    return { tone: "bad", heading: "A part of Redis does not answer", text: "Its tasks stand still, and the figures leave them out. The rest goes on." };
  }
  if (deserted.length > 0) {
    const queues = deserted.length === 1 ? `queue ${deserted[0]}` : `queues ${deserted.slice(0, 3).join(", ")}`;
    return { tone: "bad", heading: "Tasks wait and nobody works for them", text: `No worker has asked for tasks of ${queues} lately.` };
  }
  if ((oldestReadyMs ?? 0) > LONG_WAIT_MILLIS) {
    return { tone: "warn", heading: "Tasks wait long for a worker", text: `One has waited for ${duration(oldestReadyMs)}. More workers, or a higher limit, would help.` };
  }
  const failed = jobs.FAILED ?? 0;
  if (failed > 0) {
    return { tone: "warn", heading: failed === 1 ? "A job failed in the last 24 h" : `${exact(failed)} jobs failed in the last 24 h`, text: "Open one to see which task failed and why, and run it again from there." };
  }
  return { tone: "good", heading: "All is well", text: running > 0 ? `${plural(running, "task")} running, nothing waits long.` : "Nothing waits, nothing has failed in the last 24 h." };
}

const NO_JOBS = {
  heading: "No job has been submitted yet",
  text: "A job is a graph of tasks. Submit one here, or with one request:",
  curl: curl("/jobs", { method: "POST", body: { name: "hello", createdBy: "me", tasks: [
    { id: "wait", queue: "delay", payload: { duration: "PT5S" } }, { id: "done", queue: "noop", dependsOn: ["wait"] }] } }),
  action: { label: "New job", run: () => setUrlParams({ new: NEW }, { push: true }) },
};

JobsPage.define("hs-jobs-page");
document.body.append(document.createElement("hs-jobs-page"));
