// The server and its PostgreSQL are killed while customers are written: each that was kept is told, none that was not, and a
// delivery that is tried again has its id and its body.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPostmaster } from "../../server/kernel/postgres/postmaster.ts";
import { expectStatus } from "../acceptance/helpers/money.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { lot } from "../helpers/lot.ts";
import { type Program, startProgram } from "../helpers/process/program.ts";
import { eventually } from "../helpers/process/wait.ts";
import { type Client, client, signingIn } from "../helpers/server.ts";
import { type Receiver, startReceiver } from "./helpers/receiver.ts";

const KILLS = lot(20, 200);
const A_SECOND = 30;
const OWNER = { username: "padma-owner", password: "padma-secret" };

let data = "";
let program: Program;
let url = "";
let receiver: Receiver;

async function start(): Promise<void> {
  program = startProgram("server/start.js", {
    ...{ LASTMILE_PORT: "0", LASTMILE_DATA_DIR: data, LASTMILE_OUTGOING_ALLOW: "127.0.0.0/8" },
    LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
    LASTMILE_REQUESTS_PER_MINUTE: "1000000",
    LASTMILE_LOGINS_PER_MINUTE: "1000000",
    LASTMILE_WEBHOOK_RETRIES: Array.from({ length: 50 }, () => "0.2").join(),
  });
  [, url = ""] = await program.says(/listening on (http:\/\/\S+)/);
}

const owner = (): Promise<Client> => signingIn(url).signIn(OWNER.username, OWNER.password, "padma");

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "lastmile-killed-"));
  receiver = await startReceiver();
  await start();
  const platform = await signingIn(url).superuser();
  await expectStatus(201, platform.post("/tenants/", { name: "Padma", subdomain: "padma", admin: OWNER }));
  const boss = await owner();
  const { results } = await expectStatus(200, boss.get("/roles/?search=Owner"));
  const hook = { url: receiver.url, events: ["customer.created"], role: results[0].id };
  receiver.secrets = [(await expectStatus(201, boss.post("/webhook-endpoints/", hook))).secret];
});
afterAll(async () => {
  await program.stop();
  await receiver.close();
  await rm(data, { recursive: true, force: true });
});

let written = 0;

function nextCustomer() {
  written += 1;
  return { name: `Customer ${written}`, username: `killed-${written}`, phone: "01711000001" };
}

/** Writes at a pace until it is told to stop; what is refused or lost is nobody's. */
function writing(by: Client): { kept(): number; stop(): Promise<void> } {
  const under_way = new Set<Promise<unknown>>();
  let kept = 0;
  const timer = setInterval(() => {
    const body = nextCustomer();
    // Every fifth is refused, and leaves no trace.
    const sent = by
      .post("/customers/", written % 5 === 0 ? { ...body, package: "none" } : body)
      .then(({ status }) => {
        if (status === 201) kept += 1;
      })
      .catch(() => {})
      .finally(() => under_way.delete(sent));
    under_way.add(sent);
  }, 1_000 / A_SECOND);
  return {
    kept: () => kept,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(under_way);
    },
  };
}

async function kill(what: "server" | "database"): Promise<void> {
  if (what === "database") {
    const postmaster = await readPostmaster(join(data, "postgres"));
    if (postmaster) process.kill(postmaster.pid, "SIGKILL");
    return;
  }
  program.process.kill("SIGKILL");
  await program.ended;
  await start();
}

it("Whatever is killed at whatever moment, what was kept is told, and nothing else", async () => {
  let boss = await owner();
  await expectStatus(201, boss.post("/customers/", nextCustomer()));
  for (let round = 0; round < KILLS; round += 1) {
    const writes = writing(client(url, boss.token));
    // A busy machine's first answers take their time: killed before them, nothing would be seen.
    await eventually(() => writes.kept() > 0);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 800));
    await kill(round % 2 === 0 ? "server" : "database");
    await writes.stop();
    // The token outlives them all; a server that was started again has another address.
    boss = client(url, boss.token);
    await eventually(async () => (await boss.get("/customers/?page_size=1")).status === 200);
  }
  const kept = new Set<string>();
  for (let page: string | null = "/customers/?page_size=500"; page; ) {
    const { results, next }: { results: { id: string }[]; next: string | null } = await expectStatus(
      200,
      boss.get(page),
    );
    for (const { id } of results) kept.add(id);
    page = next?.slice(next.indexOf("/customers/")) ?? null;
  }
  expect(kept.size).toBeGreaterThanOrEqual(KILLS);
  const told = () => new Set(receiver.told.map(({ event }) => String(event.data.id)));
  await eventually(() => told().size >= kept.size, "all that was kept to be told");
  expect([...told()].filter((id) => !kept.has(id))).toEqual([]);
  expect([...kept].filter((id) => !told().has(id))).toEqual([]);
  // One event each, however often it was tried.
  const ids = new Map(receiver.told.map(({ id, body }) => [id, body]));
  expect(ids.size).toBe(kept.size);
  expect(receiver.told.filter(({ id, body }) => ids.get(id) !== body)).toEqual([]);
  expect(receiver.refused).toEqual([]);
});
