// Pairing codes: a computer in an office becomes an agent of one site by a code that works once, for ten minutes, for nobody else.
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { startProgram } from "../../helpers/process/program.ts";
import type { Client } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

const AGENT = "main/start-agent.ts";

let fixture: NetworkFixture;
let owner: Client;
let north: string;
beforeAll(async () => {
  fixture = await openNetworkFixture();
  owner = fixture.tenant.owner;
  north = await fixture.router({ site: "north" });
  await fixture.router({ site: "south" });
});
afterAll(() => fixture.server.stop());

const codeOf = async (site: string, by = owner): Promise<string> => {
  const { status, body } = await by.post("/agents/pairing-codes/", { site });
  expect({ status, members: Object.keys(body).sort() }).toEqual({
    status: 201,
    members: ["code", "expires_at"],
  });
  expect(body.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  return body.code;
};
const trade = (code: string, name = "office-pc") =>
  fixture.server.anonymous.post("/agents/pair/", { code, name });
/** As a right code does: what was counted of this machine's address is forgotten. */
const forgetGuesses = async () => expect((await trade(await codeOf("south"))).status).toBe(201);
const stateOf = async (site: string) => (await owner.get(`/agents/pairing-codes/?site=${site}`)).body;
const platform = () => fixture.server.services.db.platform;

test("A code is traded for a token of the role Agent that reaches the code's site alone; the screen sees it used, then arrived", async () => {
  const code = await codeOf("north");
  expect(await stateOf("north")).toMatchObject({ used_at: null, arrived_at: null });
  const paired = await trade(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
  expect(paired).toMatchObject({ status: 201, body: { site: "north", company: fixture.tenant.tenant.name } });
  expect(await stateOf("north")).toMatchObject({ used_at: expect.any(String), arrived_at: null });
  const { link } = agentAt(fixture, paired.body.token);
  const { routers } = await link.hello({ agent_id: newId(), name: "office-pc" });
  expect(routers.map(({ id }) => id)).toEqual([north]);
  expect(await stateOf("north")).toMatchObject({ arrived_at: expect.any(String) });
  const { body: tokens } = await owner.get("/api-tokens/?search=office-pc");
  expect(tokens.results).toMatchObject([
    { site: "north", role: fixture.tenant.roles.Agent, created_by: expect.stringContaining("owner") },
  ]);
});

test("npm run agent -- --pair keeps the token for itself alone and works with it; the next start needs no code", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lastmile-pairing-"));
  const env = { LASTMILE_DATA_DIR: folder };
  const code = await codeOf("north");
  const args = ["--pair", code, "--server", fixture.server.url];
  const first = startProgram(AGENT, env, { args });
  await first.says(/works for/);
  expect(await first.stop()).toBe(0);
  const { mode } = await stat(join(folder, "agent.json"));
  expect(mode & 0o077).toBe(0);
  const { token } = JSON.parse(await readFile(join(folder, "agent.json"), "utf8"));
  expect(first.output()).not.toContain(token);
  const next = startProgram(AGENT, env);
  await next.says(/works for/);
  expect(await next.stop()).toBe(0);
  const again = startProgram(AGENT, env, { args });
  expect(await again.ended).toBe(2);
  expect(again.errors()).toMatch(/^--pair is refused: .*ask for a new one\n$/);
  await rm(folder, { recursive: true });
  await forgetGuesses();
});

test("One of two computers that trade a code at once gets the token, and the code is used for ever", async () => {
  const code = await codeOf("north");
  const both = await Promise.all([trade(code, "first"), trade(code, "second")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect((await trade(code)).body).toMatchObject({ errors: [{ field: "code", code: "WRONG_CODE" }] });
  await forgetGuesses();
});

test("A code that has expired, that a later one replaced, or whose site has no device any more opens nothing", async () => {
  const replaced = await codeOf("north");
  const expired = await codeOf("north");
  expect((await trade(replaced)).status).toBe(400);
  await platform()`update /* every tenant */ agent_pairing_codes set expires_at = now() - interval '1 second' where used_at is null`;
  expect((await trade(expired)).status).toBe(400);
  const west = await fixture.router({ site: "west" });
  const gone = await codeOf("west");
  await owner.patch(`/routers/${west}/`, { is_active: false });
  expect((await trade(gone)).status).toBe(400);
  await forgetGuesses();
});

test("A code is kept as its hash, and what is asked for is a site of the company by who may set routers up", async () => {
  const code = await codeOf("north");
  const rows = await platform()`select /* every tenant */ * from agent_pairing_codes`;
  expect(JSON.stringify(rows)).not.toContain(code);
  expect((await owner.post("/agents/pairing-codes/", { site: "nowhere" })).status).toBe(400);
  // Devices here say where they stand: an agent of all of them would reach other sites.
  expect((await owner.post("/agents/pairing-codes/", { site: null })).status).toBe(400);
  const clerk = await fixture.tenant.staff("pairing-clerk", "Counter");
  expect((await clerk.post("/agents/pairing-codes/", { site: "north" })).status).toBe(403);
});

test("Another company's site is none, and a company's code leads to that company alone", async () => {
  const other: TestTenant = await makeTenant(fixture.server);
  expect((await other.owner.post("/agents/pairing-codes/", { site: "north" })).status).toBe(400);
  const host = { name: "R", host: "198.18.250.1", username: "api", password: "p", site: "north" };
  expect((await other.owner.post("/routers/", host)).status).toBe(201);
  const paired = await trade(await codeOf("north", other.owner));
  expect(paired.body.company).toBe(other.tenant.name);
  const { link } = agentAt(fixture, paired.body.token);
  const { routers } = await link.hello({ agent_id: newId(), name: "pc" });
  expect(routers.map(({ id }) => id)).not.toContain(north);
  const late = await codeOf("north", other.owner);
  await platform()`update tenants set is_active = false where id = ${other.tenant.id}`;
  expect((await trade(late)).status).toBe(400);
  await forgetGuesses();
});

test("Five wrong codes lock their address out, also for the right one", async () => {
  await forgetGuesses();
  const right = await codeOf("north");
  const guesses: number[] = [];
  for (let n = 0; n < 6; n += 1) guesses.push((await trade(`AAAAAAA${n + 2}`)).status);
  expect(guesses).toEqual([400, 400, 400, 400, 400, 429]);
  expect(await trade(right)).toMatchObject({ status: 429 });
  await platform()`delete from login_failures`;
});
