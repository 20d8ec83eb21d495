// What the server does for desktops that hand in for each other: one key for every session of a device, packed batches.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { callProcedure } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

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

test("Every session that registers as a device gets its key; another device, or tenant, another one", async () => {
  const clerk = await tenant.staff("clerk", "Counter");
  const first = await mutate(tenant.owner.token, "sync.register", { name: "Till" });
  const { device_id, hand_in_key } = first.data;
  expect(Buffer.from(hand_in_key, "base64")).toHaveLength(32);
  const again = await mutate(clerk.token, "sync.register", { name: "Till", device_id });
  expect(again.data).toMatchObject({ device_id, hand_in_key });
  const second = await mutate(clerk.token, "sync.register", { name: "Till 2" });
  expect(second.data.hand_in_key).not.toBe(hand_in_key);
  const stranger = await mutate(other.owner.token, "sync.register", { name: "Till", device_id });
  expect(stranger.data.hand_in_key).not.toBe(hand_in_key);
});

test("The key is in no list of devices and no replica", async () => {
  const { body } = await tenant.owner.get("/devices/");
  expect(body.results.length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toContain("hand_in_key");
});

test("A packed batch is read like a plain one", async () => {
  const { data } = await mutate(tenant.owner.token, "sync.register", { name: "Till 3" });
  const { device_id } = data;
  const commands = Array.from({ length: 40 }, (_, n) => ({
    id: newId(),
    kind: "customer.create",
    payload: { id: newId(), name: `Customer ${n}`, username: `packed${n}`, phone: `017110${10_000 + n}` },
    occurred_at: new Date().toISOString(),
    device_seq: n + 1,
  }));
  const pushed = await mutate(
    tenant.owner.token,
    "sync.push",
    { device_id, commands },
    {
      headers: { "content-encoding": "gzip" },
      pack: gzipSync,
    },
  );
  expect(pushed.status).toBe(200);
  const statuses = pushed.data.results.map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(["APPLIED"]));
});
