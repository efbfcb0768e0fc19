// What the words of the service mean to people.

export const REASONS = {
  ok: "fine",
  dns: "the name does not resolve",
  connect_refused: "connection refused",
  connect_timeout: "no connection in time",
  unreachable: "host unreachable",
  tls: "TLS handshake failed",
  tls_expired: "certificate expired",
  timeout_first_byte: "no answer in time",
  timeout_transfer: "answer did not end in time",
  protocol: "broken answer",
  status: "unexpected status",
  assertion: "not what was expected",
  body_limit: "answer too large",
  blocked_target: "address not allowed",
  self_fault: "we could not check",
  no_heartbeat: "no sign of life",
};

export const reasonOf = (reason) => REASONS[reason] ?? reason ?? "";

/** One line on why a monitor is as it is; empty when all is well. */
export function whyOf(monitor) {
  if (monitor.state === "paused") {
    return "not checked";
  }
  if (!monitor.answered) {
    return "this part of Redis does not answer";
  }
  if (!monitor.checkedAt) {
    return monitor.kind === "push" ? "waiting for the first report" : "not checked yet";
  }
  if (monitor.reason === "ok") {
    return monitor.state === "down" ? "recovering" : "";
  }
  return monitor.message || reasonOf(monitor.reason);
}

export const KINDS = { http: "HTTP", tcp: "TCP", dns: "DNS", ping: "Ping", tls: "TLS", push: "Push" };

const UNITS = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 };

const millisByText = new Map();

/** "PT1M30S", "P1DT2H" and the like, in milliseconds. Thousands of monitors share a few. */
export function millisOf(text) {
  let millis = millisByText.get(text);
  if (millis === undefined) {
    millis = 0;
    for (const [, number, unit] of (text ?? "").matchAll(/(\d+(?:\.\d+)?)([DHMS])/g)) {
      millis += Number(number) * UNITS[unit];
    }
    millisByText.set(text, millis);
  }
  return millis;
}

/** Milliseconds as the service reads them. */
export const isoDuration = (millis) => `PT${millis / 1000}S`;
