// The parameters of a template as form rows, and what was typed into them as values.
import { html } from "/kit/element.js";
import { field, isInvalid } from "/kit/form.js";

const PREFIX = "parameters/";

/** `given`: values that are set already. Errors of the service are shown at the row of their parameter. */
export function parameterFields(parameters, { problem = null, given = {} } = {}) {
  return parameters.map((parameter) => {
    const name = `${PREFIX}${parameter.name}`;
    return field(name, parameter.name, html`<input id="field-${name}" name=${name} autocomplete="off" aria-invalid=${isInvalid(problem, name)}
      placeholder=${hasDefault(parameter) ? written(parameter.defaultValue) : "needed"}
      .value=${given[parameter.name] === undefined ? "" : written(given[parameter.name])}>`, { problem, hint: parameter.description ?? "" });
  });
}

export const parameterNames = (parameters) => parameters.map(({ name }) => `${PREFIX}${name}`);
export const hasDefault = ({ defaultValue }) => defaultValue !== undefined && defaultValue !== null;

/** What was left empty is not there. */
export function parameterValues(form) {
  return Object.fromEntries([...form]
    .filter(([name, text]) => name.startsWith(PREFIX) && text !== "")
    .map(([name, text]) => [name.slice(PREFIX.length), meant(text)]));
}

/** What reads as JSON is meant so (12, true, [1], "12"); the rest is text. */
export function meant(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The shortest text that is meant as this value. */
export function written(value) {
  return typeof value === "string" && meant(value) === value ? value : JSON.stringify(value);
}
