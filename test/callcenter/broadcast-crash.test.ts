// A server that is killed in the middle of a broadcast: the next one goes on, and calls nobody under a second id.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Body, expectStatus } from "../acceptance/helpers/money.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { type ServerProcess, startServerProcess } from "../helpers/process/server-process.ts";
import { client } from "../helpers/server.ts";
import { openGateway, type TestGateway } from "./helpers/gateway.ts";

let database: { url: string; drop(): Promise<void> };
let data_dir: string;
let gateway: TestGateway;
let server: ServerProcess;
let release = () => {};

beforeAll(async () => {
  database = await freshDatabase("served");
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-broadcast-"));
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The third call is under way when the server is killed.
  gateway = await openGateway(async (_call, earlier) => {
    if (gateway.calls.length === 3 && earlier === 0) await held;
    return 200;
  });
  server = await startServerProcess(database.url, data_dir);
});

afterAll(async () => {
  release();
  await server.kill();
  await gateway.close();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

async function signIn(body: object, path = "/auth/login/") {
  const answer: Body = await expectStatus(200, client(server.url).post(path, body));
  return client(server.url, answer.token);
}

it("A broadcast whose server was killed goes on with the next one and calls each customer under one id", async () => {
  const owner_account = { username: "crash-owner", password: "crash-owner-secret" };
  const superuser = await signIn(SUPERUSER, "/saas/auth/login/");
  const tenant = { name: "Crash", subdomain: "crash", admin: owner_account };
  await expectStatus(201, superuser.post("/tenants/", tenant));
  const owner = await signIn(owner_account);
  for (let at = 0; at < 6; at += 1) {
    const person = { name: `Person ${at}`, username: `crash${at}`, phone: `0170000100${at}` };
    await expectStatus(201, owner.post("/customers/", person));
  }
  const setting = { provider_name: "Test", api_endpoint: gateway.url, calls_per_minute: 600 };
  await expectStatus(201, owner.post("/voice-settings/", setting));
  const template = { name: "Call", script_text: "Hello {name}", template_type: "OUTAGE" };
  const { id } = await expectStatus(201, owner.post("/voice-templates/", template));
  const { task_id } = await expectStatus(
    202,
    owner.post(`/voice-templates/${id}/broadcast/`, { filter: {} }),
  );
  const logged = async (as: typeof owner): Promise<string[]> => {
    const { results } = await expectStatus(200, as.get(`/call-logs/?broadcast=${task_id}`));
    return results.map((log: Body) => log.id);
  };
  await gateway.asked(3);
  await expect.poll(async () => (await logged(owner)).length).toBeGreaterThanOrEqual(2);
  const before = await logged(owner);
  await server.kill();
  release();
  server = await startServerProcess(database.url, data_dir);
  const again = await signIn(owner_account);
  const read = (): Promise<Body> => expectStatus(200, again.get(`/background-tasks/${task_id}/`));
  await expect.poll(async () => (await read()).status, { interval: 200 }).toBe("SUCCEEDED");
  expect(await read()).toMatchObject({ progress: { done: 6, total: 6 }, result: { called: 6, failed: 0 } });
  const pairs = new Set(gateway.calls.map(({ body }) => `${body.phone_number} ${body.id}`));
  expect([pairs.size, new Set(gateway.ids()).size]).toEqual([6, 6]);
  // What was written down is not asked for again.
  for (const call of before) expect(gateway.ids().filter((asked) => asked === call)).toHaveLength(1);
  expect((await logged(again)).sort()).toEqual([...new Set(gateway.ids())].sort());
});
