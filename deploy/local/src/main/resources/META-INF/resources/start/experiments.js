// What to try, with a command that works as it stands on the ports of this run.

const post = (url, body) => `curl -sS -X POST ${url} \\\n  -H 'Content-Type: application/json' -d '${body}'`;
const put = (url, body) => `curl -sS -X PUT ${url} \\\n  -H 'Content-Type: application/json' -d '${body}'`;

/** Those that find something to work on: without the demo world there are no drivers in Berlin. */
export function experiments({ demo, services }) {
  const at = Object.fromEntries(services.map(({ app, url }) => [app, url.replace(/\/$/, "")]));
  return [
    {
      title: "Have something checked",
      why: `Every five seconds from now on; it shows up among the tiles.${demo ? " The public page of the demo is /status/demo." : ""}`,
      command: post(
        `${at.monitor}/monitors`,
        `{"name": "my page", "interval": "PT5S", "target": {"kind": "http", "url": "${at.dag}/"}}`,
      ),
    },
    demo && {
      title: "Claim the nearest driver in Berlin",
      why: "It turns busy on the map, and is free again after half a minute, as nobody confirms.",
      command: post(
        `${at.driver}/drivers/claims`,
        '{"requestId": "mine-\'$(date +%s)\'", "lat": 52.52, "lon": 13.405, "radius": 3, "ttl": "PT30S"}',
      ),
    },
    {
      title: "Run a job",
      why: `Two tasks of built-in queues, one after the other.${demo ? " Templates run others by themselves." : ""}`,
      command: post(
        `${at.dag}/jobs`,
        '{"jobId": "mine-\'$(date +%s)\'", "name": "Mine", "tasks": [{"id": "wait", "queue": "delay", "payload": {"duration": "PT5S"}}, {"id": "done", "queue": "noop", "dependsOn": ["wait"]}]}',
      ),
    },
    {
      title: "Run into a limit",
      why: "Three calls a minute are allowed, the fourth is refused.",
      command:
        put(`${at.metrics}/policies/mine`, '{"limit": 3, "window": "PT1M"}') +
        `\nfor i in 1 2 3 4; do\n  ${post(`${at.metrics}/limits/check`, '{"policy": "mine", "identifier": "me"}')}; echo\ndone`,
    },
  ].filter(Boolean);
}
