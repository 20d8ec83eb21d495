// The OpenAPI document by itself: fit for people, generators and tools. That answers are as it says, every test's client checks.
import { expect, test } from "vitest";
import { apiDocument, escaped, validator } from "../helpers/conformance.ts";

interface Media {
  schema: Record<string, unknown>;
  example?: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: { $ref?: string; description?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}

const document = apiDocument as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { example?: unknown; properties?: Record<string, { description?: string }> }>;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const fits = (pointer: string, value: unknown) => {
  const validate = validator(pointer);
  return validate(value) ? null : `${pointer}: ${JSON.stringify(validate.errors)}`;
};

test("Every operation has a name that no other has, fit for a generated client", () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]+$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(["listCustomers", "createRecharge", "getCustomer", "reverseRecharge", "login"]),
  );
});

test("Every operation, parameter and field is described", () => {
  const bare: string[] = [];
  for (const { operationId, summary, description, parameters } of operations) {
    if (!summary || !description) bare.push(operationId);
    for (const parameter of parameters)
      if (!parameter.$ref && !parameter.description) bare.push(`${operationId} ${JSON.stringify(parameter)}`);
  }
  for (const [name, { properties = {} }] of Object.entries(document.components.schemas))
    for (const [field, schema] of Object.entries(properties))
      if (!schema.description) bare.push(`${name}.${field}`);
  expect(bare).toEqual([]);
});

test("Every success that answers something has a schema, and every body an example that fits it", () => {
  const wrong: (string | null)[] = [];
  for (const { path, method, operationId, responses, requestBody } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (!status.startsWith("2") || status === "204") continue;
      if (!response.content) wrong.push(`${operationId} ${status} has no schema`);
    }
    const json = requestBody?.content["application/json"];
    if (!json) continue;
    const at = `/paths/${escaped(path)}/${method}/requestBody/content/${escaped("application/json")}/schema`;
    if (json.example === undefined) continue;
    wrong.push(fits(at, json.example));
  }
  expect(wrong.filter((fault) => fault !== null)).toEqual([]);
});

test("The example of every schema fits the schema", () => {
  const schemas = Object.entries(document.components.schemas).filter(
    ([, { example }]) => example !== undefined,
  );
  expect(schemas.length).toBeGreaterThan(20);
  expect(
    schemas.map(([name, { example }]) => fits(`/components/schemas/${name}`, example)).filter(Boolean),
  ).toEqual([]);
});

test("A number is a number and an amount is money, never an unknown value", () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"anyOf":[{},');
  const { properties } = document.components.schemas.Package as { properties: Record<string, object> };
  expect(properties.bandwidth_mbps).toMatchObject({ type: "number" });
  expect(properties.price).toMatchObject({ $ref: "#/components/schemas/Money" });
});

test("A record's example is one that the demo answered: its names stand beside ids, and its page holds it", () => {
  const { Customer, CustomerPage, Recharge } = document.components.schemas as Record<
    string,
    { example: Record<string, unknown> }
  >;
  const customer = Customer?.example ?? {};
  expect(customer.package === null).toBe(customer.package_name === null);
  expect(customer.router === null).toBe(customer.router_name === null);
  expect(customer.status === "ACTIVE" && customer.suspended_for !== null).toBe(false);
  expect(CustomerPage?.example.results).toEqual([customer]);
  expect(Recharge?.example.payment_transaction).not.toBe(Recharge?.example.id);
  const bare = Object.entries(document.components.schemas).filter(
    ([name, { example }]) => name.endsWith("Page") && example === undefined,
  );
  expect(bare).toEqual([]);
});
