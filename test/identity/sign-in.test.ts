// Signing in: who gets in where, what the wrong ones are told, and the locks (contract §2).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("signing in", () => {
  it("answers token, user and membership as the contract names them", async () => {
    const { tenant } = await makeTenant(server, { subdomain: "alpha" });
    const body = { username: "alpha-owner", password: "alpha-secret" };
    const answer = await server.anonymous.post("/auth/login/", body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { username: "alpha-owner", full_name: "The Owner", email: null, is_superuser: false },
      membership: { tenant: { id: tenant.id, subdomain: "alpha" }, role: { name: "Owner" } },
    });
    expect(answer.body.membership.permissions).toContain("billing.recharge.reverse");
    expect(Date.parse(answer.body.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });
});
