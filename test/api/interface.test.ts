// The interface specification's tables of endpoints, walked: each method and path is there, answers who may, refuses others.
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { type ApiRoute, apiRoutes, ask, at, nameOf } from "../helpers/api-routes.ts";
import { type Answer, type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { sampleBody } from "../identity/helpers/sample-body.ts";

/** The specification lies beside the repository, where there is one; a work tree of it lies one folder deeper. */
const SPECIFICATION = ["../../../shared/spec/interface.md", "../../../../shared/spec/interface.md"]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/** What the next step of the network brings. Whatever comes, or goes missing, fails the test until this list says so. */
const NOT_THERE_YET: string[] = [];

/** Rows such as `| GET, POST | /tasks/ | … |`. */
const ROW = /^\|\s*((?:GET|POST|PATCH|DELETE)(?:,\s*(?:GET|POST|PATCH|DELETE))*)\s*\|\s*(\/[\w/{}-]+)\s*\|/gm;

function specified(): string[] {
  const text = SPECIFICATION ? readFileSync(SPECIFICATION, "utf8") : "";
  return [...text.matchAll(ROW)].flatMap(([, methods = "", path]) =>
    methods.split(",").map((method) => `${method.trim()} ${path}`),
  );
}

describe.skipIf(!SPECIFICATION)(
  "the endpoints of interface.md (skipped where the specification is not beside the repository)",
  () => {
    let server: TestServer;
    let tenant: TestTenant;
    let superuser: Client;
    /** A member of staff whose role may do nothing. */
    let nobody: Client;
    let routes: Map<string, ApiRoute>;

    const names = specified();
    const there = names.filter((name) => !NOT_THERE_YET.includes(name));

    beforeAll(async () => {
      server = await startTestServer();
      tenant = await makeTenant(server);
      superuser = await server.superuser();
      const role = await tenant.owner.post("/roles/", { name: "Nothing", permissions: [] });
      const account = { username: "nobody", password: "nobody-secret" };
      await tenant.owner.post("/staff/", { ...account, role: role.body.id });
      nobody = await server.signIn(account.username, account.password, tenant.tenant.subdomain);
      routes = new Map((await apiRoutes(server)).map((route) => [nameOf(route), route]));
    });
    afterAll(() => server.stop());

    const send = (client: Client, route: ApiRoute): Promise<Answer> => {
      const path = at(route, newId());
      const body = route.has_body ? sampleBody(route) : {};
      const headers = { "idempotency-key": newId(), prefer: "wait=0" };
      return ask(client, route, path, body, headers);
    };

    it("The specification's tables are read whole", () => {
      expect(names.length).toBeGreaterThan(75);
      expect(names).toEqual(
        expect.arrayContaining(["POST /auth/login/", "DELETE /customers/{id}/", "GET /reports/dashboard/"]),
      );
    });

    it("Every endpoint of the specification is there, but for those that are known to come", () => {
      expect(names.filter((name) => !routes.has(name))).toEqual(NOT_THERE_YET);
    });

    it.each(there)(
      "%s answers as the document says to whom it is for, and refuses everybody else",
      async (name) => {
        const route = routes.get(name);
        if (!route) throw new Error(`${name} is not there`);
        const client = route.permission === "superuser" ? superuser : tenant.owner;
        // The client holds each answer against the document: status, body, code.
        const answer = await send(client, route);
        const about = `${name}: ${answer.status} ${JSON.stringify(answer.body)}`;
        // A sign-in with a made-up name is refused as one.
        expect(route.path.includes("login") ? [403, 404, 405] : [401, 403, 405], about).not.toContain(
          answer.status,
        );
        // No such record, or what the body names is none.
        const code = answer.body?.errors?.[0]?.code ?? answer.body?.code;
        if (route.path.includes("{")) expect(["NOT_FOUND", "DOES_NOT_EXIST"], about).toContain(code);
        else if (route.method === "GET") {
          expect(answer.status, about).toBe(200);
          const isList = Array.isArray(answer.body.results);
          if (isList)
            expect(answer.body, about).toMatchObject({
              count: expect.any(Number),
              next: null,
              previous: null,
            });
        }
        if (route.is_public) return;
        const anonymous = await send(server.anonymous, route);
        expect([anonymous.status, anonymous.body.code], name).toEqual([401, "UNAUTHENTICATED"]);
        if (route.permission === null) return;
        const refused = await send(nobody, route);
        expect([refused.status, refused.body.code], name).toEqual([403, "PERMISSION_DENIED"]);
      },
    );
  },
);
