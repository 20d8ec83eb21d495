// The demo's simulated devices forget everything at each start: the router is brought in line all the same, with the plan
// confirmed, and the OLT has the customers' ONUs behind it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { startDemoOlt } from "../../../main/demo/olt.ts";
import { connectDemoRouter, DEMO_ROUTER_USER } from "../../../main/demo/router.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "lastmile-demo-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One start of the demo, as far as its router goes. @returns the names on the router afterwards. */
async function oneStart(): Promise<string[]> {
  const simulator = await startRouterSimulator({ users: [DEMO_ROUTER_USER] });
  const demo = await connectDemoRouter(server.url, folder, simulator.port);
  const link = createServerLink({ url: server.url, token: demo.agent_token });
  const agent = createAgent({
    link,
    agent_id: newId(),
    name: "Demo",
    allowLoopback: true,
    log: () => undefined,
  });
  agent.start();
  await demo.bringInLine();
  await agent.stop();
  await simulator.close();
  return simulator.secrets().map(({ name }) => name);
}

it("The demo's router has every customer on it after the first start and after the next", async () => {
  const admin = { username: "admin", password: "admin-demo", full_name: "Admin" };
  const superuser = await server.superuser();
  const made = await superuser.post("/tenants/", { name: "Demo", subdomain: "demo", admin });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(await oneStart()).toEqual([]);
  const owner = await server.signIn("admin", "admin-demo", "demo");
  const [router] = (await owner.get("/routers/")).body.results;
  const pack = await owner.post("/packages/", { name: "Home", price: "1", bandwidth_mbps: 10 });
  const names = ["u1", "u2", "u3", "u4", "u5", "u6"];
  for (const username of names) {
    const body = { name: username, username, phone: "1", password: "pppoe-pw" };
    const links = { router: router.id, package: pack.body.id };
    expect((await owner.post("/customers/", { ...body, ...links })).status).toBe(201);
  }
  expect(await oneStart()).toEqual(names);
  expect((await oneStart()).sort()).toEqual(names);
});

it("The demo's OLT has an ONU for each customer with a serial number, and the tenant's record says where it listens", async () => {
  const owner = await server.signIn("admin", "admin-demo", "demo");
  const lines = { setCpe: vi.fn(), log: vi.fn() };
  expect(await startDemoOlt(server.url, lines)).toBeNull();
  const made = await owner.post("/olts/", { name: "Mirpur OLT", vendor: "HUAWEI", host: "127.0.0.1" });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const [customer] = (await owner.get("/customers/?username=u1")).body.results;
  const serial = { onu_serial: "HWTC0A0B0C0D" };
  expect((await owner.patch(`/customers/${customer.id}/`, serial)).status).toBe(200);
  const olt = await startDemoOlt(server.url, lines);
  try {
    expect(olt?.onu("HWTC0A0B0C0D")).toMatchObject({ state: "ONLINE", description: "u1" });
    const record = (await owner.get(`/olts/${made.body.id}/`)).body;
    expect(record).toMatchObject({ host: "127.0.0.1", snmp_port: olt?.port, is_active: true });
  } finally {
    await olt?.close();
  }
});
