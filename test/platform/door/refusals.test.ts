// Each refusal is a line of the server's log: who, which right, where; and nothing of what was sent.
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { consoleLog } from "../../../server/console-log.ts";
import { expectProblem } from "../../acceptance/helpers/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server);
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

it("A refusal is logged with who asked for what and by which right, and without body, token or query", async () => {
  const said = vi.spyOn(consoleLog, "warn");
  const member = await tenant.staff("nosy", "Counter");
  const id = crypto.randomUUID();
  const body = { new_password: "a-secret-of-somebody" };
  await expectProblem(403, member.post(`/staff/${id}/set-password/`, body), "PERMISSION_DENIED");
  await expectProblem(403, member.get("/audit-logs/?search=a-word-of-mine"), "PERMISSION_DENIED");
  await expectProblem(403, member.get("/tenants/"), "PERMISSION_DENIED");
  await expectProblem(404, member.get(`/customers/${id}/`));
  const lines = said.mock.calls.filter(([, message]) => message === "refused").map(([fields]) => fields);
  const who = {
    username: "nosy",
    user: expect.any(String),
    tenant: tenant.tenant.id,
    code: "PERMISSION_DENIED",
  };
  expect(lines).toMatchObject([
    {
      ...who,
      right: "identity.staff.set_password",
      method: "POST",
      route: "/api/v1/staff/:id/set-password/",
    },
    { ...who, method: "GET", route: "/api/v1/audit-logs/" },
    { ...who, method: "GET", route: "/api/v1/tenants/", right: "superuser" },
  ]);
  const text = JSON.stringify(lines);
  for (const secret of ["a-secret-of-somebody", "a-word-of-mine", member.token ?? "none"])
    expect(text).not.toContain(secret);
});
