// A token's holder is remembered for two seconds: whatever ends their rights has to end that at once, in every process.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { type Client, client, startBeside, startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let other: TestServer;
let isp: TestTenant;
let roles: Map<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  other = await startBeside(server);
  isp = await makeTenant(server);
  const { results } = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  roles = new Map(results.map(({ id, name }) => [name, id]));
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

let made = 0;

/** A member who has just asked both processes for their customers, and so is remembered by both. */
async function busyMember(): Promise<{ id: string; here: Client; there: Client }> {
  made += 1;
  const account = { username: `member-${made}-${process.pid}`, password: "member-password" };
  const staff = { ...account, full_name: "Member", role: roles.get("Manager") ?? [...roles.values()][0] };
  const { id } = await ok<{ id: string }>(isp.admin.post("/staff/", staff));
  const here = await server.signIn(account.username, account.password);
  const there = client(other.url, here.token);
  for (const each of [here, there]) expect((await each.get("/customers/")).status).toBe(200);
  return { id, here, there };
}

/** Refused here by the very next request, and there as soon as the wake-up came: long before two seconds are over. */
async function isCutOff({ here, there }: { here: Client; there: Client }, status: number): Promise<void> {
  expect((await here.get("/customers/")).status).toBe(status);
  await vi.waitFor(async () => expect((await there.get("/customers/")).status).toBe(status), {
    timeout: 1_000,
    interval: 20,
  });
}

describe("a remembered token", () => {
  it("A sign-out ends it at once, in every process", async () => {
    const member = await busyMember();
    await ok(member.here.post("/auth/logout/", {}));
    await isCutOff(member, 401);
  });

  it("A dismissal ends it at once, in every process", async () => {
    const member = await busyMember();
    await ok(isp.admin.patch(`/staff/${member.id}/`, { is_active: false }));
    await isCutOff(member, 401);
  });

  it("A tenant that is switched off ends it at once, in every process", async () => {
    const member = await busyMember();
    const superuser = await server.superuser();
    await ok(superuser.post(`/saas/tenants/${isp.id}/suspend/`, { reason: "Unpaid" }));
    await isCutOff(member, 403);
    await ok(superuser.post(`/saas/tenants/${isp.id}/resume/`, { reason: "Paid" }));
    await expect.poll(async () => (await member.there.get("/customers/")).status).toBe(200);
  });
});
