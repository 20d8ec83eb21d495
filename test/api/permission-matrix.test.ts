// Every route with every default role: as the reviewed page says, and as the server really answers.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { grantOf, permissionMatrix } from "../../server/docs/permission-matrix.ts";
import { DEFAULT_ROLES } from "../../shared/identity/default-roles.ts";
import { newId } from "../../shared/kernel/id.ts";
import { type ApiRoute, apiRoutes, ask, at, nameOf } from "../helpers/api-routes.ts";
import { type Answer, type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let routes: ApiRoute[];

beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server);
  routes = await apiRoutes(server);
});
afterAll(() => server.stop());

it("The permission matrix that was reviewed is as the program is: run `npm run docs`, and read what changed", async () => {
  const page = readFileSync(new URL("../../server/docs/permission-matrix.md", import.meta.url), "utf8");
  expect(page).toBe(permissionMatrix());
  const served = await fetch(`${server.url}/docs/permission-matrix.md`);
  expect(await served.text()).toBe(page);
});

/** With nothing in it: past the right, most calls end at what is missing, or at a record that nobody has. */
function call(client: Client, route: ApiRoute): Promise<Answer> {
  const path = at(route, newId());
  // Who may, is not kept waiting for a router.
  const headers = { prefer: "wait=0" };
  const body = route.has_body ? {} : undefined;
  return ask(client, route, path, body, headers);
}

const AT_ONCE = 6;

/** What each call did, a few at once. */
async function statusesOf(client: Client, asked: readonly ApiRoute[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const left = asked.values();
  const worker = async () => {
    for (const route of left) answers.set(nameOf(route), await call(client, route));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

for (const { name, permissions } of DEFAULT_ROLES)
  it(`The role ${name} gets past exactly the routes that the matrix gives it, and 403 on each other one`, async () => {
    const member = await tenant.staff(`member-${name.toLowerCase()}`, name);
    const asked = routes.filter(({ permission }) => permission !== null);
    const answers = await statusesOf(member, asked);
    const wrong = asked.flatMap((route) => {
      const { status, body } = answers.get(nameOf(route))!;
      const isRefused = status === 403 && body.code === "PERMISSION_DENIED";
      const isGranted = grantOf(permissions, { route: nameOf(route), permission: route.permission }) !== "";
      return isRefused === isGranted ? [`${nameOf(route)}: ${status} ${body?.code ?? ""}`] : [];
    });
    expect(wrong).toEqual([]);
    expect(asked.length).toBeGreaterThan(100);
  });
