// Commands that ask this service, to take along.

/**
 * For <hs-code> and the `curl` of a notice, which write it with a key only where one is required: a key of another service that
 * happens to be in $KEY would be refused. `path` begins with a slash, `body` is what is sent as JSON.
 */
export const curl = (path, { method = "GET", body } = {}) => (keyed) => [
  `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(location.origin + path)}`,
  ...(keyed ? ['-H "Authorization: Bearer $KEY"'] : []),
  ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
].join(" \\\n  ");

/** Several, one after the other. */
export const curls = (...commands) => (keyed) => commands.map((command) => command(keyed)).join("\n");

const quoted = (address) => (/^[\w.:/%~-]+$/.test(address) ? address : `"${address}"`);
