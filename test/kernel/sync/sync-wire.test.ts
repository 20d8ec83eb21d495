// What the sync procedures say beside their work: which protocol is spoken, what is known of a device, whose checkpoint it is.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import { callProcedure } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  t = await makeTenant(server);
});
afterAll(() => server.stop());

async function call(
  procedure: string,
  input: object,
  headers: Record<string, string> = {},
  token = t.owner.token,
) {
  // Only programs that name it are told more of their device than the contract's two members.
  const named: Record<string, string> =
    procedure === "register" ? { [PROTOCOL_HEADER]: String(PROTOCOL) } : {};
  const how = { headers: { ...named, ...headers } };
  const answer = await callProcedure(server.url, token, `sync.${procedure}`, input, how);
  return { ...answer, protocol: answer.headers.get(PROTOCOL_HEADER) };
}

const command = (device_seq: number, more: object = {}) => ({
  id: newId(),
  kind: "customer.create",
  payload: { name: "A B", username: newId(), phone: "1" },
  occurred_at: new Date().toISOString(),
  device_seq,
  ...more,
});

describe("the protocol's version", () => {
  it("The protocol's version is in every answer, and an app that is too old for the server is told so, not refused command by command", async () => {
    for (const headers of [{}, { [PROTOCOL_HEADER]: String(PROTOCOL) }, { [PROTOCOL_HEADER]: "99" }]) {
      expect(await call("collections", {}, headers as Record<string, string>)).toMatchObject({
        status: 200,
        protocol: String(PROTOCOL),
      });
    }
    for (const old of ["0", "-1", "x"]) {
      expect(await call("register", { name: "Old" }, { [PROTOCOL_HEADER]: old })).toMatchObject({
        status: 409,
        problem: { code: "APP_TOO_OLD" },
        protocol: String(PROTOCOL),
      });
    }
  });
});

describe("a query alone, which tRPC's own handler does not answer", () => {
  const get = async (path: string, parameters: Record<string, string>) => {
    const headers = { authorization: `Bearer ${t.owner.token}` };
    const response = await fetch(`${server.url}/trpc/${path}?${new URLSearchParams(parameters)}`, {
      headers,
    });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: await response.json(),
    };
  };

  it("A query alone is answered, or refused, as the same one in a batch", async () => {
    for (const [path, input] of [
      ["sync.collections", {}],
      ["sync.pull", { collection: "customers", checkpoint: null, limit: 5 }],
      ["sync.pull", { collection: "no_such", checkpoint: null }],
      ["sync.pull", { collection: "customers", checkpoint: "1/2" }],
      ["sync.pull", {}],
    ] as const) {
      const alone = await get(path, { input: JSON.stringify(input) });
      const batch = await get(path, { batch: "1", input: JSON.stringify({ 0: input }) });
      expect(alone.type, path).toMatch(/^application\/json/);
      expect([alone.body], JSON.stringify(input)).toEqual(batch.body);
      expect(alone.status, JSON.stringify(input)).toBe(batch.status);
    }
  });

  it("A query whose input is no JSON, or that nobody serves, is refused with its problem", async () => {
    const problem = (code: string) => ({ error: { data: { problem: { code } } } });
    expect(await get("sync.pull", { input: "{" })).toMatchObject({
      status: 400,
      body: problem("VALIDATION"),
    });
    expect(await get("sync.nothing", {})).toMatchObject({ status: 404, body: problem("NOT_FOUND") });
  });
});

describe("sync.register", () => {
  it("sync.register says what the server knows of the device, so that a restored desktop prints no receipt number twice", async () => {
    const { data: device } = await call("register", { name: "Till", resume: true });
    expect(device).toMatchObject({ last_receipt: 0, last_seq: 0 });
    expect(Math.abs(Date.parse(device.now) - Date.now())).toBeLessThan(60_000);
    const { device_id, device_code, device_secret } = device;
    const made = await t.owner.post("/customers/", { name: "C D", username: newId(), phone: "1" });
    const recharge = (receipt_number: string) => ({
      kind: "recharge.create",
      payload: { customer_id: made.body.id, amount: "5.00", validity_days: 1, receipt_number },
    });
    const commands = [
      command(1, recharge(`${device_code}-7`)),
      command(2, recharge(`${device_code}-12`)),
      // Neither is this device's.
      command(3, recharge(`${device_code}0-90`)),
      command(4, recharge(`${device_code}-x`)),
    ];
    await call("push", { device_id, commands });
    const known = { name: "Till", device_id, device_secret, resume: true };
    expect((await call("register", known)).data).toMatchObject({
      device_code,
      last_receipt: 12,
      last_seq: 4,
    });
  });

  it("sync.register leaves a device that the server forgot its code, and gives that code to no other", async () => {
    const forgotten = { name: "Till", device_id: newId(), device_code: "D40" };
    expect((await call("register", forgotten)).data).toMatchObject({ device_code: "D40" });
    expect((await call("register", { name: "New" })).data.device_code).toBe("D41");
    const pretender = { ...forgotten, device_id: newId() };
    expect((await call("register", pretender)).data.device_code).toBe("D42");
  });

  it("sync.register lets an invented code lengthen no other device's, and takes back each code that it could have given", async () => {
    const next = async () => Number((await call("register", { name: "New" })).data.device_code.slice(1));
    const bring = async (device_code: string) =>
      (await call("register", { name: "Till", device_id: newId(), device_code })).data.device_code;
    const before = await next();
    expect(await bring("D999999")).toBe("D999999");
    expect(await next()).toBe(before + 1);
    // The counter passes over codes that are taken, and may have come further than any code that is asked for.
    const sql = openPool(server.database_url, null, 1);
    await sql`update counters set last_value = 999998 where tenant_id = ${t.tenant.id} and name = 'device_code'`;
    await sql.end();
    expect(await next()).toBe(1_000_000);
    expect(await bring("D1000000")).toBe("D1000001");
    expect(await bring("D1000007")).toBe("D1000007");
  });
});

describe("a checkpoint", () => {
  it("A checkpoint that this database never gave is refused: the server was set back since, and the replica starts afresh", async () => {
    await t.owner.post("/customers/", { name: "E F", username: newId(), phone: "1" });
    const input = { collection: "customers", checkpoint: null as string | null, limit: 10 };
    const pulled = () => call("pull", input).then((answer) => answer.data);
    await expect.poll(async () => (await pulled()).checkpoint).not.toBeNull();
    const { checkpoint } = await pulled();
    expect(await call("pull", { ...input, checkpoint })).toMatchObject({ status: 200 });
    const [xid, id] = checkpoint.split("/");
    const ahead = `${BigInt(xid) + 1_000_000_000n}/${id}`;
    expect(await call("pull", { ...input, checkpoint: ahead })).toMatchObject({
      status: 409,
      problem: { code: "STALE_CHECKPOINT" },
    });
  });
});

describe("a batch", () => {
  it("A batch may come compressed, and a bomb is refused by what it would grow to", async () => {
    const { data: device } = await call("register", { name: "Till" });
    const { device_id } = device;
    const how = { headers: { "content-encoding": "gzip" }, pack: gzipSync };
    const push = (body: object) => callProcedure(server.url, t.owner.token, "sync.push", body, how);
    const one = command(1);
    const taken = await push({ device_id, commands: [one] });
    expect(taken.status, JSON.stringify(taken.error)).toBe(200);
    expect(taken.data.results).toMatchObject([{ id: one.id, status: "APPLIED" }]);
    const bomb = command(2, { payload: { notes: "0".repeat(20_000_000) } });
    expect((await push({ device_id, commands: [bomb] })).status).toBe(413);
  });

  it("A batch is not held up by a command that can't be read: that one alone is REJECTED", async () => {
    const { data: device } = await call("register", { name: "Till" });
    const { device_id } = device;
    const good = command(6);
    const bad = [
      command(1, { occurred_at: "" }),
      command(2, { occurred_at: "2026-02-30T10:00:00Z" }),
      command(3, { payload: "text" }),
      { ...command(4), surprise: true },
      { id: newId() },
      command(-1),
    ];
    const { status, data } = await call("push", { device_id, commands: [...bad, good] });
    expect(status).toBe(200);
    const byId = new Map(data.results.map((result: { id: string }) => [result.id, result]));
    for (const { id } of bad)
      expect(byId.get(id)).toMatchObject({ status: "REJECTED", problem: { code: "VALIDATION" } });
    expect(byId.get(good.id)).toMatchObject({ status: "APPLIED" });
    expect(data.results).toHaveLength(bad.length + 1);
  });
});
