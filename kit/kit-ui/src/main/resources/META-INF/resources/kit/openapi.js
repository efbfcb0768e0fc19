// Reads an OpenAPI document: its operations as rows, and an example body for each.

const METHODS = ["get", "post", "put", "patch", "delete"];
const EXAMPLE_DEPTH_MAX = 5;

/** [{ id, method, path, summary, description, tag, parameters, body, answers }] in the order of the document. */
export function operationsOf(openapi) {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(openapi, path, item, method)));
}

function operationOf(openapi, path, item, method) {
  const operation = item[method];
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  return {
    id: operation.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    tag: operation.tags?.[0] ?? "other",
    parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
    body: schema ? exampleOf(schema, openapi) : undefined,
    answers: Object.entries(operation.responses ?? {}),
  };
}

/** A body as it could be sent, from the examples and types of its schema. */
function exampleOf(schema, openapi, depth = 0) {
  const example = schema.examples?.[0] ?? schema.example ?? schema.default;
  if (example !== undefined || depth > EXAMPLE_DEPTH_MAX) {
    return parsed(example ?? null);
  }
  const inner = (part) => exampleOf(part, openapi, depth + 1);
  if (schema.$ref) {
    return inner(schema.$ref.split("/").slice(1).reduce((part, name) => part[name], openapi));
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const choice = choices.find((candidate) => candidate.type !== "null");
  return choice ? inner(choice) : exampleOfType(schema, inner);
}

function exampleOfType(schema, inner) {
  switch ([schema.type].flat().find((type) => type !== "null")) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, inner(property)]));
    case "array":
      return [inner(schema.items ?? {})];
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    default:
      return schema.enum?.[0] ?? schema.format ?? "…";
  }
}

/** Examples of arrays and objects are written as JSON text. */
function parsed(example) {
  if (typeof example !== "string" || !/^[[{]/.test(example)) {
    return example;
  }
  try {
    return JSON.parse(example);
  } catch {
    return example;
  }
}
