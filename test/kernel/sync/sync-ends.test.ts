// The end of a session, a membership, a device: each is told apart, cuts everything off at once, and loses no money.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { callProcedure, openDesktop } from "../../helpers/desktop.ts";
import { client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
let sql: Sql;
let customer: string;
beforeAll(async () => {
  server = await startTestServer({ recheck_ms: 50, gap_wait_ms: 100 });
  t = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
  customer = (await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" })).body.id;
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const pay = (amount: string) => ["transaction.create", { customer, amount }] as const;
const advance = async () => (await t.owner.get(`/customers/${customer}/`)).body.advance_amount;

/** What every door says to a token: REST, a read of the replica, a registration, the agent. */
async function codesOf(token: string | null): Promise<string[]> {
  const rest = client(server.url, token);
  const answers = [
    await rest.get("/customers/").then(({ status, body }) => [status, body.code]),
    await rest.get("/auth/me/").then(({ status, body }) => [status, body.code]),
    ...(await Promise.all(
      (
        [
          ["sync.collections", {}],
          ["sync.pull", { collection: "customers", checkpoint: null, limit: 1 }],
          ["sync.register", { name: "Another" }],
          ["agent.hello", { agent: newId(), version: "1" }],
        ] as const
      ).map(async ([name, input]) => {
        const { status, problem } = await callProcedure(server.url, token, name, input);
        return [status, problem?.code];
      }),
    )),
  ];
  return [...new Set(answers.map((answer) => answer.join(" ")))];
}

/** An open stream of a procedure, and whether it still is. */
async function openStream(token: string | null, procedure: string, input: object) {
  const abort = new AbortController();
  const response = await fetch(
    `${server.url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
    {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
      signal: abort.signal,
    },
  );
  expect(response.status).toBe(200);
  let open = true;
  const read = async () => {
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) if (!open) return;
  };
  void read()
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    })
    .finally(() => {
      open = false;
    });
  return { isOpen: () => open, close: () => abort.abort() };
}

describe("an end", () => {
  it("An end says which it is: logged out, expired, unused, dismissed, nobody's", async () => {
    const clerk = await t.staff("told-apart", "Technician");
    const another = async () => (await server.signIn("told-apart", "told-apart-secret")).token;
    const [out, old, unused] = [await another(), await another(), await another()];
    await client(server.url, out).post("/auth/logout/");
    const age = (token: string | null, column: "expires_at" | "last_used_at") =>
      sql`update auth_tokens set ${sql(column)} = now() - interval '13 hours'
        where token_hash = sha256(convert_to(${token}, 'utf8'))`;
    await age(old, "expires_at");
    await age(unused, "last_used_at");
    expect(await codesOf(out)).toEqual(["401 TOKEN_REVOKED"]);
    expect(await codesOf(old)).toEqual(["401 TOKEN_EXPIRED"]);
    expect(await codesOf(unused)).toEqual(["401 TOKEN_EXPIRED"]);
    expect(await codesOf("x".repeat(43))).toEqual(["401 UNAUTHENTICATED"]);
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false });
    expect(await codesOf(clerk.token)).toEqual(["401 MEMBERSHIP_ENDED"]);
    // Offline since before the dismissal: the answer is the same, so that the desktop hands in and wipes.
    expect(await codesOf(unused)).toEqual(["401 MEMBERSHIP_ENDED"]);
    expect(await codesOf(out)).toEqual(["401 TOKEN_REVOKED"]);
    const public_ = await client(server.url, out).post("/customer/query/", {
      phone: "1",
      tenant: t.tenant.subdomain,
    });
    expect(public_.status).toBe(200);
  });

  it("An end of a membership is told to whoever knows the password, and to nobody else", async () => {
    const clerk = await t.staff("dismissed", "Counter");
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false });
    const login = (password: string) =>
      server.anonymous.post("/auth/login/", { username: "dismissed", password, tenant: t.tenant.subdomain });
    expect(await login("dismissed-secret")).toMatchObject({
      status: 401,
      body: { code: "MEMBERSHIP_ENDED" },
    });
    expect(await login("wrong-secret")).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
  });

  it("An end of an account counts as the end of its memberships", async () => {
    const clerk = await t.staff("account-ends", "Counter");
    const desk = await openDesktop(server.url, clerk.token);
    const command = desk.command(...pay("1.00"));
    await sql`update users set is_active = false where username = 'account-ends'`;
    expect(await codesOf(clerk.token)).toEqual(["401 MEMBERSHIP_ENDED"]);
    expect(await desk.push([command])).toMatchObject([{ status: "APPLIED", result: { amount: "1.00" } }]);
  });
});

describe("a dismissed clerk's desktop", () => {
  it("A dismissed clerk's desktop still hands in what was done before the end, as it was meant; what came after goes to suspense; 45 days long", async () => {
    const clerk = await t.staff("leaver", "Counter");
    const desk = await openDesktop(server.url, clerk.token);
    const had = await advance();
    const before = desk.command(...pay("20.00"));
    // Offline for days: its token lies unused.
    await sql`update auth_tokens set last_used_at = now() - interval '5 days'
      where token_hash = sha256(convert_to(${clerk.token}, 'utf8'))`;
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false });
    const after = desk.command(...pay("30.00"));
    const change = desk.command("customer.update", { id: customer, notes: "after" });
    const [meant, kept, refused] = await desk.push([before, after, change]);
    expect(meant).toMatchObject({ status: "APPLIED", result: { amount: "20.00", received_by: "leaver" } });
    expect(kept).toMatchObject({
      status: "APPLIED",
      result: { suspense: true },
      problem: { code: "MEMBERSHIP_ENDED" },
    });
    expect(refused).toMatchObject({ status: "REJECTED", problem: { code: "MEMBERSHIP_ENDED" } });
    expect(Number(await advance()) - Number(had)).toBe(20);
    await sql`update staff_memberships set ended_at = now() - interval '46 days'
      where "user" = (select id from users where username = 'leaver')`;
    expect(await desk.pushAs(clerk.token, [])).toMatchObject({
      status: 401,
      problem: { code: "MEMBERSHIP_ENDED" },
    });
  });

  it("A dismissed clerk's desktop has no door but that one, not even in one request with it", async () => {
    const clerk = await t.staff("batcher", "Counter");
    const desk = await openDesktop(server.url, clerk.token);
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false });
    const response = await fetch(`${server.url}/trpc/sync.push,sync.register?batch=1`, {
      method: "POST",
      headers: { authorization: `Bearer ${clerk.token}`, "content-type": "application/json" },
      body: JSON.stringify({ 0: { device_id: desk.id, commands: [] }, 1: { name: "x" } }),
    });
    expect(response.status).toBe(401);
  });
});

describe("a revoked device", () => {
  it("A revoked device is refused at every door, also at the one that would make it a new device; its outbox is taken in", async () => {
    const technician = await t.staff("thief", "Technician");
    const clerk = await t.staff("honest", "Counter");
    for (const { token } of [technician, clerk]) {
      const desk = await openDesktop(server.url, token);
      expect((await t.owner.post(`/devices/${desk.id}/revoke/`)).status).toBe(200);
      expect(await codesOf(token)).toEqual(["403 DEVICE_REVOKED"]);
      expect((await desk.pushAs(token, [])).status).toBe(200);
    }
  });

  it("A revoked device was bound by the same session before: a second device that was registered in time does not save it", async () => {
    const clerk = await t.staff("two-devices", "Counter");
    const [stolen] = [await openDesktop(server.url, clerk.token), await openDesktop(server.url, clerk.token)];
    await t.owner.post(`/devices/${stolen?.id}/revoke/`);
    expect(await codesOf(clerk.token)).toEqual(["403 DEVICE_REVOKED"]);
  });

  it("A revoked device hands in through a new session of the one who worked there, for 45 days, and not through another's", async () => {
    const clerk = await t.staff("came-back", "Counter");
    const desk = await openDesktop(server.url, clerk.token);
    const command = desk.command(...pay("1.00"));
    await t.owner.post(`/devices/${desk.id}/revoke/`);
    const again = (await server.signIn("came-back", "came-back-secret")).token;
    expect(
      await callProcedure(server.url, again, "sync.register", { name: "x", device_id: desk.id }),
    ).toMatchObject({
      status: 403,
      problem: { code: "DEVICE_REVOKED" },
    });
    expect((await desk.pushAs(again, [command])).data.results).toMatchObject([{ status: "APPLIED" }]);
    const other = await t.staff("somebody-else", "Counter");
    expect(await desk.pushAs(other.token, [])).toMatchObject({
      status: 403,
      problem: { code: "DEVICE_MISMATCH" },
    });
    await sql`update devices set revoked_at = now() - interval '46 days' where id = ${desk.id}`;
    expect(await desk.pushAs(again, [])).toMatchObject({ status: 403, problem: { code: "DEVICE_REVOKED" } });
  });
});

describe("an open stream", () => {
  const ends: [
    string,
    (clerk: { token: string | null; staff_id: string; name: string }) => Promise<unknown>,
  ][] = [
    ["logout", ({ token }) => client(server.url, token).post("/auth/logout/")],
    [
      "a change of the password elsewhere",
      async ({ name }) => {
        const elsewhere = await server.signIn(name, `${name}-secret`);
        const change = { current_password: `${name}-secret`, new_password: `${name}-other-words` };
        expect((await elsewhere.post("/auth/change-password/", change)).status).toBe(204);
      },
    ],
    ["a dismissal", ({ staff_id }) => t.owner.patch(`/staff/${staff_id}/`, { is_active: false })],
    [
      "its token's expiry, of which nobody tells",
      ({ token }) => sql`update auth_tokens set expires_at = now()
        where token_hash = sha256(convert_to(${token}, 'utf8'))`,
    ],
  ];
  it.each(ends)("An open stream ends with %s", async (what, end) => {
    const name = `stream-${ends.findIndex(([title]) => title === what)}`;
    const clerk = await t.staff(name, "Technician");
    const streams = [
      await openStream(clerk.token, "sync.changes", {}),
      await openStream(clerk.token, "agent.wake", { agent: newId() }),
    ];
    const others = await openStream(t.owner.token, "sync.changes", {});
    await end({ ...clerk, name });
    await expect.poll(() => streams.map(({ isOpen }) => isOpen())).toEqual([false, false]);
    expect(others.isOpen()).toBe(true);
    others.close();
  });
});
