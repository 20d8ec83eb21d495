// The Postman collection runs as it stands against a fresh demo: signed in first, ids of what is there, each answer checked.
import { afterAll, beforeAll, expect, it } from "vitest";
import { postmanCollection } from "../../server/docs/postman-collection.ts";
import { LIMITS } from "../helpers/config.ts";
import { apiDocument } from "../helpers/conformance.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { runCollection } from "./run-collection.ts";

let server: TestServer;

beforeAll(async () => {
  const limits = { ...LIMITS, requests_per_minute: 10_000 };
  server = await startTestServer({ demo: true, demo_size: { months: 2, customers: 40 }, limits });
});
afterAll(() => server.stop());

it("The server hands its Postman collection out to anybody, as a file of JSON, and takes no parameter there", async () => {
  const address = `${server.url}/docs/lastmile.postman_collection.json`;
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  expect(await answer.text()).toBe(postmanCollection());
  expect((await fetch(`${address}?tenant=demo`)).status).toBe(400);
});

it("Every operation stands in the Postman collection, and every request of it says what it expects", () => {
  const { paths } = apiDocument as { paths: Record<string, Record<string, { operationId: string }>> };
  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  const text = postmanCollection();
  const unchecked = named.filter((name) => !text.includes(`pm.test(\\"${name} answers `));
  expect(unchecked).toEqual([]);
});

it("The Postman collection runs against a fresh demo from its sign-in to its sign-out, and every assertion holds", async () => {
  const run = await runCollection(postmanCollection(), { host: server.url });
  expect(run.failures).toEqual([]);
  expect(run.sent).toBeGreaterThan(330);
  expect(run.assertions).toBeGreaterThan(550);
});
