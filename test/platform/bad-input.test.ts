// Bad input to every route: a clear refusal in one shape, never a 500 (contract §1).
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { columnsOf } from "../../server/kernel/resource/record.ts";
import { newId } from "../../shared/kernel/id.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import { type ApiRoute, apiRoutes, at, nameOf } from "../helpers/api-routes.ts";
import { LIMITS } from "../helpers/config.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { lot } from "../helpers/lot.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let owner: Client;
let superuser: Client;
let routes: ApiRoute[];

beforeAll(async () => {
  server = await startTestServer({ limits: { ...LIMITS, lookups_per_minute: 1_000_000 } });
  ({ owner } = await makeTenant(server, { subdomain: "alpha" }));
  superuser = await server.superuser();
  // Signing out would end the session that the other requests need.
  routes = (await apiRoutes(server)).filter(({ path }) => path !== "/auth/logout/");
});
afterAll(() => server.stop());

const JSON_TYPE = "application/json";

async function send(route: ApiRoute, path: string, body?: string | Uint8Array, type = JSON_TYPE) {
  const { token } = route.permission === "superuser" ? superuser : owner;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": type }) },
    ...(body === undefined || route.method === "GET" ? {} : { body: body as BodyInit }),
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type") ?? "", text };
}

/** What every refusal has to look like; a success is fine where the input happens to be good. */
function expectRefusal(
  answer: Awaited<ReturnType<typeof send>>,
  what: string,
  statuses?: readonly number[],
): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (statuses) expect(statuses, `${what}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
  if (answer.status < 400) return;
  expect(answer.type, what).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(answer.text);
  expect(problem, what).toMatchObject({
    status: answer.status,
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    code: expect.stringMatching(/^[A-Z_]+$/),
    request_id: expect.any(String),
  });
}

/**
 * What is PUT is a file, and no fields: test/helpdesk/task-photos.test.ts sends it bad ones. What a provider calls in with is kept
 * as it comes: test/integrations/callbacks.test.ts.
 */
const writes = () =>
  routes.filter(
    ({ has_body, method, path }) => has_body && method !== "PUT" && !path.startsWith("/callbacks/"),
  );
const nil = newId();

/** Values that fit nowhere, or nearly nowhere. */
const NONSENSE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  1.23456789,
  "",
  "\u0000",
  "a\u0000b",
  "x".repeat(20_000),
  "99999999999999999999999999",
  "-0.001",
  "NaN",
  "2026-02-30",
  "0000-00-00",
  "999999-01-01T00:00:00Z",
  "not-a-uuid",
  nil,
  "'; drop table users; --",
  "\ud800",
  [],
  [[]],
  {},
  { __proto__: 1, constructor: 2 },
];

/** Of some things that do alike everywhere a few for each place, others for the next one: all of them come by, over all places. */
class Turns {
  #at = 0;

  take<T>(all: readonly T[], few: number): T[] {
    const count = lot(Math.min(few, all.length), all.length);
    const taken = Array.from({ length: count }, (_none, n) => all[(this.#at + n) % all.length] as T);
    this.#at += count;
    return taken;
  }
}

/** The names of a body's fields, as the document describes them. */
async function fieldNames(): Promise<Map<string, string[]>> {
  const { body } = await server.anonymous.get("/openapi.json");
  const names = new Map<string, string[]>();
  for (const route of writes()) {
    const described = body.paths[`/api/v1${route.path}`][route.method.toLowerCase()];
    names.set(nameOf(route), Object.keys(described.requestBody.content[JSON_TYPE].schema.properties ?? {}));
  }
  return names;
}

describe("bad input", () => {
  it("Bad input in every field of every body is refused or harmless", async () => {
    const names = await fieldNames();
    const turns = new Turns();
    for (const route of writes()) {
      const fields = names.get(nameOf(route)) ?? [];
      const bodies = turns
        .take(NONSENSE, 7)
        .map((value) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))));
      const answers = await Promise.all(bodies.map((body) => send(route, at(route, nil), body)));
      for (const [index, answer] of answers.entries())
        expectRefusal(answer, `${nameOf(route)} ${bodies[index]?.slice(0, 200)}`);
    }
  });

  it("One field at a time is refused or harmless", async () => {
    const names = await fieldNames();
    const turns = new Turns();
    for (const route of writes()) {
      for (const field of names.get(nameOf(route)) ?? []) {
        const values = turns.take([null, "\u0000", 1e308, {}, "9".repeat(40)], 1);
        const bodies = values.map((value) => JSON.stringify({ [field]: value }));
        const answers = await Promise.all(bodies.map((body) => send(route, at(route, nil), body)));
        for (const [index, answer] of answers.entries())
          expectRefusal(answer, `${nameOf(route)} ${bodies[index]?.slice(0, 200)}`);
      }
    }
  });

  it("Bad input as a body that is no object, no JSON or of another type is refused", async () => {
    const [turns, broken, types] = [new Turns(), new Turns(), new Turns()];
    for (const route of writes()) {
      const path = at(route, nil);
      for (const body of turns.take(["[]", "[1,2]", '"text"', "1", "true", "null"], 2)) {
        expectRefusal(await send(route, path, body), `${nameOf(route)} ${body}`, [400, 404]);
      }
      const bottomless = `{"payload":${"[".repeat(7_000)}${"]".repeat(7_000)}}`;
      for (const body of broken.take([bottomless, "{", '{"a":', "\u0000", "{'a':1}"], 2)) {
        expectRefusal(await send(route, path, body), `${nameOf(route)} ${body.slice(0, 50)}`, [400]);
      }
      const others = [
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
      ];
      for (const type of types.take(others, 1)) {
        expectRefusal(await send(route, path, "a=1", type), `${nameOf(route)} ${type}`, [415]);
      }
    }
  });

  it("Bad input with fields that nobody knows is refused", async () => {
    for (const route of writes()) {
      const answer = await send(route, at(route, nil), JSON.stringify({ shoe_size: 44 }));
      expectRefusal(answer, nameOf(route), [400]);
    }
  });

  it("Bad input of more bytes than are taken is refused before it is read", async () => {
    const body = `{"name":"${"x".repeat(4 * 1024 * 1024)}"}`;
    for (const route of writes()) {
      // The server may close the line while the rest is still being sent, so the answer is read as it comes.
      const status = await new Promise<number>((resolve, reject) => {
        const { token } = route.permission === "superuser" ? superuser : owner;
        const headers = {
          "content-type": JSON_TYPE,
          authorization: `Bearer ${token}`,
          "content-length": Buffer.byteLength(body),
        };
        const request = httpRequest(`${server.url}/api/v1${at(route, nil)}`, {
          method: route.method,
          headers,
        });
        request.on("response", (response) => {
          resolve(response.statusCode ?? 0);
          request.destroy();
        });
        request.on("error", reject);
        request.flushHeaders();
      });
      expect(status, nameOf(route)).toBe(413);
    }
  });

  it("Bad input as an id finds nothing", async () => {
    const ids = [
      "1",
      "not-a-uuid",
      "%00",
      "..%2f..",
      "%F0%9F%92%A9",
      "'%20or%201=1",
      "x".repeat(400),
      `${nil}%00`,
    ];
    const turns = new Turns();
    for (const route of routes.filter(({ path, method }) => path.includes("{") && method !== "PUT")) {
      for (const id of turns.take(ids, 2)) {
        const path = route.path.replace(/\{\w+\}/g, id);
        expectRefusal(
          await send(route, path, route.has_body ? "{}" : undefined),
          `${nameOf(route)} ${id}`,
          [400, 404],
        );
      }
    }
  });

  it("Bad input in the query of a list is refused", async () => {
    const lists = routes.filter(({ method, path }) => method === "GET" && !path.includes("{"));
    const described = (await server.anonymous.get("/openapi.json")).body.paths;
    // Filters of one kind are one piece of code: three lists with each are as good as all of them.
    const counts = new Map<string, number>();
    const isNew = (path: string, parameter: string) => {
      const [name = "", operator = ""] = parameter.split("__");
      const served = AREAS.flatMap((area) => area.resources).find(
        ({ resource }) => `/${resource.path}/` === path,
      );
      // A filter that is more than a comparison with a column is a kind of its own.
      const kind = (served && own(columnsOf(served.resource), name)) ?? `${path} ${name}`;
      const key = `${kind} ${operator}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= 3;
    };
    const turns = new Turns();
    for (const route of lists) {
      const parameters = described[`/api/v1${route.path}`].get.parameters as { name: string; in: string }[];
      const isList = parameters.some(({ name }) => name === "page");
      if (isList) {
        const wrong = [
          "shoe_size=44",
          "page=0",
          "page=x",
          "page_size=501",
          "page_size=-1",
          "page=99999999999999",
          "ordering=shoe_size",
        ];
        for (const query of wrong)
          expectRefusal(await send(route, `${route.path}?${query}`), `${nameOf(route)}?${query}`, [400]);
      }
      for (const { name } of parameters.filter(
        (parameter) => parameter.in === "query" && isNew(route.path, parameter.name),
      )) {
        const values = [
          "",
          "%00",
          "x",
          "-1",
          "99999999999999999999",
          "2026-02-30",
          "%F0%9F%92%A9",
          "a,b,,",
          "%25",
          "1e9",
          "\\",
        ];
        const sent = turns.take(values, 5);
        const answers = await Promise.all(sent.map((value) => send(route, `${route.path}?${name}=${value}`)));
        for (const [index, answer] of answers.entries())
          expectRefusal(answer, `${nameOf(route)}?${name}=${sent[index]}`);
      }
    }
  });

  it("Bad input in headers is refused or without meaning", async () => {
    const wrong: Record<string, string>[] = [
      { "if-match": "nonsense" },
      { "if-match": '"99999999999999999999"' },
      { "idempotency-key": "x".repeat(5_000) },
      { "idempotency-key": "%00" },
      { "x-tenant": "../.." },
      { prefer: "wait=999999999" },
    ];
    for (const headers of wrong) {
      const name = JSON.stringify(headers).slice(0, 60);
      const answers = [
        await owner.patch("/settings/", { receipt_footer: "Thank you" }, headers),
        await owner.post("/roles/", { name: `Role ${name}` }, headers),
      ];
      for (const { status } of answers) expect(status, name).toBeLessThan(500);
    }
    const tenant = await superuser.get("/settings/", { "x-tenant": "no-such-tenant" });
    expect(tenant).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await superuser.get("/settings/")).toMatchObject({
      status: 400,
      body: { code: "TENANT_REQUIRED" },
    });
  });

  it("Bad input in a desktop's commands is refused with a reason, and holds up nothing after it", async () => {
    const names = await fieldNames();
    const desktop = await openDesktop(server.url, owner.token);
    const turns = new Turns();
    const operations = AREAS.flatMap((area) => area.operations).map(({ operation }) => operation);
    for (const { name: kind, method, path } of operations.filter(({ offline }) => offline)) {
      const fields = names.get(`${method} ${path}`) ?? [];
      const payloads = turns
        .take(NONSENSE, 8)
        .flatMap((value) => [
          { id: nil, ...Object.fromEntries(fields.map((field) => [field, value])) },
          { id: value },
          { "a\u0000b": [{ "\ud800": value }] },
        ]);
      const results = await desktop.push(payloads.map((payload) => desktop.command(kind, payload)));
      expect(results).toHaveLength(payloads.length);
      for (const [index, { problem }] of results.entries()) {
        expect(problem?.code, `${kind} ${JSON.stringify(payloads[index]).slice(0, 300)}`).not.toBe(
          "INTERNAL",
        );
      }
    }
  });

  it("Bad input at unknown paths and methods is told apart", async () => {
    expect(await owner.get("/no-such-thing/")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const put = await fetch(`${server.url}/api/v1/roles/`, {
      method: "PUT",
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(put.status).toBe(405);
    expect(put.headers.get("allow")).toContain("POST");
    expect((await put.json()).code).toBe("METHOD_NOT_ALLOWED");
    expect((await owner.get("/settings")).status).toBe(200);
  });
});
