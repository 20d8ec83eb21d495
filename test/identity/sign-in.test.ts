// Signing in and out: who gets in where, what the wrong ones are told, the locks and the lifetimes (contract §2).
import crypto from "node:crypto";
import { request as httpRequest } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { LIMITS, SUPERUSER } from "../helpers/config.ts";
import { type Answer, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let alpha: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  alpha = await makeTenant(server, { subdomain: "alpha" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  // All come from one address, which sixty failures in a minute would lock (guessing.test.ts).
  await server.services.db.platform`delete from login_failures where username = ''`;
});

const OWNER = { username: "alpha-owner", password: "alpha-secret" };
const login = (body: object): Promise<Answer> => server.anonymous.post("/auth/login/", body);

/** Signs in as if the server had this name; fetch would not let us set it. */
function loginAt(host: string, body: object): Promise<{ status: number; body: Record<string, never> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}/api/v1/auth/login/`, {
      method: "POST",
      headers: { host, "content-type": "application/json" },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
    request.end(JSON.stringify(body));
  });
}

describe("signing in", () => {
  it("Signing in answers token, user and membership as the contract names them", async () => {
    const answer = await login(OWNER);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { username: "alpha-owner", full_name: "The Owner", email: null, is_superuser: false },
      membership: { tenant: { id: alpha.tenant.id, subdomain: "alpha" }, role: { name: "Owner" } },
    });
    expect(answer.body.membership.permissions).toContain("billing.recharge.reverse");
    expect(Date.parse(answer.body.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect((await login({ ...OWNER, username: " ALPHA-Owner " })).status).toBe(200);
  });

  it("Signing in takes Bearer and Token, and keeps only a hash", async () => {
    const { token } = (await login(OWNER)).body;
    for (const scheme of ["Bearer", "Token", "bearer"]) {
      const answer = await server.anonymous.get("/auth/me/", { authorization: `${scheme} ${token}` });
      expect(answer.status).toBe(200);
    }
    const rows = await server.services.db.platform`select * from auth_tokens`;
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const row of rows) expect(row.token_hash).toHaveLength(32);
  });

  it("Signing in tells a wrong username from a wrong password neither by the answer nor by the work before it", async () => {
    const body = (answer: Answer) => ({ ...answer.body, request_id: null });
    // By its time nobody can tell either, where both have their password hashed once, as dearly.
    const hashed = vi.spyOn(crypto, "scrypt");
    syncBuiltinESMExports();
    onTestFinished(() => {
      hashed.mockRestore();
      syncBuiltinESMExports();
    });
    const work = async (username: string, password: string) => {
      hashed.mockClear();
      const answer = await login({ username, password });
      return { answer, hashes: hashed.mock.calls.map(([, , length, options]) => ({ length, options })) };
    };
    const wrongName = await work("nobody-here", "alpha-secret");
    const wrongPassword = await work(OWNER.username, "wrong-password");
    expect([wrongName.answer.status, wrongPassword.answer.status]).toEqual([401, 401]);
    expect(body(wrongName.answer)).toEqual(body(wrongPassword.answer));
    expect(wrongName.answer.body.code).toBe("INVALID_CREDENTIALS");
    expect(wrongPassword.hashes).toHaveLength(1);
    expect(wrongName.hashes).toEqual(wrongPassword.hashes);
  });

  it("Signing in lets nobody into a tenant that is not his, nor without a place in one", async () => {
    await makeTenant(server, { subdomain: "beta" });
    expect((await login({ ...OWNER, tenant: "beta" })).status).toBe(401);
    expect((await login({ ...OWNER, tenant: "no-such" })).status).toBe(401);
    // Only with the right password: who guesses is told nothing.
    expect(await login(SUPERUSER)).toMatchObject({ status: 401, body: { code: "USE_SAAS_LOGIN" } });
    const wrong = await login({ ...SUPERUSER, password: "wrong-password" });
    expect(wrong).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
    expect((await login({ ...OWNER, tenant: "ALPHA" })).status).toBe(200);
  });

  it("Signing in asks for the tenant where there are several, and takes the one in the host's name", async () => {
    const superuser = await server.superuser();
    const admin = OWNER;
    for (const subdomain of ["gamma", "delta"]) {
      const made = await superuser.post("/tenants/", { name: subdomain.toUpperCase(), subdomain, admin });
      expect(made.status).toBe(201);
    }
    const asked = await login(OWNER);
    expect(asked).toMatchObject({ status: 400, body: { code: "TENANT_REQUIRED" } });
    expect(asked.body.tenants).toEqual([
      { subdomain: "delta", name: "DELTA" },
      { subdomain: "gamma", name: "GAMMA" },
      { subdomain: "alpha", name: "Tenant alpha" },
    ]);
    const named = await login({ ...OWNER, tenant: "gamma" });
    expect(named.body.membership.tenant.subdomain).toBe("gamma");
    const hosted = await loginAt("delta.isp.example:4000", OWNER);
    expect(hosted).toMatchObject({ status: 200, body: { membership: { tenant: { subdomain: "delta" } } } });
    expect((await loginAt("www.isp.example", OWNER)).status).toBe(400);
    expect((await loginAt("127.0.0.1", OWNER)).status).toBe(400);
    const stranger = { ...OWNER, password: "another-password" };
    expect((await superuser.post("/tenants/", { name: "X", subdomain: "xi", admin: stranger })).status).toBe(
      409,
    );
  });

  it("Signing in closes a tenant that is inactive, for sessions that are open too", async () => {
    const t = await makeTenant(server, { subdomain: "closing" });
    const superuser = await server.superuser();
    await superuser.patch(`/tenants/${t.tenant.id}/`, { is_active: false });
    const body = { username: "closing-owner", password: "closing-secret" };
    expect(await login(body)).toMatchObject({ status: 403, body: { code: "TENANT_INACTIVE" } });
    expect((await login({ ...body, password: "wrong-one" })).status).toBe(401);
    expect(await t.owner.get("/settings/")).toMatchObject({ status: 403, body: { code: "TENANT_INACTIVE" } });
    await superuser.patch(`/tenants/${t.tenant.id}/`, { is_active: true });
    expect((await t.owner.get("/settings/")).status).toBe(200);
  });
});

describe("failed sign-ins", () => {
  const wrong = (username: string) => login({ username, password: "wrong-password" });

  it("Failed sign-ins lock a username after five, known or not, also when they come at once", async () => {
    await alpha.staff("locked", "Counter");
    for (const username of ["locked", "never-existed"]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => wrong(username)));
      expect(
        answers.filter(({ status }) => status === 401),
        username,
      ).toHaveLength(5);
      expect(
        answers.filter(({ body }) => body.code === "ACCOUNT_LOCKED"),
        username,
      ).toHaveLength(3);
    }
    const right = await login({ username: "LOCKED", password: "locked-secret" });
    expect(right.status).toBe(429);
    const seconds = Number(right.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    await server.services.db.platform`update login_failures set locked_until = now() - interval '1 second'
      where username = 'locked'`;
    expect((await login({ username: "locked", password: "locked-secret" })).status).toBe(200);
  });

  it("Failed sign-ins are forgotten by a right one, and count from one again after a lock", async () => {
    await alpha.staff("careless", "Counter");
    const right = { username: "careless", password: "careless-secret" };
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 4; attempt++) expect((await wrong("careless")).status).toBe(401);
      expect((await login(right)).status).toBe(200);
    }
    for (let attempt = 0; attempt < 5; attempt++) await wrong("careless");
    await server.services.db.platform`update login_failures set locked_until = now() - interval '1 second'
      where username = 'careless'`;
    expect((await wrong("careless")).status).toBe(401);
    expect((await login(right)).status).toBe(200);
  });

  it("A password with zeros behind it is another password", async () => {
    for (const zeros of ["\u0000", "\u0000\u0000"])
      expect((await login({ ...OWNER, password: OWNER.password + zeros, tenant: "alpha" })).status).toBe(401);
    expect((await login({ ...OWNER, tenant: "alpha" })).status).toBe(200);
  });

  it("Failed sign-ins are in the audit log, without the password", async () => {
    await wrong("alpha-owner");
    const owner = await server.signIn(OWNER.username, OWNER.password, "alpha");
    await login({ ...OWNER, password: "wrong-password", tenant: "alpha" });
    const log = await owner.get("/audit-logs/?actor_username=alpha-owner&module=identity");
    const actions = log.body.results.map(({ action }: { action: string }) => action);
    expect(actions).toContain("login");
    expect(actions).toContain("login.failed");
    expect(JSON.stringify(log.body)).not.toContain("wrong-password");
    expect(log.body.results[0]).toMatchObject({ address: "127.0.0.1", request_id: expect.any(String) });
  });
});

describe("a session", () => {
  it("A session ends with signing out, and with a changed password everywhere else", async () => {
    const member = await alpha.staff("mover", "Counter");
    const second = await server.signIn("mover", "mover-secret", "alpha");
    const change = { current_password: "wrong", new_password: "a-new-secret" };
    const refused = await second.post("/auth/change-password/", change);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "current_password" }] } });
    const good = { ...change, current_password: "mover-secret" };
    expect((await second.post("/auth/change-password/", { ...good, new_password: "short" })).status).toBe(
      400,
    );
    expect((await second.post("/auth/change-password/", good)).status).toBe(204);
    expect((await member.get("/auth/me/")).status).toBe(401);
    expect((await second.get("/auth/me/")).status).toBe(200);
    expect((await login({ username: "mover", password: "mover-secret" })).status).toBe(401);
    expect((await login({ username: "mover", password: "a-new-secret" })).status).toBe(200);
    expect((await second.post("/auth/logout/")).status).toBe(204);
    expect((await second.get("/auth/me/")).status).toBe(401);
  });

  it("A session does not let a stolen token try passwords for ever", async () => {
    const member = await alpha.staff("victim", "Counter");
    const body = { current_password: "guess", new_password: "a-new-secret" };
    for (let attempt = 0; attempt < 5; attempt++) await member.post("/auth/change-password/", body);
    const locked = await member.post("/auth/change-password/", {
      ...body,
      current_password: "victim-secret",
    });
    expect(locked).toMatchObject({ status: 429, body: { code: "ACCOUNT_LOCKED" } });
  });

  it("A session ends when it is idle too long, or too old", async () => {
    const member = await alpha.staff("sleeper", "Counter");
    const sql = server.services.db.platform;
    const [row] =
      await sql`select t.id from auth_tokens t join users u on u.id = t."user" where u.username = 'sleeper'`;
    const set = async (idle: string, left: string) => {
      await sql`update auth_tokens set last_used_at = now() - ${idle}::interval, expires_at = now() + ${left}::interval
        where id = ${row?.id}`;
      // What no door of ours does tells nobody, and a token is remembered for two seconds.
      server.services.notices.committed(alpha.tenant.id, new Set(["sessions"]));
      return (await member.get("/auth/me/")).status;
    };
    expect(await set("11 hours 59 minutes", "1 day")).toBe(200);
    const [used] =
      await sql`select last_used_at > now() - interval '1 minute' as fresh from auth_tokens where id = ${row?.id}`;
    expect(used?.fresh).toBe(true);
    expect(await set("12 hours 1 minute", "1 day")).toBe(401);
    expect(await set("1 minute", "-1 second")).toBe(401);
  });

  it("A session of a super administrator names its tenant request by request", async () => {
    const superuser = await server.superuser();
    const other = await makeTenant(server, { subdomain: "other" });
    const me = await superuser.get("/auth/me/");
    expect(me.body).toMatchObject({
      user: { username: "platform", is_superuser: true },
      profile: null,
      membership: null,
    });
    for (const key of ["alpha", alpha.tenant.id]) {
      const settings = await superuser.get("/settings/", { "x-tenant": key });
      expect(settings.body.company_name).toBe("Tenant alpha");
    }
    // Nothing of one request is remembered for the next.
    const settings = await superuser.get("/settings/", { "x-tenant": other.tenant.id });
    expect(settings.body.company_name).toBe("Tenant other");
    const wrongPassword = { ...SUPERUSER, password: "wrong-password" };
    expect((await server.anonymous.post("/saas/auth/login/", wrongPassword)).status).toBe(401);
    expect((await server.anonymous.post("/saas/auth/login/", OWNER)).status).toBe(401);
  });
});

describe("limits", () => {
  it("Limits let ten sign-ins a minute through, per address and username", async () => {
    const limits = { ...LIMITS, logins_per_minute: 10 };
    const strict = await startTestServer({ limits });
    try {
      await makeTenant(strict, { subdomain: "strict" });
      const anonymous = client(strict.url);
      const body = { username: "strict-owner", password: "strict-secret" };
      const statuses: number[] = [];
      let last: Answer | null = null;
      for (let attempt = 0; attempt < 10; attempt++) {
        last = await anonymous.post("/auth/login/", body);
        statuses.push(last.status);
      }
      // makeTenant has signed the owner in once.
      expect(statuses).toEqual([...Array(9).fill(200), 429]);
      expect(last?.body.code).toBe("RATE_LIMITED");
      expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
      const other = await anonymous.post("/auth/login/", { username: "another", password: "wrong-password" });
      expect(other.status).toBe(401);
    } finally {
      await strict.stop();
    }
  });
});
