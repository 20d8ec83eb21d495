// sync.pullMany: the next page of many collections in one call, each as sync.pull would answer it, filtered by the same rights.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { callProcedure, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { feedSettledHere } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
let desk: WireDesktop;
/** That the server sent so far. */
let statements = 0;

beforeAll(async () => {
  const onStatement = () => {
    statements += 1;
  };
  server = await startTestServer({ database: { onStatement } });
  t = await makeTenant(server);
  desk = await openDesktop(server.url, t.owner.token);
});
afterAll(() => server.stop());

async function newCustomer(): Promise<string> {
  const made = await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" });
  expect(made.status).toBe(201);
  return made.body.id;
}

const NAMES = ["customers", "transactions", "ledger_entries", "review_items", "packages"];

const asked = (checkpoints: Record<string, string | null>) =>
  Object.entries(checkpoints).map(([collection, checkpoint]) => ({ collection, checkpoint }));

const pullMany = (token: string | null, collections: object[], limit = 100) =>
  callProcedure(server.url, token, "sync.pullMany", { collections, limit });

describe("sync.pullMany", () => {
  it("Each page is what sync.pull answers behind the same checkpoint, deletions and the end of the page with it", async () => {
    const customer = await newCustomer();
    await t.owner.post("/transactions/", { customer, amount: "5.00" });
    const pack = await t.owner.post("/packages/", {
      name: "P",
      price: "1.00",
      bandwidth_mbps: 1,
      validity_days: 1,
    });
    await feedSettledHere();
    const before: Record<string, string | null> = {};
    for (const name of NAMES) before[name] = (await desk.pull(name)).checkpoint;
    for (let at = 0; at < 3; at += 1) await newCustomer();
    expect((await t.owner.delete(`/packages/${pack.body.id}/`)).status).toBe(204);
    await feedSettledHere();
    for (const [checkpoints, limit] of [
      [before, 100],
      [before, 2],
      [Object.fromEntries(NAMES.map((name) => [name, null])), 2],
    ] as const) {
      const { data } = await pullMany(t.owner.token, asked(checkpoints), limit);
      for (const [at, name] of NAMES.entries())
        expect(data.pages[at]).toEqual({
          collection: name,
          ...(await desk.pull(name, checkpoints[name], limit)),
        });
    }
    const { data } = await pullMany(t.owner.token, asked(before));
    expect(data.pages.map(({ documents }: { documents: object[] }) => documents.length)).toEqual([
      3, 0, 0, 0, 1,
    ]);
    expect(data.pages[4].documents).toEqual([{ id: pack.body.id, _deleted: true }]);
  });

  it("A collection that the role may not see does not exist for it, whatever else is asked for", async () => {
    const technician = await t.staff("many-technician", "Technician");
    const alone = await callProcedure(server.url, technician.token, "sync.pull", {
      ...{ collection: "ledger_entries", checkpoint: null, limit: 1 },
    });
    const refused = await pullMany(technician.token, asked({ customers: null, ledger_entries: null }));
    expect([refused.status, refused.problem]).toEqual([alone.status, alone.problem]);
    expect(refused.status).toBe(404);
    expect((await pullMany(null, asked({ customers: null }))).status).toBe(401);
  });

  it("Who sees their own records alone gets those, and of other collections what their role sees", async () => {
    const technician = await t.staff("own-technician", "Technician");
    const theirs = await openDesktop(server.url, technician.token);
    const offered = await callProcedure(server.url, technician.token, "sync.collections");
    const names: string[] = offered.data.map(({ name }: { name: string }) => name).slice(0, 20);
    await feedSettledHere();
    const { data } = await pullMany(
      technician.token,
      names.map((collection) => ({ collection, checkpoint: null })),
      500,
    );
    for (const page of data.pages) {
      const { documents } = await theirs.pull(page.collection, null, 500);
      expect(page.documents.map(({ id }: { id: string }) => id)).toEqual(
        documents.map(({ id }: { id: string }) => id),
      );
    }
  });

  it("A checkpoint that is none, and one from the future, are refused as by sync.pull", async () => {
    expect((await pullMany(t.owner.token, asked({ customers: "nonsense" }))).problem.code).toBe("VALIDATION");
    const future = `9999999999/${newId()}`;
    expect((await pullMany(t.owner.token, asked({ packages: null, customers: future }))).problem.code).toBe(
      "STALE_CHECKPOINT",
    );
  });

  it("Twenty collections cost two statements each and three for all, in one request", async () => {
    const offered = await callProcedure(server.url, t.owner.token, "sync.collections");
    const names: string[] = offered.data.map(({ name }: { name: string }) => name).slice(0, 20);
    await feedSettledHere();
    expect(names.length).toBe(20);
    const act = () =>
      pullMany(
        t.owner.token,
        names.map((collection) => ({ collection, checkpoint: null })),
        1,
      );
    await act();
    const counts: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const before = statements;
      expect((await act()).status).toBe(200);
      counts.push(statements - before);
    }
    // Two transactions: of collections that a desktop holds as its user's own alone, and of the others.
    expect(Math.min(...counts)).toBe(2 * names.length + 3);
  });
});
