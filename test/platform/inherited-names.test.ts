// Names that every object answers to, sent wherever a caller may send a name: refused, never a 500, never in silence.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { type ApiRoute, apiRoutes, at, nameOf } from "../helpers/api-routes.ts";
import { LIMITS } from "../helpers/config.ts";
import { callProcedure } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

const NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "prototype"] as const;

let server: TestServer;
let owner: Client;
let superuser: Client;
let routes: ApiRoute[];

beforeAll(async () => {
  server = await startTestServer({ limits: { ...LIMITS, lookups_per_minute: 1_000_000 } });
  ({ owner } = await makeTenant(server, { subdomain: "alpha" }));
  superuser = await server.superuser();
  // What is PUT is a file: a JSON body is refused for that alone.
  routes = (await apiRoutes(server)).filter(
    ({ path, method }) => path !== "/auth/logout/" && method !== "PUT",
  );
});
afterAll(() => server.stop());

async function send(route: ApiRoute, path: string, body?: string): Promise<string> {
  const { token } = route.permission === "superuser" ? superuser : owner;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return `${response.status} ${nameOf(route)} ${path} ${body ?? ""}`;
}

const refused = /^40[04] /;

it("An inherited name is refused as parameters of every address", async () => {
  for (const route of routes) {
    const path = at(route, newId());
    const queries = NAMES.flatMap((name) => [
      `${name}=1`,
      `${name}__in=1`,
      ...(route.method === "GET" ? [`ordering=${name}`, `${name}__gte=1`] : []),
    ]);
    const body = route.has_body ? "{}" : undefined;
    const found = await Promise.all(queries.map((query) => send(route, `${path}?${query}`, body)));
    expect(found.filter((answer) => !refused.test(answer))).toEqual([]);
  }
});

it("An inherited name is refused as fields of every body", async () => {
  for (const route of routes.filter(({ has_body }) => has_body)) {
    const bodies = NAMES.map((name) => `{"${name}":{"a":1}}`);
    const found = await Promise.all(bodies.map((body) => send(route, at(route, newId()), body)));
    expect(found.filter((answer) => !refused.test(answer))).toEqual([]);
  }
});

it("An inherited name is refused as ids in every path", async () => {
  for (const route of routes.filter(({ path }) => path.includes("{"))) {
    const found = await Promise.all(
      NAMES.map((name) =>
        send(route, route.path.replace(/\{\w+\}/g, name), route.has_body ? "{}" : undefined),
      ),
    );
    expect(found.filter((answer) => !refused.test(answer))).toEqual([]);
  }
});

it("An inherited name is refused as the tenant, the key, the kind of a command, the procedure and the collection", async () => {
  for (const name of NAMES) {
    expect((await superuser.get("/settings/", { "x-tenant": name })).status, name).toBe(404);
    expect((await owner.get(`/${name}/`)).status, name).toBe(404);
    const trpc = (procedure: string, input: unknown) =>
      callProcedure(server.url, owner.token, procedure, input);
    for (const procedure of [name, `sync.${name}`, `${name}.push`])
      expect((await trpc(procedure, {})).status, procedure).toBe(404);
    const pulled = await trpc("sync.pull", { collection: name, checkpoint: null, limit: 1 });
    expect(pulled.status, name).toBe(404);
    const { device_id } = (await trpc("sync.register", { name })).data;
    const kinds = [name, `customer.${name}`];
    const commands = kinds.map((kind, index) => ({
      id: newId(),
      kind,
      payload: {},
      occurred_at: new Date().toISOString(),
      device_seq: index + 1,
    }));
    const { results } = (await trpc("sync.push", { device_id, commands })).data;
    for (const { status, problem } of results)
      expect([status, problem.code], name).toEqual(["REJECTED", "VALIDATION"]);
  }
});
