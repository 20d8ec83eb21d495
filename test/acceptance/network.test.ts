// Contract §3, routers, jobs, sessions and synchronisation, with the product's own agent and simulated router as processes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Program, startProgram } from "../helpers/process/program.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { person, plan } from "./helpers/bodies.ts";
import { type Body, day, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "net" });
  owner = tenant.owner;
});
afterAll(() => server.stop());

let made = 0;
const address = (more: object = {}) => {
  made += 1;
  return {
    name: `Router ${made}`,
    host: `198.51.100.${made}`,
    username: "api",
    password: "router-secret",
    ...more,
  };
};
const jobs = async (query: string): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/network-sync-jobs/?page_size=500&${query}`))).results;

describe("a router", () => {
  it("A router is registered with a name, an address and credentials; the rest has its defaults", async () => {
    const body = address();
    const created = await expectStatus(201, owner.post("/routers/", body));
    expect(created).toMatchObject({
      name: body.name,
      host: body.host,
      username: "api",
      vendor: "MIKROTIK",
      api_port: 8728,
      use_tls: false,
      is_active: true,
      status: "UNKNOWN",
      last_seen_at: null,
      identity: null,
      ros_version: null,
      board_name: null,
      uptime_seconds: null,
      cpu_load: null,
      last_error: null,
    });
    expect(created).toHaveProperty("tls_fingerprint");
    expect(created).toHaveProperty("site");
    for (const field of ["name", "host", "username"]) {
      const problem = await expectProblem(400, owner.post("/routers/", address({ [field]: undefined })));
      expect(problem.errors).toMatchObject([{ field }]);
    }
    await expectProblem(400, owner.post("/routers/", address({ vendor: "CISCO" })), "VALIDATION");
    await expectProblem(400, owner.post("/routers/", address({ api_port: 70_000 })), "VALIDATION");
    await expectProblem(400, owner.post("/routers/", address({ status: "ONLINE" })), "VALIDATION");
  });

  it("A router never answers its password, anywhere", async () => {
    const password = "never-to-be-seen-again";
    const { id } = await expectStatus(201, owner.post("/routers/", address({ password })));
    await expectStatus(200, owner.patch(`/routers/${id}/`, { password: `${password}-2`, site: "Hill" }));
    for (const path of [`/routers/${id}/`, "/routers/", "/audit-logs/?page_size=500", "/network-sync-jobs/"])
      expect(JSON.stringify(await expectStatus(200, owner.get(path))), path).not.toContain(password);
  });

  it("A router is changed, and deleted while nobody is on it", async () => {
    const { id } = await expectStatus(201, owner.post("/routers/", address()));
    expect(await expectStatus(200, owner.patch(`/routers/${id}/`, { is_active: false }))).toMatchObject({
      is_active: false,
    });
    await expectStatus(201, owner.post("/customers/", person({ router: id })));
    await expectProblem(409, owner.delete(`/routers/${id}/`));
    const unused = await expectStatus(201, owner.post("/routers/", address()));
    await expectStatus(204, owner.delete(`/routers/${unused.id}/`));
    const other = await makeTenant(server);
    await expectProblem(404, other.owner.get(`/routers/${id}/`));
    await expectProblem(404, other.owner.post(`/routers/${id}/sync/`, {}));
  });
});

describe("without an agent", () => {
  it("A sync is queued: 202 with the job, after as long as the caller would wait", async () => {
    const { id } = await expectStatus(201, owner.post("/routers/", address()));
    const { id: other } = await expectStatus(201, owner.post("/routers/", address()));
    let is_over = false;
    const patient = owner.post(`/routers/${other}/sync/`, {}, { prefer: "wait=4" }).finally(() => {
      is_over = true;
    });
    const begun = performance.now();
    const job = await expectStatus(202, owner.post(`/routers/${id}/sync/`, {}, { prefer: "wait=1" }));
    expect(performance.now() - begun).toBeGreaterThan(900);
    // Who began before and waits for longer is waiting still.
    expect(is_over).toBe(false);
    await expectStatus(202, patient);
    expect(job).toMatchObject({
      id: expect.any(String),
      router: id,
      kind: "SYNC_ROUTER",
      status: "QUEUED",
      attempts: 0,
      finished_at: null,
      requested_by: "net-owner",
    });
    for (const field of ["olt", "payload", "last_error", "created_at"]) expect(job).toHaveProperty(field);
    expect((await jobs(`router=${id}&kind=SYNC_ROUTER`)).map((each) => each.id)).toEqual([job.id]);
    expect(await expectStatus(200, owner.get(`/network-sync-jobs/${job.id}/`))).toMatchObject({ id: job.id });
  });

  it("A sync without an agent waits five seconds where nothing is said", async () => {
    const { id } = await expectStatus(201, owner.post("/routers/", address()));
    const { id: other } = await expectStatus(201, owner.post("/routers/", address()));
    let is_over = false;
    const patient = owner.post(`/routers/${other}/sync/`, {}, { prefer: "wait=8" }).finally(() => {
      is_over = true;
    });
    const begun = performance.now();
    await expectStatus(202, owner.post(`/routers/${id}/sync/`, { dry_run: true }));
    expect(performance.now() - begun).toBeGreaterThan(4_500);
    expect(is_over).toBe(false);
    await expectStatus(202, patient);
  });

  it("A sync without an agent wants a router that exists, a body that is right, and the permission", async () => {
    const { id } = await expectStatus(201, owner.post("/routers/", address()));
    await expectProblem(404, owner.post("/routers/01900000-0000-7000-8000-00000000ffff/sync/", {}));
    await expectProblem(400, owner.post(`/routers/${id}/sync/`, { colour: "red" }), "VALIDATION");
    await expectProblem(400, owner.post(`/routers/${id}/sync/`, { dry_run: "perhaps" }), "VALIDATION");
    const counter = await tenant.staff("net-counter", "Counter");
    await expectProblem(403, counter.post(`/routers/${id}/sync/`, {}), "PERMISSION_DENIED");
  });

  it("Jobs are filtered, and written by nobody", async () => {
    const all = await jobs("");
    expect(all.length).toBeGreaterThan(0);
    expect((await jobs("status=QUEUED")).every(({ status }) => status === "QUEUED")).toBe(true);
    expect(await jobs("status=LEASED")).toEqual([]);
    await expectProblem(400, owner.get("/network-sync-jobs/?status=NEVER"));
    await expectProblem(400, owner.get("/network-sync-jobs/?kind=NEVER"));
    expect((await owner.post("/network-sync-jobs/", {})).status).toBe(405);
    expect((await owner.delete(`/network-sync-jobs/${all[0]?.id}/`)).status).toBe(405);
  });

  it("Sessions are an empty list", async () => {
    expect(await expectStatus(200, owner.get("/user-sessions/"))).toMatchObject({ count: 0, results: [] });
  });
});

describe("with an agent", () => {
  let folder: string;
  let simulator: Program;
  let control: string;
  let agent: Program;
  let router: Body;
  let customer: Body;
  const state = async () => (await fetch(`${control}/state`)).json();
  const sync = (body: object) => owner.post(`/routers/${router.id}/sync/`, body, { prefer: "wait=30" });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lastmile-network-"));
    simulator = startProgram("main/network/simulators/start.ts", { LASTMILE_SIM_ROUTER_PORT: "0" });
    const [, port, username, password] = await simulator.says(
      /simulated router listening on 127\.0\.0\.1:(\d+), user (\S+), password (\S+)/,
    );
    control = (await simulator.says(/fault control on (http:\/\/[^ ]+)/))[1] as string;
    const body = { name: "Live", host: "127.0.0.1", api_port: Number(port), username, password };
    router = await expectStatus(201, owner.post("/routers/", body));
    const pack = await expectStatus(201, owner.post("/packages/", plan({ router_profile: "acceptance-10" })));
    customer = await expectStatus(
      201,
      owner.post(
        "/customers/",
        person({ package: pack.id, router: router.id, password: "pppoe-secret", expiry_date: day(10) }),
      ),
    );
    const token = await expectStatus(
      201,
      owner.post("/api-tokens/", { name: "Office server", role: tenant.roles.Technician }),
    );
    agent = startProgram("main/start-agent.ts", {
      LASTMILE_SERVER: server.url,
      LASTMILE_TOKEN: token.token,
      LASTMILE_DATA_DIR: folder,
    });
    await agent.says(/lastmile agent/);
  });
  afterAll(async () => {
    await agent.stop();
    await simulator.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("The router is seen: on-line, with what it says of itself", async () => {
    await expect.poll(async () => (await owner.get(`/routers/${router.id}/`)).body.status).toBe("ONLINE");
    const seen = await expectStatus(200, owner.get(`/routers/${router.id}/`));
    expect(seen).toMatchObject({
      last_seen_at: expect.any(String),
      identity: expect.any(String),
      ros_version: expect.any(String),
      uptime_seconds: expect.any(Number),
    });
  });

  it("What waited is carried out: the customer's line is on the router", async () => {
    await expect
      .poll(async () => (await jobs(`customer=${customer.id}&kind=UPSERT_USER`))[0]?.status)
      .toBe("SUCCEEDED");
    expect(JSON.stringify(await state())).toContain(customer.username);
    const [job] = await jobs(`customer=${customer.id}&kind=UPSERT_USER`);
    expect(job).toMatchObject({ finished_at: expect.any(String), last_error: null });
  });

  it("A dry run answers the plan with counts and rows, and changes nothing", async () => {
    const { id } = await expectStatus(
      201,
      owner.post("/customers/", person({ package: customer.package, expiry_date: day(10) })),
    );
    await fetch(`${control}/down`, { method: "POST" });
    await expectStatus(
      200,
      owner.patch(`/customers/${id}/`, { router: router.id, password: "later-secret" }),
    );
    const [waiting] = await jobs(`customer=${id}&kind=UPSERT_USER`);
    // The agent may just be trying it, in vain.
    await expect
      .poll(async () => (await owner.post(`/network-sync-jobs/${waiting?.id}/cancel/`)).status)
      .toBe(200);
    await fetch(`${control}/up`, { method: "POST" });
    const before = await state();
    const plan = await expectStatus(200, sync({ dry_run: true }));
    for (const part of ["create", "update", "enable", "disable", "orphan", "foreign", "conflict"])
      expect(plan, part).toHaveProperty(part);
    expect(plan.create).toMatchObject({ count: 1 });
    expect(plan.create.rows).toHaveLength(1);
    expect(JSON.stringify(plan)).not.toContain("later-secret");
    expect((await state()).secrets).toEqual(before.secrets);
    const done = await expectStatus(200, sync({}));
    expect(done).toMatchObject({ kind: "SYNC_ROUTER", status: "SUCCEEDED" });
    expect(await expectStatus(200, sync({ dry_run: true }))).toMatchObject({ create: { count: 0 } });
  });

  it("A suspension and its end are carried out on the router", async () => {
    for (const kind of ["DISABLE_USER", "ENABLE_USER"]) {
      await expectStatus(200, owner.post(`/customers/${customer.id}/toggle_status/`, {}));
      await expect
        .poll(async () => (await jobs(`customer=${customer.id}&kind=${kind}`))[0]?.status)
        .toBe("SUCCEEDED");
      const secrets: Body[] = (await state()).secrets;
      const line = secrets.find(({ name }) => name === customer.username);
      expect(String(line?.disabled), kind).toMatch(kind === "DISABLE_USER" ? /true|yes/ : /false|no/);
    }
  });

  it("Sessions are listed with their age", async () => {
    await expect.poll(async () => (await owner.get("/user-sessions/")).body.count).toBeGreaterThan(0);
    const { results } = await expectStatus(200, owner.get(`/user-sessions/?router=${router.id}`));
    expect(results[0]).toMatchObject({
      id: expect.any(String),
      router: router.id,
      customer: expect.any(String),
      username: expect.any(String),
      uptime_seconds: expect.any(Number),
      observed_at: expect.any(String),
    });
    for (const field of [
      "ip_address",
      "mac_address",
      "started_at",
      "bytes_in",
      "bytes_out",
      "rate_in_bps",
      "rate_out_bps",
    ])
      expect(results[0]).toHaveProperty(field);
    expect(Date.now() - Date.parse(results[0].observed_at)).toBeLessThan(15_000);
  });
});
