// The company's settings: one record, read and changed where it is.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOfProvider } from "../../server/platform/index.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("settings", () => {
  it("Settings are read by everybody and changed by those who may, under a version", async () => {
    const t = await makeTenant(server);
    const counter = await t.staff("till", "Counter");
    const read = await counter.get("/settings/");
    expect(read.status).toBe(200);
    expect(read.body).not.toHaveProperty("count");
    const etag = read.headers.get("etag") ?? "";
    expect(await counter.patch("/settings/", { invoice_prefix: "X-" })).toMatchObject({ status: 403 });
    const change = {
      company_name: "Padma Online",
      timezone: "Asia/Dhaka",
      currency: "BDT",
      invoice_prefix: "PO-",
    };
    const changed = await t.owner.patch("/settings/", change, { "if-match": etag });
    expect(changed).toMatchObject({ status: 200, body: { ...change, version: read.body.version + 1 } });
    expect(await t.owner.patch("/settings/", change, { "if-match": etag })).toMatchObject({
      status: 412,
      body: { code: "STALE_VERSION" },
    });
  });

  it("Books are closed by who may close them, whatever else they may set", async () => {
    const { owner, staff, roles } = await makeTenant(server);
    const permissions = ["platform.settings.view", "platform.settings.update"];
    expect(await owner.patch(`/roles/${roles.HR}/`, { permissions })).toMatchObject({ status: 200 });
    const office = await staff("office-clerk", "HR");
    expect(await office.patch("/settings/", { lock_date: "2026-01-31" })).toMatchObject({ status: 403 });
    expect(await office.patch("/settings/", { lock_date: null, signal_weak_dbm: -24.5 })).toMatchObject({
      status: 200,
      body: { lock_date: null, signal_weak_dbm: -24.5 },
    });
    expect(await owner.patch("/settings/", { lock_date: "2026-01-31" })).toMatchObject({ status: 200 });
  });

  it("Settings refuse what could not be meant", async () => {
    const { owner } = await makeTenant(server);
    for (const wrong of [
      { timezone: "Mars/Olympus" },
      { currency: "XYZ" },
      { currency: "CLF" },
      { currency: "usd" },
      { company_name: "" },
      { suspend_mode: "BURN" },
      { work_start: "25:00" },
      { receipt_width_mm: 0 },
      { invoice_due_days: -1 },
      { locale: "not a locale" },
      { lock_date: "2999-01-01" },
      { signal_weak_dbm: -30 },
      { signal_critical_dbm: -36 },
      { signal_too_strong_dbm: 1 },
      { support_email: "nobody" },
      { shoe_size: 44 },
    ]) {
      expect((await owner.patch("/settings/", wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it("Settings name the profile for expired customers before they use one", async () => {
    const { owner } = await makeTenant(server);
    const alone = await owner.patch("/settings/", { suspend_mode: "EXPIRED_PROFILE" });
    expect(alone).toMatchObject({ status: 400, body: { errors: [{ field: "expired_profile" }] } });
    const both = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "expired" };
    expect((await owner.patch("/settings/", both)).status).toBe(200);
    expect((await owner.patch("/settings/", { expired_profile: null })).status).toBe(400);
  });

  it("The profile for expired customers is no package's that is sold, whichever of the two is named last", async () => {
    const { owner } = await makeTenant(server);
    const plan = { name: "Home", price: "500", bandwidth_mbps: 10, router_profile: "home" };
    const home = await owner.post("/packages/", plan);
    const closing = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "home" };
    const refused = { status: 400, body: { errors: [{ field: "expired_profile", code: "INVALID" }] } };
    expect(await owner.patch("/settings/", closing)).toMatchObject(refused);
    expect(await owner.patch("/settings/", { ...closing, expired_profile: "ended" })).toMatchObject({
      status: 200,
    });
    expect(await owner.patch("/settings/", { expired_profile: "home" })).toMatchObject(refused);
    const taken = { status: 400, body: { errors: [{ field: "router_profile", code: "INVALID" }] } };
    const ended = { ...plan, name: "Ended", router_profile: "ended" };
    expect(await owner.post("/packages/", ended)).toMatchObject(taken);
    expect(await owner.patch(`/packages/${home.body.id}/`, { router_profile: "ended" })).toMatchObject(taken);
    // Nothing is closed by a profile in the other ways, and nobody is new on a package that is no longer sold.
    await owner.patch("/settings/", { suspend_mode: "DISABLE_SECRET" });
    const sold = await owner.post("/packages/", ended);
    expect(sold.status).toBe(201);
    expect(await owner.patch("/settings/", { suspend_mode: "EXPIRED_PROFILE" })).toMatchObject(refused);
    await owner.patch(`/packages/${sold.body.id}/`, { is_active: false });
    expect((await owner.patch("/settings/", { suspend_mode: "EXPIRED_PROFILE" })).status).toBe(200);
  });

  it("Settings keep the currency once money was posted, and never cut digits off a price", async () => {
    const { owner } = await makeTenant(server);
    const plan = {
      name: "Home",
      price: "500.50",
      bandwidth_mbps: 10,
      router_profile: "home",
      validity_days: 30,
    };
    const made = await owner.post("/packages/", plan);
    expect(await owner.patch("/settings/", { currency: "JPY" })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT" },
    });
    expect((await owner.patch("/settings/", { currency: "KWD" })).status).toBe(200);
    expect((await owner.get(`/packages/${made.body.id}/`)).body.price).toBe("500.500");
    const customer = { name: "A B", username: "ab", phone: "1", package: made.body.id };
    const { id } = (await owner.post("/customers/", customer)).body;
    const paid = await owner.post("/recharges/", { customer_id: id, amount: "10.250", validity_days: 30 });
    expect(paid.status).toBe(201);
    expect(await owner.patch("/settings/", { currency: "USD" })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT" },
    });
    expect((await owner.patch("/settings/", { currency: "KWD", company_name: "Same money" })).status).toBe(
      200,
    );
  });

  it("Settings take payment providers' secrets, and never show them again", async () => {
    const { owner, tenant } = await makeTenant(server);
    const secret = "a-provider-secret";
    const set = await owner.patch("/settings/", {
      payment_provider_secrets: { bkash: secret, nagad: secret },
    });
    expect(set.status).toBe(200);
    await owner.patch("/settings/", { payment_provider_secrets: { nagad: null } });
    const rows = await server.services.db.platform`
      select provider, secret_encrypted from payment_providers where tenant_id = ${tenant.id}`;
    expect(rows.map(({ provider }) => provider)).toEqual(["bkash"]);
    expect(Buffer.from(rows[0]?.secret_encrypted).includes(secret)).toBe(false);
    expect(server.services.secrets.open(rows[0]?.secret_encrypted, placeOfProvider("bkash"))).toBe(secret);
    const shown = JSON.stringify([
      set.body,
      (await owner.get("/settings/")).body,
      (await owner.get("/audit-logs/")).body,
    ]);
    expect(shown).not.toContain(secret);
    expect(shown).toContain("payment_provider.remove_secret");
  });
});
