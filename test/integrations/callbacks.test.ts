// Calls from outside (outside O1.3): kept as they came, judged, answered, and applied once, whatever they are.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadTenant } from "../../server/identity/index.ts";
import { forgetEvents } from "../../server/integrations/clean-up.ts";
import { forgetCalls } from "../../server/integrations/inbound-calls.ts";
import { callbackAddress, callbackKeyOf, giveCallbackKey } from "../../server/kernel/callbacks/keys.ts";
import { type Applied, type Receiver, registerReceivers } from "../../server/kernel/callbacks/receivers.ts";
import { runAsSystem, systemCall } from "../../server/kernel/operation/run-as-system.ts";
import { newId } from "../../shared/kernel/id.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { lot } from "../helpers/lot.ts";
import { eventually } from "../helpers/process/wait.ts";
import { type Client, startBeside, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

const SECRET = "a provider's";
const sign = (body: Buffer | string) => createHmac("sha256", SECRET).update(body).digest();

/** What the next calls come to. */
let outcome: Applied | Error = { status: "APPLIED" };
const applied: string[] = [];
/** Whether the program understands what its provider has said since its last version. */
let is_current = true;

/** A provider that signs its bytes, and says `{"id": …}`. */
const provider: Receiver = {
  name: "TESTPAY",
  source: "GATEWAY",
  async verify(_services, { headers, raw }) {
    const given = Buffer.from(headers["x-signature"] ?? "", "hex");
    const expected = sign(raw);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "BAD_SIGNATURE";
    if (!is_current && raw.includes("newer")) throw new TypeError("a fault of ours");
    try {
      JSON.parse(raw.toString());
      return "VERIFIED";
    } catch {
      return "UNREADABLE";
    }
  },
  acknowledge: (verdict) => ({ type: "text/plain", body: `seen ${verdict}` }),
  async apply(_ctx, { raw }) {
    if (outcome instanceof Error) throw outcome;
    applied.push(raw.toString());
    return outcome;
  },
};

let server: TestServer;
let owner: Client;
let tenant_id = "";
const account = newId();
let key = "";

const giveKey = async (of = account): Promise<string> => {
  const tenant = await loadTenant(server.services.db.platform, tenant_id);
  if (!tenant) throw new Error("No tenant");
  return runAsSystem(server.services, tenant, systemCall(tenant), (ctx) =>
    giveCallbackKey(ctx, { source: "GATEWAY", receiver: provider.name, account: of }),
  );
};

beforeAll(async () => {
  server = await startTestServer();
  registerReceivers([provider]);
  const isp = await makeTenant(server);
  owner = isp.owner;
  tenant_id = isp.tenant.id;
  key = await giveKey();
});
afterAll(() => server.stop());

const call = (body: Buffer | string, headers: Record<string, string> = {}, at = key): Promise<Response> =>
  fetch(callbackAddress(server.url, at), { method: "POST", body: body as BodyInit, headers });
const signed = (body: Buffer | string, more: Record<string, string> = {}, at = key) =>
  call(body, { "x-signature": sign(body).toString("hex"), ...more }, at);
const calls = async (query = ""): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/inbound-calls/?page_size=500&${query}`))).results;
const callWith = async (body: string): Promise<Body | undefined> =>
  (await calls()).find((one) => one.body === body);

it("A call is kept as it came, answered as its provider wants it, and applied once", async () => {
  const body = '{"id": "pay-1",  "amount": "৫০০"}';
  const answer = await signed(body, { "content-type": "text/weird; x=1", authorization: "Basic secret" });
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    200,
    expect.stringContaining("text/plain"),
    "seen VERIFIED",
  ]);
  await eventually(async () => (await callWith(body))?.status === "APPLIED");
  const kept = await callWith(body);
  expect(kept).toMatchObject({
    ...{
      source: "GATEWAY",
      account,
      verdict: "VERIFIED",
      attempts: 1,
      next_try_at: null,
      payment_events: [],
    },
    ...{ address: expect.stringMatching(/127\.0\.0\.1|::1/), body },
  });
  expect(kept?.headers).toMatchObject({ "content-type": "text/weird; x=1" });
  expect(JSON.stringify(kept)).not.toContain("Basic");
  const again = await expectStatus(200, owner.post(`/inbound-calls/${kept?.id}/apply-again/`, {}));
  expect(again).toMatchObject({ status: "APPLIED", version: kept?.version });
  expect(applied.filter((one) => one === body)).toHaveLength(1);
});

it("What fails is tried again, and what waits keeps what it waits for", async () => {
  outcome = new Error("a fault of ours");
  const body = '{"id": "pay-2"}';
  expect((await signed(body)).status).toBe(200);
  await eventually(async () => (await callWith(body))?.status === "WAITING");
  const kept = await callWith(body);
  expect(kept).toMatchObject({ attempts: 1, last_error: "INTERNAL", next_try_at: expect.any(String) });
  outcome = { status: "APPLIED", payment_events: [newId()] };
  await expectStatus(200, owner.post(`/inbound-calls/${kept?.id}/apply-again/`, {}));
  await eventually(async () => (await callWith(body))?.status === "APPLIED");
  expect(await callWith(body)).toMatchObject({
    last_error: null,
    ...{ payment_events: outcome.payment_events },
  });
  outcome = { status: "APPLIED" };
});

it("What this program can't read is answered, kept and put on the review list; judged again, it is applied", async () => {
  is_current = false;
  const body = '{"id": "a newer kind"}';
  expect((await signed(body)).status).toBe(200);
  await eventually(async () => (await callWith(body))?.status === "FAILED");
  const kept = await callWith(body);
  expect(kept).toMatchObject({ verdict: "UNREADABLE", last_error: "UNREADABLE" });
  const { results } = await expectStatus(200, owner.get("/review-items/?kind=CALLBACK"));
  expect(results).toHaveLength(1);
  is_current = true;
  await expectStatus(200, owner.post(`/inbound-calls/${kept?.id}/apply-again/`, {}));
  await eventually(async () => (await callWith(body))?.status === "APPLIED");
  expect(await callWith(body)).toMatchObject({ verdict: "VERIFIED", last_error: null });
});

it("A call that was kept when the server ended is judged and applied by the next one, or refused", async () => {
  const keep = async (body: string, signature: string) => {
    const sql = server.services.db.platform;
    await sql`insert into inbound_calls ${sql({
      ...{
        tenant_id,
        id: newId(),
        source: "GATEWAY",
        receiver: provider.name,
        account,
        address: "192.0.2.1",
      },
      ...{
        method: "POST",
        query: "",
        headers: sql.json({ "x-signature": signature }),
        body,
        is_base64: false,
      },
      ...{ received_at: new Date(), next_try_at: new Date() },
    })}`;
  };
  const [good, bad] = ['{"id": "left by a crash"}', '{"id": "left by a crash, forged"}'];
  await keep(good, sign(good).toString("hex"));
  await keep(bad, "00");
  const beside = await startBeside(server);
  await eventually(async () => (await callWith(good))?.status === "APPLIED");
  await eventually(async () => (await callWith(bad))?.status === "IGNORED");
  expect([(await callWith(good))?.verdict, (await callWith(bad))?.verdict]).toEqual([
    "VERIFIED",
    "BAD_SIGNATURE",
  ]);
  expect(applied.filter((one) => one === good)).toHaveLength(1);
  expect(applied).not.toContain(bad);
  await beside.stop();
});

it("Whatever bytes come are stored, and none of them is a fault", async () => {
  const count = lot(200, 10_000);
  const types = [
    "application/json",
    "multipart/form-data; boundary=x",
    "image/png",
    "text/csv",
    "",
    "x",
    "application/x-www-form-urlencoded",
  ];
  const before = (await expectStatus(200, owner.get("/inbound-calls/?page_size=1"))).count;
  const codes = new Map<number, number>();
  const one = async (at: number) => {
    const body = randomBytes(at % 97 === 0 ? 200_000 : at % 300);
    const type = types[at % types.length];
    const { status } = await signed(body, type === undefined ? {} : { "content-type": type });
    codes.set(status, (codes.get(status) ?? 0) + 1);
  };
  for (let at = 0; at < count; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_none, more) => one(at + more)));
  expect(Object.fromEntries(codes)).toEqual({ 200: count });
  const [row] = await server.services.db.platform<{ count: number }[]>`
    select count(*) as count from inbound_calls where tenant_id = ${tenant_id}`;
  expect(Number(row?.count)).toBe(before + count);
  expect((await calls("verdict=UNREADABLE")).length).toBeGreaterThan(0);
  await eventually(async () => (await owner.get("/review-items/?kind=CALLBACK")).body.count > 0);
  const large = await signed(Buffer.alloc(256 * 1_024 + 1, "x"));
  expect(large.status).toBe(413);
});

it("A key that nobody has is not found; one that was rotated works for a day more", async () => {
  const unknown = await call("{}", {}, randomBytes(32).toString("base64url"));
  expect([unknown.status, (await unknown.json()).code]).toEqual([404, "NOT_FOUND"]);
  const other = await makeTenant(server);
  expect((await expectStatus(200, other.owner.get("/inbound-calls/"))).results).toEqual([]);
  const old = key;
  key = await giveKey();
  expect(await callbackKeyOf(server.services.db.platform, server.services.secrets, tenant_id, account)).toBe(
    key,
  );
  const sql = server.services.db.platform;
  expect((await signed('{"id": "by the old key"}', {}, old)).status).toBe(200);
  expect((await signed('{"id": "by the new key"}')).status).toBe(200);
  const ends = await sql<
    { hours: string }[]
  >`select extract(epoch from ends_at - now()) / 3600 as hours from callback_keys
    where tenant_id = ${tenant_id} and ends_at is not null`;
  expect(Number(ends[0]?.hours)).toBeCloseTo(24, 1);
  expect([old === key, old.length]).toEqual([false, 43]);
  await sql`update callback_keys set ends_at = now() where tenant_id = ${tenant_id} and ends_at is not null`;
  expect((await signed('{"id": "too late"}', {}, old)).status).toBe(404);
});

it("What nobody signed is refused and kept, and never applied; more than sixty a minute are not even taken", async () => {
  const body = '{"id": "forged"}';
  const answer = await call(body, { "x-signature": "00" });
  expect([answer.status, (await answer.json()).code]).toEqual([401, "INVALID_SIGNATURE"]);
  const kept = await callWith(body);
  expect(kept).toMatchObject({ verdict: "BAD_SIGNATURE", status: "IGNORED" });
  await expectProblem(409, owner.post(`/inbound-calls/${kept?.id}/apply-again/`, {}), "ILLEGAL_TRANSITION");
  let refused = 1;
  let last = 401;
  for (; last === 401; refused += 1) last = (await call(body)).status;
  expect(last).toBe(429);
  // A minute may have ended in between, and another begun.
  expect(refused - 1).toBeGreaterThanOrEqual(60);
  expect(refused - 1).toBeLessThanOrEqual(120);
  expect(applied).not.toContain(body);
});

it("The last thousand unsigned calls of an account are kept, and what was signed stays", async () => {
  const sql = server.services.db.platform;
  const of = newId();
  const its = await giveKey(of);
  const kept = async () =>
    sql<{ verdict: string; count: number }[]>`select verdict, count(*)::int as count from inbound_calls
      where tenant_id = ${tenant_id} and account = ${of} group by verdict order by verdict`;
  await sql`insert into inbound_calls (tenant_id, id, source, receiver, account, received_at, address, method, query, headers,
      body, is_base64, verdict, status)
    select ${tenant_id}, new_id(), 'GATEWAY', ${provider.name}, ${of}, now() - at * interval '1 second', '192.0.2.1', 'POST', '', '{}',
      'old', false, 'BAD_SIGNATURE', 'IGNORED' from generate_series(1, 1100) at`;
  expect((await signed('{"id": "older than none"}', {}, its)).status).toBe(200);
  expect((await call("forged", {}, its)).status).toBe(401);
  expect(await kept()).toEqual([
    { verdict: "BAD_SIGNATURE", count: 1_000 },
    { verdict: "VERIFIED", count: 1 },
  ]);
});

it("Calls are kept for 90 days, events of webhooks for 30, and old keys and secrets until they end", async () => {
  const sql = server.services.db.platform;
  const of = newId();
  await giveKey(of);
  const role = (await owner.get("/roles/?search=Owner")).body.results[0].id;
  const hook = { url: "https://hook.example/", events: ["customer.created"], role };
  const endpoint = await expectStatus(201, owner.post("/webhook-endpoints/", hook));
  for (const days of [89, 91]) {
    await sql`insert into inbound_calls (tenant_id, id, source, receiver, account, received_at, address, method, query, headers,
        body, is_base64, verdict, status) values (${tenant_id}, new_id(), 'GATEWAY', ${provider.name}, ${of},
        now() - ${days} * interval '1 day', '192.0.2.1', 'POST', '', '{}', ${`${days}`}, false, 'VERIFIED', 'APPLIED')`;
    await sql`insert into webhook_events (tenant_id, id, type, timestamp, record)
      values (${tenant_id}, new_id(), 'customer.created', now() - ${days - 60} * interval '1 day', ${of})`;
  }
  await sql`update webhook_secrets set ends_at = now() - interval '1 second' where tenant_id = ${tenant_id}`;
  await sql`update callback_keys set ends_at = now() - interval '1 second' where tenant_id = ${tenant_id} and account = ${of}`;
  await forgetCalls.run(server.services, {});
  await forgetEvents.run(server.services, {});
  const left = await sql`select
    (select jsonb_agg(body) from inbound_calls where tenant_id = ${tenant_id} and account = ${of}) as calls,
    (select count(*)::int from webhook_events where tenant_id = ${tenant_id} and record = ${of}) as events,
    (select count(*)::int from webhook_secrets where tenant_id = ${tenant_id} and endpoint = ${endpoint.id}) as secrets,
    (select count(*)::int from callback_keys where tenant_id = ${tenant_id} and account = ${of}) as keys`;
  expect(left).toEqual([{ calls: ["89"], events: 1, secrets: 0, keys: 0 }]);
});

it("How calls and deliveries go is told to Prometheus", async () => {
  const told = await (await fetch(server.metrics_url)).text();
  expect(told).toMatch(/lastmile_callbacks_total\{provider="TESTPAY",verdict="VERIFIED"\} \d/);
  for (const name of [
    ...["lastmile_callback_seconds", "lastmile_events_waiting", "lastmile_webhook_deliveries_total"],
    "lastmile_webhook_lag_seconds",
  ])
    expect(told).toContain(`# TYPE ${name} `);
});
