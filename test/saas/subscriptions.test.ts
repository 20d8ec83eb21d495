// Plans, subscriptions, payments and what they allow a provider (contract §2), seen from outside.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireSubscriptions } from "../../server/saas/subscription.ts";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { person } from "../acceptance/helpers/bodies.ts";
import { longKnown, openDesktop } from "../helpers/desktop.ts";
import { type Client, client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let root: Client;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superuser();
});
afterAll(() => server.stop());

const today = dayOf(new Date(), "UTC");
let plans = 0;

/** A plan of so many customers; null: any number. */
async function plan(max_subscribers: number | null, price_monthly = "50.00"): Promise<string> {
  plans += 1;
  const made = await root.post("/saas/packages/", { name: `Plan ${plans}`, price_monthly, max_subscribers });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

async function subscribe(
  { tenant }: TestTenant,
  saas_package: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { tenant: tenant.id, package: saas_package, start_date: today, ...more };
  const made = await root.post("/saas/subscriptions/", body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

describe("subscriptions", () => {
  it("A tenant has one active subscription at most, also where ten are made at once", async () => {
    const isp = await makeTenant(server);
    const body = { tenant: isp.tenant.id, package: await plan(10), start_date: today, status: "ACTIVE" };
    const all = await Promise.all(Array.from({ length: 10 }, () => root.post("/saas/subscriptions/", body)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const first = all.find(({ status }) => status === 201)?.body;
    expect(first).toMatchObject({
      status: "ACTIVE",
      tenant_name: isp.tenant.name,
      package_name: `Plan ${plans}`,
    });
    const cancelled = await root.post(`/saas/subscriptions/${first.id}/cancel/`, { reason: "Too dear" });
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "CANCELLED"]);
    const again = await root.post(`/saas/subscriptions/${first.id}/cancel/`, {});
    expect(again.body.version).toBe(cancelled.body.version);
    expect((await root.post("/saas/subscriptions/", body)).status).toBe(201);
    const revived = await root.post(`/saas/subscriptions/${first.id}/activate/`, {});
    expect([revived.status, revived.body.code]).toEqual([409, "DUPLICATE"]);
    expect((await root.patch(`/saas/subscriptions/${first.id}/`, { status: "ACTIVE" })).status).toBe(400);
  });

  it("An active subscription ends the trial that it follows", async () => {
    const isp = await makeTenant(server);
    const trial = await subscribe(isp, await plan(5), { status: "TRIAL", end_date: addDays(today, 14) });
    await subscribe(isp, await plan(50));
    expect((await root.get(`/saas/subscriptions/${trial}/`)).body.status).toBe("CANCELLED");
    const shown = (await root.get(`/saas/tenants/${isp.tenant.id}/`)).body;
    expect(shown).toMatchObject({ plan: `Plan ${plans}`, mrr: "50.00" });
  });

  it("A transaction is booked once, also where it comes ten times at once, and moves the subscription's last day", async () => {
    const isp = await makeTenant(server);
    const subscription = await subscribe(isp, await plan(5), { end_date: addDays(today, 3) });
    const until = addDays(today, 33);
    const body = {
      subscription,
      amount: "50.00",
      payment_method: "BANK",
      trx_id: "WIRE-1",
      paid_until: until,
    };
    const all = await Promise.all(Array.from({ length: 10 }, () => root.post("/saas/payments/", body)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const { body: list } = await root.get("/saas/payments/?trx_id=WIRE-1");
    expect(list.results).toMatchObject([
      { amount: "50.00", tenant: isp.tenant.id, tenant_name: isp.tenant.name },
    ]);
    expect((await root.get(`/saas/subscriptions/${subscription}/`)).body.end_date).toBe(until);
    expect((await root.post("/saas/payments/", { ...body, trx_id: "W-2", amount: "0" })).status).toBe(400);
  });

  it("The overview adds up what is paid and who is at risk", async () => {
    const before = (await root.get("/saas/overview/")).body;
    const isp = await makeTenant(server);
    const gold = await plan(2, "120.50");
    const subscription = await subscribe(isp, gold, { end_date: addDays(today, 3) });
    await isp.owner.post("/customers/", person());
    await isp.owner.post("/customers/", person());
    await root.post("/saas/payments/", { subscription, amount: "120.50", trx_id: "WIRE-OVERVIEW" });
    const after = (await root.get("/saas/overview/")).body;
    const cents = (text: string) => Math.round(Number(text) * 100);
    expect(cents(after.mrr) - cents(before.mrr)).toBe(12_050);
    expect(cents(after.revenue_this_month) - cents(before.revenue_this_month)).toBe(12_050);
    expect(after.tenants).toMatchObject({
      total: before.tenants.total + 1,
      active: before.tenants.active + 1,
    });
    expect(after.subscribers_total).toBe(before.subscribers_total + 2);
    const mine = (rows: { package?: string; id?: string }[], id: string) =>
      rows.find((row) => row.package === id || row.id === id);
    expect(mine(after.by_plan, gold)).toMatchObject({ tenants: 1, subscribers: 2, mrr: "120.50" });
    expect(mine(after.tenants_at_risk, isp.tenant.id)).toMatchObject({
      reasons: ["ENDS_SOON", "NEAR_LIMIT"],
    });
    await root.patch(`/tenants/${isp.tenant.id}/`, { is_active: false });
    const closed = (await root.get("/saas/overview/")).body;
    expect(closed.tenants).toEqual({ ...after.tenants, active: after.tenants.active - 1, suspended: 1 });
    expect(closed.mrr).toBe(before.mrr);
  });
});

describe("the plan's limit", () => {
  it("Parallel new customers can't pass the limit together, and one who goes makes room for another", async () => {
    const isp = await makeTenant(server);
    await subscribe(isp, await plan(3));
    const all = await Promise.all(Array.from({ length: 8 }, () => isp.owner.post("/customers/", person())));
    const refused = all.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([422, "PLAN_LIMIT_REACHED"]),
    );
    const csv = "name,username,phone\nA,imported,01\n";
    const imported = await isp.owner.post("/customers/import/", { csv, dry_run: false });
    expect([imported.status, imported.body.code]).toEqual([422, "PLAN_LIMIT_REACHED"]);
    const [first, second] = all.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect((await isp.owner.patch(`/customers/${first}/`, { status: "TERMINATED" })).status).toBe(200);
    expect((await isp.owner.delete(`/customers/${second}/`)).status).toBe(204);
    expect((await isp.owner.post("/customers/", person())).status).toBe(201);
    expect((await isp.owner.post("/customers/", person())).status).toBe(201);
    expect((await isp.owner.post("/customers/", person())).status).toBe(422);
    expect((await root.get(`/saas/tenants/${isp.tenant.id}/`)).body.subscribers).toBe(3);
  });

  it("Who has left and is given grace takes a place again, or is refused where there is none", async () => {
    const isp = await makeTenant(server);
    await subscribe(isp, await plan(2));
    const [stays, leaves, never] = await Promise.all(
      [{}, {}, { status: "TERMINATED" }].map(async (more) => {
        const { status, body } = await isp.owner.post("/customers/", { ...person(), ...more });
        expect(status).toBe(201);
        return body.id as string;
      }),
    );
    const grace = (id = "") => isp.owner.post(`/customers/${id}/grant-grace-period/`, { days: 3 });
    expect(await grace(never)).toMatchObject({ status: 422, body: { code: "PLAN_LIMIT_REACHED" } });
    expect((await grace(stays)).status).toBe(200);
    expect((await isp.owner.patch(`/customers/${leaves}/`, { status: "TERMINATED" })).status).toBe(200);
    expect(await grace(never)).toMatchObject({ status: 200, body: { status: "ACTIVE" } });
    expect(await grace(leaves)).toMatchObject({ status: 422, body: { code: "PLAN_LIMIT_REACHED" } });
    expect((await root.get(`/saas/tenants/${isp.tenant.id}/`)).body.subscribers).toBe(2);
  });

  it("A larger plan counts from the next customer on", async () => {
    const isp = await makeTenant(server);
    const small = await plan(1);
    await subscribe(isp, small);
    expect((await isp.owner.post("/customers/", person())).status).toBe(201);
    expect((await isp.owner.post("/customers/", person())).status).toBe(422);
    await root.patch(`/saas/packages/${small}/`, { max_subscribers: 2 });
    expect((await isp.owner.post("/customers/", person())).status).toBe(201);
  });

  it("A customer added offline is taken beyond the limit and put on the review list; one added on-line is refused", async () => {
    const isp = await makeTenant(server);
    await subscribe(isp, await plan(1));
    await isp.owner.post("/customers/", person());
    const online = await openDesktop(server.url, isp.owner.token);
    const now = online.command("customer.create", person());
    expect(await online.push([now])).toMatchObject([
      { status: "REJECTED", problem: { code: "PLAN_LIMIT_REACHED" } },
    ]);
    const desktop = await longKnown(server, await openDesktop(server.url, isp.owner.token));
    const earlier = new Date(Date.now() - 3_600_000).toISOString();
    const offline = { ...desktop.command("customer.create", person()), occurred_at: earlier };
    expect(await desktop.push([offline])).toMatchObject([{ status: "APPLIED" }]);
    const review = (await isp.owner.get("/review-items/?kind=PLAN_LIMIT")).body.results;
    expect(review).toMatchObject([{ command: offline.id, status: "OPEN" }]);
  });
});

describe("the end of a subscription", () => {
  it("After its last day new customers and settings stop, money is still taken, and a payment brings all back", async () => {
    const isp = await makeTenant(server);
    const subscription = await subscribe(isp, await plan(null), { end_date: addDays(today, 1) });
    const { id } = (await isp.owner.post("/customers/", person())).body;
    await expireSubscriptions(server.services, new Date(Date.now() + 86_400_000));
    expect((await root.get(`/saas/subscriptions/${subscription}/`)).body.status).toBe("ACTIVE");
    expect(await expireSubscriptions(server.services, new Date(Date.now() + 2 * 86_400_000))).toBeGreaterThan(
      0,
    );
    expect((await root.get(`/saas/subscriptions/${subscription}/`)).body.status).toBe("EXPIRED");
    const stopped = [
      await isp.owner.post("/customers/", person()),
      await isp.owner.patch("/settings/", { support_phone: "1" }),
    ];
    for (const { status, body } of stopped) expect([status, body.code]).toEqual([422, "SUBSCRIPTION_ENDED"]);
    const money = { customer_id: id, amount: "10.00", validity_days: 1 };
    expect((await isp.owner.post("/recharges/", money)).status).toBe(201);
    const until = addDays(today, 60);
    const paid = await root.post("/saas/payments/", {
      ...{ subscription, amount: "50", trx_id: "WIRE-BACK", paid_until: until },
    });
    expect(paid.status).toBe(201);
    expect((await root.get(`/saas/subscriptions/${subscription}/`)).body).toMatchObject({
      status: "ACTIVE",
      end_date: until,
    });
    expect((await isp.owner.post("/customers/", person())).status).toBe(201);
    expect((await isp.owner.patch("/settings/", { support_phone: "1" })).status).toBe(200);
  });
});

describe("onboarding", () => {
  it("Onboarding takes a request under a key down once, and an operator's key of that name is another", async () => {
    const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      server.anonymous.post("/saas/onboarding-requests/", body, headers);
    const body = { org_name: "Once Net", contact_email: "once@isp.example" };
    const key = { "idempotency-key": "join-1" };
    const [one, other] = await Promise.all([send(body, key), send(body, key)]);
    const first = one.status === 201 ? one : other;
    expect([one.status, other.status].every((status) => status === 201 || status === 409)).toBe(true);
    const again = await send({ ...body, idempotency_key: "join-1" });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const changed = await send({ ...body, org_name: "Twice Net" }, key);
    expect([changed.status, changed.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect((await send(body, { "idempotency-key": " ".repeat(201) })).status).toBe(400);
    expect((await send(body)).body.id).not.toBe(first.body.id);
    const listed = await root.get("/saas/onboarding-requests/?search=Once%20Net");
    expect(listed.body.count).toBe(2);
    expect(
      (await root.post("/saas/packages/", { name: "Keyed", price_monthly: "1.00", max_subscribers: 9 }, key))
        .status,
    ).toBe(201);
  });

  const ask = (body: Record<string, unknown>) => server.anonymous.post("/saas/onboarding-requests/", body);

  it("Two approvals at once make one tenant, whose owner signs in with the password that was shown once", async () => {
    const trial = await plan(100);
    const asked = await ask({
      org_name: "Jamuna Net Ltd.",
      contact_email: "Owner@jamuna.example",
      package: trial,
    });
    expect([asked.status, asked.body.status]).toEqual([201, "PENDING"]);
    const at = `/saas/onboarding-requests/${asked.body.id}`;
    const both = await Promise.all([root.post(`${at}/approve/`, {}), root.post(`${at}/approve/`, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("ILLEGAL_TRANSITION");
    const made = both.find(({ status }) => status === 200)?.body;
    expect(made).toMatchObject({
      status: "APPROVED",
      decided_by: "platform",
      admin: { username: "owner@jamuna.example" },
    });
    const { username, one_time_password: current_password } = made.admin;
    const owner = await server.signIn(username, current_password, "jamuna-net-ltd");
    await owner.post("/auth/change-password/", { current_password, new_password: "a-word-of-their-own" });
    expect((await owner.get("/settings/")).body.company_name).toBe("Jamuna Net Ltd.");
    expect((await owner.post("/customers/", person())).status).toBe(201);
    const shown = (await root.get(`/saas/tenants/${made.tenant}/`)).body;
    expect(shown).toMatchObject({ subdomain: "jamuna-net-ltd", subscribers: 1, mrr: "0.00" });
    const running = await root.get(`/saas/subscriptions/?tenant=${made.tenant}&status=TRIAL`);
    expect(running.body.results).toMatchObject([{ package: trial, end_date: addDays(today, 14) }]);
    const twin = await ask({ org_name: "Jamuna Two", contact_email: "owner@jamuna.example" });
    const second = await root.post(`/saas/onboarding-requests/${twin.body.id}/approve/`, {});
    expect([second.status, second.body.admin.username]).toEqual([200, "jamuna-two-owner"]);
    expect((await root.get(`${at}/`)).body).not.toHaveProperty("admin");
    expect((await root.post(`${at}/reject/`, {})).status).toBe(409);
  });

  it("A repeat of an approval under its key answers the same without the password", async () => {
    const asked = await ask({ org_name: "Repeat", contact_email: "r@repeat.example" });
    const key = { "idempotency-key": "approve-once" };
    const at = `/saas/onboarding-requests/${asked.body.id}/approve/`;
    const first = await root.post(at, {}, key);
    const second = await root.post(at, {}, key);
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(second.body).toEqual({ ...first.body, admin: null });
  });

  it("A declined request makes nothing, and one that fails half-way stays open", async () => {
    const declined = await ask({ org_name: "No", contact_email: "n@no.example" });
    const at = `/saas/onboarding-requests/${declined.body.id}`;
    const answer = await root.post(`${at}/reject/`, { reason: "Not a provider" });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: "REJECTED", reason: "Not a provider" },
    ]);
    expect((await root.post(`${at}/approve/`, {})).body.code).toBe("ILLEGAL_TRANSITION");
    const { tenant } = await makeTenant(server);
    const asked = await ask({ org_name: "Half", contact_email: "h@half.example" });
    const open = `/saas/onboarding-requests/${asked.body.id}`;
    const taken = await root.post(`${open}/approve/`, { subdomain: tenant.subdomain });
    expect([taken.status, taken.body.code]).toEqual([409, "DUPLICATE"]);
    expect((await root.get(`${open}/`)).body.status).toBe("PENDING");
    const admin = { username: "half-owner", password: "half-of-a-secret" };
    const approved = await root.post(`${open}/approve/`, { subdomain: "half", admin });
    expect(approved.body.admin).toEqual({ username: "half-owner", one_time_password: null });
    await server.signIn(admin.username, admin.password, "half");
  });
});

it("Nothing of the platform is open to a tenant's owner or to a machine of theirs", async () => {
  const isp = await makeTenant(server);
  const token = await isp.owner.post("/api-tokens/", { name: "Machine", role: isp.roles.Owner });
  const machine = client(server.url, token.body.token);
  const id = await plan(1);
  for (const caller of [isp.owner, machine]) {
    const answers = [
      await caller.get("/saas/overview/"),
      await caller.get("/saas/onboarding-requests/"),
      await caller.get(`/saas/packages/${id}/`),
      await caller.post(`/saas/subscriptions/${id}/cancel/`, {}),
      await caller.post(`/saas/onboarding-requests/${id}/approve/`, {}),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "PERMISSION_DENIED"]);
  }
  const codes = (await isp.owner.get("/permissions/?page_size=500")).body.results ?? [];
  expect(codes.filter(({ code }: { code: string }) => /superuser|^saas\./.test(code))).toEqual([]);
});
