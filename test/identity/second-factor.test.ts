// The second factor of an account: switched on, asked for, used up, lost; and as a tenant's duty (contract §2).
import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SUPERUSER } from "../helpers/config.ts";
import { type Answer, type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "factor" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.services.db.platform`delete from login_failures`;
});

interface Enrolled {
  /** The app's code of now, or of some steps of 30 s away. */
  code(steps?: number): string;
  recovery_codes: string[];
  secret: string;
}

async function enrol(who: Client, password: string): Promise<Enrolled> {
  const made = await who.post("/auth/otp/", { password });
  expect(made.status).toBe(200);
  const { secret, otpauth_url, recovery_codes } = made.body;
  const app = new TOTP({ secret });
  const code = (steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  expect(otpauth_url).toContain(`secret=${secret}`);
  expect(new Set(recovery_codes).size).toBe(10);
  expect((await who.post("/auth/otp/confirm/", { otp: code() })).status).toBe(204);
  return { code, recovery_codes, secret };
}

/** As if time had passed since the last code was used. */
const later = () => server.services.db.platform`update otp_factors set last_step = 0`;

/** Does what must begin and end within one step of 30 s, so again where the step changed meanwhile. */
async function withinStep<T>(work: () => Promise<T>): Promise<T> {
  const step = () => Math.floor(Date.now() / 30_000);
  for (;;) {
    const before = step();
    const result = await work();
    if (step() === before) return result;
    await later();
  }
}

const login = (username: string, more: object = {}): Promise<Answer> =>
  server.anonymous.post("/auth/login/", { username, password: `${username}-secret`, ...more });

describe("a second factor", () => {
  it("A second factor is asked for once it is confirmed, and each code signs in once", async () => {
    const member = await tenant.staff("teller", "Counter");
    const prepared = await member.post("/auth/otp/", { password: "teller-secret" });
    expect(prepared.status).toBe(200);
    // Prepared is not switched on.
    expect((await login("teller")).status).toBe(200);
    expect((await member.post("/auth/otp/confirm/", { otp: "000000" })).body.errors[0].field).toBe("otp");
    const { code } = await enrol(member, "teller-secret");
    expect(await login("teller")).toMatchObject({ status: 401, body: { code: "OTP_REQUIRED" } });
    // The code that confirmed it is used up; a step ahead is as right as this one.
    expect((await login("teller", { otp: code() })).status).toBe(401);
    const right = code(1);
    const both = await Promise.all([login("teller", { otp: right }), login("teller", { otp: right })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    await later();
    expect((await login("teller", { otp: code(3) })).status).toBe(401);
    const old = await withinStep(() => login("teller", { otp: code(-1) }));
    expect(old.status).toBe(200);
    expect((await login("teller", { otp: code(), password: "wrong-password" })).body.code).toBe(
      "INVALID_CREDENTIALS",
    );
    expect((await login("teller", { otp: code() })).status).toBe(200);
  });

  it("A second factor wrong counts as a failed sign-in, and leaving it out undoes none", async () => {
    const member = await tenant.staff("guessed-code", "Counter");
    const { code } = await enrol(member, "guessed-code-secret");
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await login("guessed-code")).body.code).toBe("OTP_REQUIRED");
      const wrong = await login("guessed-code", { otp: `00000${guess}` });
      expect(wrong).toMatchObject({
        status: 401,
        body: { code: "OTP_REQUIRED", errors: [{ field: "otp" }] },
      });
    }
    const locked = await login("guessed-code", { otp: code(1) });
    expect(locked).toMatchObject({ status: 429, body: { code: "ACCOUNT_LOCKED" } });
  });

  it("A second factor is replaced by each recovery code once", async () => {
    const member = await tenant.staff("loser", "Counter");
    const { recovery_codes } = await enrol(member, "loser-secret");
    const [first = "", second = ""] = recovery_codes;
    expect((await login("loser", { otp: first })).status).toBe(200);
    expect((await login("loser", { otp: first })).status).toBe(401);
    expect((await login("loser", { otp: second.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
  });

  it("A second factor is switched off only by password and code, and on only by password", async () => {
    const member = await tenant.staff("switcher", "Counter");
    expect((await member.post("/auth/otp/", { password: "wrong" })).body.errors[0].field).toBe("password");
    const { code } = await enrol(member, "switcher-secret");
    expect(await member.post("/auth/otp/", { password: "switcher-secret" })).toMatchObject({ status: 409 });
    const off = (body: object) => client(server.url, member.token).delete("/auth/otp/", {}, body);
    expect((await off({ password: "wrong", otp: code(1) })).status).toBe(400);
    expect((await off({ password: "switcher-secret", otp: "000000" })).body.errors[0].field).toBe("otp");
    expect((await off({ password: "switcher-secret" })).status).toBe(400);
    expect((await off({ password: "switcher-secret", otp: code(1) })).status).toBe(204);
    expect((await login("switcher")).status).toBe(200);
  });

  it("A second factor lies sealed in the database, its recovery codes as hashes", async () => {
    const member = await tenant.staff("sealed", "Counter");
    const { secret, recovery_codes } = await enrol(member, "sealed-secret");
    const sql = server.services.db.platform;
    const factors = await sql<{ secret_encrypted: Buffer }[]>`select secret_encrypted from otp_factors`;
    const codes = await sql<{ code_hash: Buffer }[]>`select code_hash from otp_recovery_codes`;
    const stored = [...factors.map((row) => row.secret_encrypted), ...codes.map((row) => row.code_hash)];
    const text = Buffer.concat(stored).toString("latin1");
    for (const plain of [
      secret,
      ...recovery_codes,
      ...recovery_codes.map((code) => code.replaceAll("-", "")),
    ])
      expect(text).not.toContain(plain);
    expect(codes.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  it("A second factor that is lost is switched off by who may, in the audit log, and never above one's own rights", async () => {
    const member = await tenant.staff("unlucky", "Counter");
    const manager = await tenant.staff("manager", "Manager");
    await enrol(member, "unlucky-secret");
    expect((await tenant.owner.get(`/staff/${member.staff_id}/`)).body.has_otp).toBe(true);
    const path = `/staff/${member.staff_id}/switch-off-otp/`;
    expect((await member.post(path, {})).status).toBe(403);
    expect(await manager.post(path, {})).toMatchObject({ status: 200, body: { has_otp: false } });
    expect((await login("unlucky")).status).toBe(200);
    const log = await tenant.owner.get("/audit-logs/?action=staff.switch_off_otp");
    expect(log.body.results).toMatchObject([{ actor_username: "manager", object_id: member.staff_id }]);
    const owner = (await tenant.owner.get("/staff/?username=factor-owner")).body.results[0];
    expect((await manager.post(`/staff/${owner.id}/switch-off-otp/`, {})).status).toBe(403);
  });

  it("A second factor guards super administrators, too", async () => {
    const superuser = await server.superuser();
    const { code } = await enrol(superuser, SUPERUSER.password);
    const saas = (more: object) => server.anonymous.post("/saas/auth/login/", { ...SUPERUSER, ...more });
    expect(await saas({})).toMatchObject({ status: 401, body: { code: "OTP_REQUIRED" } });
    expect((await saas({ otp: code(1) })).status).toBe(200);
    await later();
    const body = { password: SUPERUSER.password, otp: code(1) };
    expect((await client(server.url, superuser.token).delete("/auth/otp/", {}, body)).status).toBe(204);
  });

  it("A second factor as a duty leaves those without one nothing but their own account, sessions that are open too", async () => {
    const t = await makeTenant(server, { subdomain: "strict" });
    const member = await t.staff("newcomer", "Counter");
    await enrol(t.owner, "strict-secret");
    expect((await member.get("/settings/")).status).toBe(200);
    expect((await t.owner.patch("/settings/", { require_otp: true })).status).toBe(200);
    for (const path of ["/settings/", "/customers/"])
      expect(await member.get(path)).toMatchObject({ status: 403, body: { code: "OTP_ENROLMENT_REQUIRED" } });
    expect((await t.owner.get("/settings/")).status).toBe(200);
    const fresh = await login("newcomer");
    expect(fresh).toMatchObject({ status: 200, body: { otp_enrolment_required: true } });
    const enrolling = client(server.url, fresh.body.token);
    const trpc = await fetch(`${server.url}/trpc/sync.collections`, {
      headers: { authorization: `Bearer ${fresh.body.token}` },
    });
    expect(trpc.status).toBe(403);
    expect((await enrolling.get("/auth/me/")).status).toBe(200);
    await enrol(enrolling, "newcomer-secret");
    expect((await enrolling.get("/settings/")).status).toBe(200);
    expect((await member.get("/settings/")).status).toBe(200);
  });
});

describe("one's own sessions", () => {
  it("One's own sessions are listed, ended one by one, and all but the present one at once", async () => {
    const first = await tenant.staff("roamer", "Counter");
    const second = await server.signIn("roamer", "roamer-secret");
    const third = await server.signIn("roamer", "roamer-secret");
    const other = await tenant.staff("stranger", "Counter");
    const { results } = (await second.get("/auth/sessions/")).body;
    expect(results).toHaveLength(3);
    expect(Object.keys(results[0]).sort()).toEqual([
      "address",
      "created_at",
      "device",
      "id",
      "is_current",
      "last_used_at",
    ]);
    expect(results[0]).toMatchObject({ is_current: true, address: "127.0.0.1", device: "node" });
    expect(results.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1);
    const [foreign] = (await other.get("/auth/sessions/")).body.results;
    expect((await second.delete(`/auth/sessions/${foreign.id}/`)).status).toBe(404);
    expect((await other.get("/auth/me/")).status).toBe(200);
    const [firsts] = (await first.get("/auth/sessions/")).body.results;
    expect((await second.delete(`/auth/sessions/${firsts.id}/`)).status).toBe(204);
    expect((await first.get("/auth/me/")).status).toBe(401);
    expect((await second.delete(`/auth/sessions/${firsts.id}/`)).status).toBe(404);
    expect((await second.delete("/auth/sessions/")).status).toBe(204);
    expect((await third.get("/auth/me/")).status).toBe(401);
    expect((await second.get("/auth/sessions/")).body.results).toMatchObject([{ is_current: true }]);
  });
});
