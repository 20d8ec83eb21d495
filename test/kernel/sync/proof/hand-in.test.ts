// What the server does for desktops that hand in for each other: a device is known by its secret, its people by their keys, and
// batches come packed.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "../../../../server/kernel/db/db.ts";
import { newId } from "../../../../shared/kernel/id.ts";
import { callProcedure } from "../../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "office" });
  other = await makeTenant(server, { subdomain: "elsewhere" });
});
afterAll(() => server.stop());

const mutate = (token: string | null, name: string, input: unknown, how = {}) =>
  callProcedure(server.url, token, name, input, how);
const register = async (token: string | null, more: object = {}) =>
  mutate(token, "sync.register", { name: "Till", resume: true, ...more });

test("Whoever shows a device's secret is told its outbox key and a key of their own, the same each time", async () => {
  const clerk = await tenant.staff("clerk", "Counter");
  const { data: first } = await register(tenant.owner.token);
  const { device_id, device_secret, outbox_key, author_key } = first;
  for (const key of [outbox_key, author_key]) expect(Buffer.from(key, "base64url")).toHaveLength(32);
  const again = await register(tenant.owner.token, { device_id, device_secret });
  expect(again.data).toMatchObject({ device_id, outbox_key, author_key });
  expect(again.data).not.toHaveProperty("device_secret");
  const { data: colleague } = await register(clerk.token, { device_id, device_secret });
  expect(colleague).toMatchObject({ device_id, outbox_key });
  expect(colleague.author_key).not.toBe(author_key);
  const { data: second } = await register(clerk.token);
  expect(second.outbox_key).not.toBe(outbox_key);
  expect(second.author_key).not.toBe(colleague.author_key);
});

test("A device's id and code let nobody in: without its secret nobody registers as it, nor pushes for it", async () => {
  const clerk = await tenant.staff("curious", "Counter");
  const { data: owners } = await register(tenant.owner.token);
  const { data: own } = await register(clerk.token);
  const { device_id } = owners;
  const guesses = [undefined, null, "x", owners.device_code, device_id, own.device_secret, owners.outbox_key];
  for (const device_secret of guesses)
    expect(await register(clerk.token, { device_id, device_secret })).toMatchObject({
      status: 403,
      problem: { code: "DEVICE_SECRET_REQUIRED" },
    });
  expect(await mutate(clerk.token, "sync.push", { device_id, commands: [] })).toMatchObject({
    status: 403,
    problem: { code: "DEVICE_MISMATCH" },
  });
  // In another company the id is nobody's: who brings it gets a device of their own.
  const stranger = await register(other.owner.token, { device_id, device_secret: owners.device_secret });
  expect(stranger.data.outbox_key).not.toBe(owners.outbox_key);
  expect(stranger.data.device_secret).not.toBe(owners.device_secret);
});

test("A push of somebody else's device changes nothing of it, not even how far its receipts are", async () => {
  const clerk = await tenant.staff("receipts", "Counter");
  const { data: owners } = await register(tenant.owner.token);
  const { device_id, device_secret, device_code } = owners;
  const payload = { receipt_number: `${device_code}-999999` };
  const command = { id: newId(), kind: "recharge.create", payload, occurred_at: new Date().toISOString() };
  const pushed = await mutate(clerk.token, "sync.push", {
    ...{ device_id, commands: [{ ...command, device_seq: 1 }] },
  });
  expect(pushed).toMatchObject({ status: 403 });
  const { data } = await register(tenant.owner.token, { device_id, device_secret });
  expect(data).toMatchObject({ last_receipt: 0, last_seq: 0 });
});

test("Secrets and keys are in no list, replica or audit log, and a secret is kept as its hash", async () => {
  const { data: told } = await register(tenant.owner.token);
  const { body } = await tenant.owner.get("/devices/");
  expect(body.results.length).toBeGreaterThan(0);
  const audit = await tenant.owner.get("/audit-logs/?page_size=500");
  const kept = await server.services.db
    .platform`select * from devices where tenant_id = ${tenant.tenant.id} and id = ${told.device_id}`;
  for (const shown of [body, audit.body, kept]) {
    const text = JSON.stringify(shown);
    for (const secret of [told.device_secret, told.author_key, told.outbox_key])
      expect(text).not.toContain(secret);
  }
  for (const shown of [body, audit.body]) expect(JSON.stringify(shown)).not.toContain("secret_hash");
});

test("A device that a database which was set back does not know shows its secret, and stays who it was, since when it was", async () => {
  const { data: first } = await register(tenant.owner.token);
  const { device_id, device_secret, device_code, outbox_key, author_key } = first;
  const sql = openPool(server.database_url, null, 1);
  const registered = async () => {
    const [row] =
      await sql`select created_at from devices where tenant_id = ${tenant.tenant.id} and id = ${device_id}`;
    return row?.created_at;
  };
  const forget = async () => {
    await sql`delete from device_sessions where tenant_id = ${tenant.tenant.id} and device = ${device_id}`;
    await sql`delete from devices where tenant_id = ${tenant.tenant.id} and id = ${device_id}`;
  };
  const before = await registered();
  await forget();
  const { data } = await register(tenant.owner.token, { device_id, device_secret, device_code });
  expect(data).toMatchObject({ device_id, device_secret, device_code, outbox_key, author_key });
  // The secret says when it was made, and nobody else can have made it.
  expect(await registered()).toEqual(before);
  await forget();
  const forged = Buffer.from(device_secret, "base64url");
  forged[7] = (forged[7] ?? 0) ^ 1;
  const claim = { device_id, device_secret: forged.toString("base64url"), device_code };
  expect((await register(tenant.owner.token, claim)).data.device_secret).not.toBe(claim.device_secret);
  await sql.end();
});

test("A packed batch is read like a plain one", async () => {
  const { data } = await register(tenant.owner.token);
  const { device_id } = data;
  const commands = Array.from({ length: 40 }, (_, n) => ({
    id: newId(),
    kind: "customer.create",
    payload: { id: newId(), name: `Customer ${n}`, username: `packed${n}`, phone: `017110${10_000 + n}` },
    occurred_at: new Date().toISOString(),
    device_seq: n + 1,
  }));
  const how = { headers: { "content-encoding": "gzip" }, pack: gzipSync };
  const pushed = await mutate(tenant.owner.token, "sync.push", { device_id, commands }, how);
  expect(pushed.status).toBe(200);
  const statuses = pushed.data.results.map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(["APPLIED"]));
});
