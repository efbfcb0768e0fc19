// What to try, with a command that works as it stands on the ports of this run; where keys are required it takes one from $KEY.
import { html } from "../kit/element.js";

const curl = ({ requiresKey }, method, url, body) =>
  `curl -sS -w '\\n' -X ${method} '${url}'` +
  (requiresKey ? ' \\\n  -H "Authorization: Bearer $KEY"' : "") +
  (body === undefined ? "" : ` \\\n  -H 'Content-Type: application/json' -d '${body}'`);

/** Those that find something to work on: without the demo world there are no drivers in Berlin. */
export function experiments({ demo, services }) {
  const { monitor, driver, dag, metrics } = Object.fromEntries(services.map((service) => [service.app, callable(service)]));
  return [
    {
      title: "Have something checked",
      why: html`Every five seconds from now on; it shows up among the tiles. A second time the answer is 409: there is one of this
        name.${demo ? html` The demo has a <a href=${`${monitor.at}/status/demo`}>public page</a>, too.` : ""}`,
      command: monitor.curl(
        "POST",
        "/monitors",
        `{"name": "my page", "interval": "PT5S", "target": {"kind": "http", "url": "${dag.at}/"}}`,
      ),
    },
    demo
      ? {
          title: "Claim the nearest driver in Berlin",
          why: "It turns busy on the map, and is free again after half a minute, as nobody confirms.",
          command: driver.curl(
            "POST",
            "/drivers/claims",
            '{"requestId": "mine-\'$(date +%s)\'", "lat": 52.52, "lon": 13.405, "radius": 3, "ttl": "PT30S"}',
          ),
        }
      : {
          title: "Put a driver on the map",
          why: "Alma is free in Berlin and is found there, until she has not been heard of for a minute.",
          command: [
            driver.curl("PUT", "/drivers/alma", '{"name": "Alma"}'),
            driver.curl("PATCH", "/drivers/alma/location", '{"lat": 52.52, "lon": 13.405}'),
            driver.curl("POST", "/drivers/alma/available"),
            driver.curl("GET", "/drivers/available?lat=52.52&lon=13.405&radius=3"),
          ].join("\n"),
        },
    {
      title: "Run a job",
      why: `Two tasks of built-in queues, one after the other.${demo ? " Templates run others by themselves." : ""}`,
      command: dag.curl(
        "POST",
        "/jobs",
        '{"jobId": "mine-\'$(date +%s)\'", "name": "Mine", "tasks": [{"id": "wait", "queue": "delay", "payload": {"duration": "PT5S"}}, {"id": "done", "queue": "noop", "dependsOn": ["wait"]}]}',
      ),
    },
    {
      title: "Run into a limit",
      why: "Three calls a minute are allowed, the fourth is refused.",
      command:
        metrics.curl("PUT", "/policies/mine", '{"limit": 3, "window": "PT1M"}') +
        `\nfor i in 1 2 3 4; do\n  ${metrics.curl("POST", "/limits/check", '{"policy": "mine", "identifier": "me"}')}\ndone`,
    },
  ];
}

function callable(service) {
  const at = service.url.replace(/\/$/, "");
  return { at, curl: (method, path, body) => curl(service, method, at + path, body) };
}
