// What can be asked of each kind of target beyond the usual: where it stands in the target, how people write it, how the service does.
import { isoDuration, millisOf } from "./words.js";

const ESCAPES = { "\\": "\\\\", "\r": "\\r", "\n": "\\n", "\t": "\\t" };
const UNESCAPED = { "\\\\": "\\", "\\r": "\r", "\\n": "\n", "\\t": "\t" };
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A line that can't be read; the form shows it at its field. */
export class Unreadable extends Error {}

/** `show`: as people write it; `read`: as the service wants it, undefined for nothing; `tell`: in a sentence. */
const FORMS = {
  text: { show: (value) => value, read: (text) => text },
  area: { show: (value) => value, read: (text) => text },
  number: { show: String, read: Number },
  seconds: { show: (value) => String(millisOf(value) / 1000), read: (text) => isoDuration(Number(text) * 1000), tell: (value) => `${millisOf(value) / 1000} s` },
  choice: { show: (value) => value, read: (text) => text },
  lines: { show: (value) => value.join("\n"), read: (text) => text.split("\n").map((line) => line.trim()).filter(Boolean), tell: (value) => value.join(", ") },
  headers: { show: headersText, read: headersOf, tell: (value) => Object.keys(value).join(", ") },
  escaped: { show: (value) => value.replace(/[\\\r\n\t]/g, (sign) => ESCAPES[sign]), read: (text) => text.replace(/\\[\\rnt]/g, (sign) => UNESCAPED[sign]) },
  json: { show: (value) => (typeof value === "string" && jsonOf(value) === value ? value : JSON.stringify(value)), read: jsonOf },
  untrusted: { show: () => "", read: () => undefined, tell: (value) => (value ? "" : "any") },
};

const LATENCY = { path: "latencyMax", label: "Takes at most (seconds)", form: "seconds" };

/** Groups of fields by kind. `usual`: what the service assumes, which is no condition of anybody. */
export const CONDITIONS = {
  http: [
    { heading: "What the answer must be", fields: [
      { path: "expect.status", label: "Status", form: "text", usual: "200-299", example: "200-299, 304" },
      { path: "expect.keyword", label: "Body contains", form: "text" },
      { path: "expect.forbidden", label: "Body does not contain", form: "text" },
      { path: "expect.regex", label: "Body matches", form: "text", example: "version [0-9]+", hint: "A regular expression (RE2)." },
      { path: "expect.json.path", label: "JSON has", form: "text", example: "$.status", hint: "JSONPath." },
      { path: "expect.json.value", label: "with the value", form: "json", example: "\"ok\", 3, true", hint: "Empty: any." },
      { path: "expect.latencyMax", label: "Takes at most (seconds)", form: "seconds" },
      { path: "expect.certificateDaysMin", label: "Certificate days left, at least", form: "number" },
    ] },
    { heading: "Request", fields: [
      { path: "method", label: "Method", form: "choice", choices: METHODS, usual: "GET" },
      { path: "redirectsMax", label: "Redirects to follow", form: "number", usual: 5 },
      { path: "address", label: "Connect to", form: "text", example: "10.0.0.7", hint: "One of several servers behind the name." },
      { path: "bodyMaxBytes", label: "Longest answer (bytes)", form: "number", usual: 1_048_576 },
      { path: "headers", label: "Headers", form: "headers", example: "Accept: application/json", wide: true, hint: "One per line; those with secrets below." },
      { path: "body", label: "Body", form: "area", wide: true },
      { path: "verifyCertificate", label: "Any certificate will do, an expired one too", form: "untrusted", usual: true, wide: true, says: "Certificate" },
    ] },
  ],
  tcp: [{ fields: [
    { path: "send", label: "Send", form: "escaped", example: "PING\\r\\n", hint: "Once connected; \\r \\n \\t as usual." },
    { path: "expect", label: "Answer contains", form: "escaped", example: "PONG" },
    LATENCY,
  ] }],
  dns: [{ fields: [
    { path: "expected", label: "Values that must be in the answer", form: "lines", wide: true, hint: "One per line; none: any answer will do.", example: "192.0.2.7" },
    { path: "resolver", label: "Ask this server", form: "text", example: "192.0.2.53", hint: "Its address; empty: that of this machine." },
    { path: "resolverPort", label: "at port", form: "number", usual: 53 },
    LATENCY,
  ] }],
  ping: [{ fields: [LATENCY] }],
  tls: [{ fields: [{ path: "serverName", label: "Name in the certificate", form: "text", hint: "Empty: the host." }] }],
  push: [],
};

/** Sealed by the service and never shown again; for HTTP only. */
export const CREDENTIALS = [
  { path: "username", label: "User", form: "text" },
  { path: "password", label: "Password", form: "text", isSecret: true },
  { path: "bearerToken", label: "or bearer token", form: "text", isSecret: true },
  { path: "headers", label: "Headers with secrets", form: "headers", example: "X-Api-Key: …", wide: true },
];

export const fieldsOf = (kind) => CONDITIONS[kind].flatMap(({ fields }) => fields);

const valueAt = (target, path) => path.split(".").reduce((value, name) => value?.[name], target);

export const shownValue = (field, target) => {
  const value = valueAt(target, field.path) ?? field.usual;
  return value === undefined ? "" : FORMS[field.form].show(value);
};

/** [label, value] of each that somebody has set. */
export const setConditions = (kind, target) => fieldsOf(kind).map((field) => [field, valueAt(target, field.path)])
  .filter(([{ usual }, value]) => value !== undefined && value !== usual && (typeof value !== "object" || value === null || Object.keys(value).length > 0))
  .map(([field, value]) => [field.says ?? field.label.replace(" (seconds)", ""), (FORMS[field.form].tell ?? FORMS[field.form].show)(value)]);

/** What the form says, in the shape of the service. A place whose text is as it was shown stays as it is. */
export function readInto(target, fields, form, prefix) {
  const result = structuredClone(target);
  for (const field of fields) {
    const text = form.get(prefix + field.path)?.replaceAll("\r\n", "\n") ?? "";
    if (field.form === "untrusted") {
      put(result, field.path, !form.has(prefix + field.path));
    } else if (text !== shownValue(field, target).replaceAll("\r\n", "\n")) {
      put(result, field.path, text.trim() === "" ? undefined : read(field, text, prefix));
    }
  }
  return withoutEmpty(result);
}

/** A place that holds nothing is none. */
function withoutEmpty(target) {
  const json = target.expect?.json;
  return json && Object.values(json).every((value) => value === undefined) ? { ...target, expect: { ...target.expect, json: undefined } } : target;
}

function read(field, text, prefix) {
  try {
    return FORMS[field.form].read(text);
  } catch (problem) {
    throw problem instanceof Unreadable ? Object.assign(problem, { pointer: pointerOf(prefix, field) }) : problem;
  }
}

export const pointerOf = (prefix, { path }) => `/${prefix}${path}`.replaceAll(".", "/");

function put(target, path, value) {
  const names = path.split(".");
  const last = names.pop();
  names.reduce((place, name) => (place[name] ??= {}), target)[last] = value;
}

function headersText(headers) {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`).join("\n");
}

function headersOf(text) {
  return Object.fromEntries(text.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line.trim()) ?? [];
    if (!name) {
      throw new Unreadable(`“${line.trim()}” has no colon: write Name: value`);
    }
    return [name.trim(), value];
  }));
}

/** 3, true and "3" are what they are in JSON; a word is a text. */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
