// The audit log, the desktops and the review list.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { callProcedure } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  t = await makeTenant(server, { subdomain: "alpha" });
});
afterAll(() => server.stop());

const call = (who: Client, procedure: string, input: unknown) =>
  callProcedure(server.url, who.token, `sync.${procedure}`, input, { headers: {} });

describe("the audit log", () => {
  it("The audit log says who changed which fields of what, from what to what", async () => {
    const manager = await t.staff("manager", "Manager");
    await manager.patch("/settings/", { support_phone: "16123" });
    const { body } = await t.owner.get("/audit-logs/?action=settings.update&actor_username=manager");
    expect(body.count).toBe(1);
    expect(body.results[0]).toMatchObject({
      actor_username: "manager",
      action: "settings.update",
      module: "platform",
      object_type: "settings",
      details: { before: { support_phone: null }, after: { support_phone: "16123" } },
      address: "127.0.0.1",
      device: null,
      request_id: expect.any(String),
    });
    const [entry] = body.results;
    expect((await t.owner.get(`/audit-logs/${entry.id}/`)).body).toEqual(entry);
    expect((await t.owner.get(`/audit-logs/?object_id=${entry.object_id}`)).body.count).toBe(1);
    expect((await t.owner.delete(`/audit-logs/${entry.id}/`)).status).toBe(405);
  });

  it("The audit log is searched, cut by time, and walked by a cursor that misses nothing", async () => {
    for (let index = 0; index < 12; index++)
      await t.owner.patch("/settings/", { invoice_due_days: 20 + index });
    const found = await t.owner.get("/audit-logs/?search=settings.upd&actor_username=alpha-owner");
    expect(found.body.count).toBe(12);
    const middle = found.body.results[6].timestamp;
    const later = await t.owner.get(
      `/audit-logs/?search=settings.upd&actor_username=alpha-owner&timestamp__gt=${middle}`,
    );
    expect(later.body.count).toBe(6);
    const seen: string[] = [];
    let next: string | null =
      "/api/v1/audit-logs/?cursor=&page_size=5&action=settings.update&actor_username=alpha-owner";
    while (next) {
      const page = await t.owner.get(next.replace(/^.*\/api\/v1/, ""));
      expect(page.status).toBe(200);
      seen.push(...page.body.results.map((entry: { id: string }) => entry.id));
      next = page.body.next;
    }
    expect(new Set(seen).size).toBe(12);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});

describe("a device", () => {
  it("A device is named, revoked once, and then only hands in its outbox", async () => {
    const till = await t.staff("till", "Counter");
    const registered = await call(till, "register", { name: "Front desk" });
    const id = registered.data.device_id ?? "";
    const path = `/devices/${id}/`;
    expect((await t.owner.get(path)).body).toMatchObject({
      name: "Front desk",
      device_code: "D1",
      is_revoked: false,
    });
    expect((await t.owner.patch(path, { name: "Back desk" })).body.name).toBe("Back desk");
    expect((await t.owner.patch(path, { is_revoked: true })).status).toBe(400);
    expect((await till.post(`${path}revoke/`)).status).toBe(403);
    expect((await till.get("/settings/")).status).toBe(200);
    const command = {
      id: newId(),
      kind: "customer.create",
      occurred_at: new Date().toISOString(),
      device_seq: 1,
    };
    const revoked = await t.owner.post(`${path}revoke/`);
    expect(revoked).toMatchObject({
      status: 200,
      body: { is_revoked: true, revoked_at: expect.any(String) },
    });
    const again = await t.owner.post(`${path}revoke/`);
    expect(again.body).toEqual(revoked.body);
    expect(await till.get("/settings/")).toMatchObject({ status: 403, body: { code: "DEVICE_REVOKED" } });
    expect((await call(till, "register", { name: "x", device_id: id })).status).toBe(403);
    const payload = { name: "A B", username: "ab", phone: "1" };
    const pushed = await call(till, "push", { device_id: id, commands: [{ ...command, payload }] });
    expect(pushed.data.results).toMatchObject([{ status: "APPLIED" }]);
    expect((await till.post("/auth/logout/")).status).toBe(204);
  });
});

describe("the review list", () => {
  async function item(kind: string): Promise<string> {
    const row = {
      id: newId(),
      tenant_id: t.tenant.id,
      kind,
      author: "till",
      detail: "Look at this",
      amount: "12.5",
    };
    await server.services.db.platform`insert into review_items ${server.services.db.platform(row)}`;
    return row.id;
  }

  it("The review list lets people take off what holds no money, once", async () => {
    const id = await item("CLOCK");
    expect((await t.owner.get(`/review-items/${id}/`)).body).toMatchObject({
      kind: "CLOCK",
      status: "OPEN",
      amount: "12.50",
    });
    const done = await t.owner.post(`/review-items/${id}/dismiss/`, { note: "Clock was wrong" });
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: "RESOLVED",
        resolution: "Clock was wrong",
        resolved_by: "alpha-owner",
        resolved_at: expect.any(String),
      },
    });
    expect(await t.owner.post(`/review-items/${id}/dismiss/`)).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_TRANSITION" },
    });
    expect((await t.owner.get("/review-items/?status=OPEN")).body.count).toBe(0);
  });

  it("The review list keeps money until somebody says whose it is", async () => {
    const id = await item("SUSPENSE");
    expect(await t.owner.post(`/review-items/${id}/dismiss/`)).toMatchObject({
      status: 409,
      body: { code: "CONFLICT" },
    });
    expect((await t.owner.get(`/review-items/${id}/`)).body.status).toBe("OPEN");
  });

  it("The review list is seen by a counter, and cleared by those who may", async () => {
    const id = await item("CONFLICT");
    const clerk = await t.staff("clerk", "Counter");
    expect((await clerk.get(`/review-items/${id}/`)).status).toBe(200);
    expect((await clerk.post(`/review-items/${id}/dismiss/`)).status).toBe(403);
  });
});
