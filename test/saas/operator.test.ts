// What the operator does about a provider beside selling to it: keep it out at once, undo a payment, look up what was done.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { SUPERUSER } from "../helpers/config.ts";
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
let made = 0;

/** A tenant's subscription with these days, and what pays for it. */
async function subscribed({ tenant }: TestTenant, end_date: string | null): Promise<string> {
  made += 1;
  const plan = await root.post("/saas/packages/", { name: `Operator ${made}`, price_monthly: "50.00" });
  const body = { tenant: tenant.id, package: plan.body.id, start_date: addDays(today, -60), end_date };
  return (await root.post("/saas/subscriptions/", body)).body.id;
}

async function pay(subscription: string, more: object = {}) {
  const body = { subscription, amount: "50.00", trx_id: `OP-${made}`, ...more };
  const paid = await root.post("/saas/payments/", body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  return paid.body;
}

const undo = (id: string, body: object = { reason: "Booked to the wrong company" }) =>
  root.post(`/saas/payments/${id}/reverse/`, body);
const standing = async (id: string) => {
  const { status, end_date } = (await root.get(`/saas/subscriptions/${id}/`)).body;
  return { status, end_date };
};

describe("undoing a subscription's payment", () => {
  it("A mistaken payment is undone once by its mirror image, also where that is asked ten times at once", async () => {
    const isp = await makeTenant(server);
    const before = (await root.get("/saas/overview/")).body.revenue_this_month;
    const subscription = await subscribed(isp, addDays(today, 3));
    const until = addDays(today, 33);
    const payment = await pay(subscription, { paid_until: until });
    expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: until });
    const all = await Promise.all(Array.from({ length: 10 }, () => undo(payment.id)));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const { body } of all)
      expect(body).toMatchObject({
        is_reversed: true,
        reversed_by: SUPERUSER.username,
        reversal_reason: "Booked to the wrong company",
        amount: "50.00",
      });
    const { results } = (await root.get(`/saas/payments/?subscription=${subscription}`)).body;
    expect(results).toHaveLength(2);
    const mirrored = results.find((one: { reverses: string | null }) => one.reverses === payment.id);
    expect(mirrored).toMatchObject({ amount: "-50.00", is_reversed: false, tenant: isp.tenant.id });
    expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 3) });
    expect((await root.get("/saas/overview/")).body.revenue_this_month).toBe(before);
    expect(await undo(mirrored.id)).toMatchObject({ status: 422, body: { code: "NOT_REVERSIBLE" } });
    const { results: log } = (await root.get(`/saas/audit-logs/?object_id=${payment.id}&ordering=timestamp`))
      .body;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      "saas_payment.create",
      "saas_payment.reverse",
    ]);
  });

  it("The transaction of an undone payment is booked anew for whom it was, and once", async () => {
    const [wrong, right] = [await makeTenant(server), await makeTenant(server)];
    const payment = await pay(await subscribed(wrong, null), { trx_id: "WIRE-MIXED-UP" });
    const meant = await subscribed(right, null);
    const body = { subscription: meant, amount: "50.00", trx_id: "WIRE-MIXED-UP" };
    expect((await root.post("/saas/payments/", body)).status).toBe(409);
    await undo(payment.id);
    expect((await root.post("/saas/payments/", body)).status).toBe(201);
    expect(await root.post("/saas/payments/", body)).toMatchObject({
      status: 409,
      body: { errors: [{ field: "trx_id", code: "NOT_UNIQUE" }] },
    });
  });

  it("A subscription that only the payment had revived ends again, with what its tenant may", async () => {
    const isp = await makeTenant(server);
    const subscription = await subscribed(isp, addDays(today, 30));
    await root.post(`/saas/subscriptions/${subscription}/cancel/`, {});
    expect((await isp.owner.patch("/settings/", { support_phone: "1" })).status).toBe(422);
    const payment = await pay(subscription, { paid_until: addDays(today, 60) });
    expect((await isp.owner.patch("/settings/", { support_phone: "2" })).status).toBe(200);
    await undo(payment.id);
    expect(await standing(subscription)).toEqual({ status: "CANCELLED", end_date: addDays(today, 30) });
    expect(await isp.owner.patch("/settings/", { support_phone: "3" })).toMatchObject({
      status: 422,
      body: { code: "SUBSCRIPTION_ENDED" },
    });
  });

  it("A day that a later payment moved stays, and a reason is asked for", async () => {
    const isp = await makeTenant(server);
    const subscription = await subscribed(isp, addDays(today, 3));
    const first = await pay(subscription, { paid_until: addDays(today, 33), trx_id: "FIRST" });
    await pay(subscription, { paid_until: addDays(today, 63), trx_id: "SECOND" });
    expect((await undo(first.id, {})).body.errors).toMatchObject([{ field: "reason", code: "REQUIRED" }]);
    await undo(first.id);
    expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 63) });
    expect((await isp.owner.post(`/saas/payments/${first.id}/reverse/`, { reason: "mine" })).status).toBe(
      403,
    );
  });
});

describe("suspending a provider", () => {
  it("A suspended provider's people are out at the next request, and in again when it is resumed", async () => {
    const isp = await makeTenant(server);
    const clerk = await isp.staff("suspended-clerk", "Counter");
    const suspend = () =>
      root.post(`/saas/tenants/${isp.tenant.id}/suspend/`, { reason: "No answer for weeks" });
    const first = await suspend();
    expect(first).toMatchObject({ status: 200, body: { is_active: false, subdomain: isp.tenant.subdomain } });
    expect((await suspend()).body.version).toBe(first.body.version);
    for (const who of [isp.owner, clerk])
      expect(await who.get("/customers/")).toMatchObject({ status: 403, body: { code: "TENANT_INACTIVE" } });
    const resumed = await root.post(`/saas/tenants/${isp.tenant.id}/resume/`, {});
    expect(resumed.body.is_active).toBe(true);
    expect((await clerk.get("/customers/")).status).toBe(200);
    const { results } = (await isp.owner.get("/audit-logs/?action=tenant.suspend")).body;
    expect(results).toMatchObject([
      {
        actor_username: SUPERUSER.username,
        details: { after: { is_active: false }, note: "No answer for weeks" },
      },
    ]);
    expect((await isp.owner.post(`/saas/tenants/${isp.tenant.id}/suspend/`, {})).status).toBe(403);
  });
});

describe("the platform's audit log", () => {
  it("The platform's log is searched and filtered by its operators alone, and never changed", async () => {
    const isp = await makeTenant(server);
    const { body } = await root.get(`/saas/audit-logs/?object_id=${isp.tenant.id}&module=platform`);
    expect(body.results).toMatchObject([{ action: "tenant.create", actor_username: SUPERUSER.username }]);
    const [{ id }] = body.results;
    expect((await root.get(`/saas/audit-logs/${id}/`)).body.object_id).toBe(isp.tenant.id);
    expect((await root.get(`/saas/audit-logs/?search=${isp.tenant.subdomain}`)).body.count).toBeGreaterThan(
      0,
    );
    expect(
      (await root.get("/saas/audit-logs/?action=login&timestamp__gte=2099-01-01T00:00:00Z")).body.count,
    ).toBe(0);
    expect((await isp.owner.get("/saas/audit-logs/")).status).toBe(403);
    expect((await root.delete(`/saas/audit-logs/${id}/`)).status).toBe(405);
  });
});

describe("the one-time password of a new provider's owner", () => {
  it("Opens nothing but their own account until they have chosen another", async () => {
    const asked = { org_name: "Once Only Net", contact_email: "once@only.example", subdomain: "once-only" };
    const { body: request } = await server.anonymous.post("/saas/onboarding-requests/", asked);
    const { body: approved } = await root.post(`/saas/onboarding-requests/${request.id}/approve/`, {});
    const { username, one_time_password: password } = approved.admin;
    const login = (given: string) => server.anonymous.post("/auth/login/", { username, password: given });
    const { body: session } = await login(password);
    expect(session.user.must_change_password).toBe(true);
    const owner = client(server.url, session.token);
    const refused = { status: 403, body: { code: "PASSWORD_CHANGE_REQUIRED" } };
    for (const path of ["/customers/", "/settings/", "/reports/dashboard/"])
      expect(await owner.get(path)).toMatchObject(refused);
    expect(await owner.post("/customers/", { name: "A" })).toMatchObject(refused);
    const trpc = await fetch(`${server.url}/trpc/sync.collections`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(trpc.status).toBe(403);
    expect((await owner.get("/auth/me/")).body.user.must_change_password).toBe(true);
    const change = (new_password: string) =>
      owner.post("/auth/change-password/", { current_password: password, new_password });
    expect((await change(password)).body.errors).toMatchObject([{ field: "new_password", code: "REPEATED" }]);
    expect((await change("a-word-of-their-own")).status).toBe(204);
    expect((await owner.get("/customers/")).status).toBe(200);
    expect((await owner.get("/auth/me/")).body.user).not.toHaveProperty("must_change_password");
    expect((await login("a-word-of-their-own")).body.user).not.toHaveProperty("must_change_password");
  });

  it("A password that the operator was given for the owner is their own", async () => {
    const asked = { org_name: "Own Word Net", contact_email: "own@word.example" };
    const { body: request } = await server.anonymous.post("/saas/onboarding-requests/", asked);
    const admin = { username: "own-word-owner", password: "agreed-by-phone" };
    const approved = await root.post(`/saas/onboarding-requests/${request.id}/approve/`, { admin });
    expect(approved.body.admin.one_time_password).toBeNull();
    const { body } = await server.anonymous.post("/auth/login/", admin);
    expect((await client(server.url, body.token).get("/customers/")).status).toBe(200);
  });
});
