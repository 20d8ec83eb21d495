// A company that is moved to another node of a cluster, where transactions have other numbers: its desktops pull anew and
// lose nothing, and its kept sums begin anew.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cashSums } from "../../../server/billing/cash/cash-sums.ts";
import { sumUpKept } from "../../../server/billing/figures/kept-sums.ts";
import { readUntil } from "../../../server/billing/index.ts";
import { loadTenant } from "../../../server/identity/index.ts";
import { inTenant, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { countOn, onCluster, onWorkers } from "../../helpers/database/cluster.ts";
import { placeOf } from "../../helpers/database/nodes.ts";
import { callProcedure } from "../../helpers/desktop.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

if (!onCluster) console.log("Skipped: a company is moved between nodes by npm run test:cluster alone");

/** More than all of this file takes. */
const FAR = 20_000;

describe.skipIf(!onCluster)("a company that is moved to another node", () => {
  let server: TestServer;
  let isp: TestTenant;
  let sql: Sql;

  beforeAll(async () => {
    server = await startTestServer();
    sql = openPool(server.database_url, null, 1);
    isp = await makeTenant(server);
  });
  afterAll(async () => {
    await sql.end();
    await server.stop();
  });

  const nodeOf = () => placeOf(sql, isp.id);
  const ports = () => onWorkers(server.database_url).map((url) => Number(new URL(url).port));

  async function move(): Promise<void> {
    const { part, port } = await nodeOf();
    const to = ports().find((one) => one !== port) ?? 0;
    // Refused as long as somebody still looks at what a move before it left behind.
    const moved = () => sql`select citus_move_shard_placement(
      ${part}::bigint, '127.0.0.1', ${port}::int, '127.0.0.1', ${to}::int, shard_transfer_mode => 'block_writes')`;
    await vi.waitFor(moved, { timeout: HANGS_MS, interval: 500 });
    expect((await nodeOf()).port).toBe(to);
  }

  const pull = (checkpoint: string | null, collection = "customers") =>
    callProcedure(server.url, isp.admin.token, "sync.pull", { collection, checkpoint, limit: 100 });
  const epoch = async () =>
    (await callProcedure(server.url, isp.admin.token, "sync.collections", {})).data[0].epoch as string;
  const ids = async (checkpoint: string | null, collection = "customers") =>
    (await pull(checkpoint, collection)).data?.documents.map(({ id }: { id: string }) => id).sort() ?? null;

  it("Its desktop is sent to start afresh, there and back again, and then holds everything, what is changed from then on with it", async () => {
    const here = (await nodeOf()).port;
    // What is stamped here lies in the future of the other node.
    for (const url of onWorkers(server.database_url))
      if (Number(new URL(url).port) === here) await countOn(url, FAR);
    const known = [await isp.customer(), await isp.customer()];
    const [first = ""] = known;
    await ok(isp.admin.post("/transactions/", { customer: first, amount: "4.00" }));
    await expect.poll(() => ids(null)).toEqual([...known].sort());
    const before = { epoch: await epoch(), checkpoint: (await pull(null)).data.checkpoint as string };
    const entries = await ids(null, "ledger_entries");
    expect(entries).not.toHaveLength(0);

    const given: string[] = [before.checkpoint];
    for (const where of ["there", "and back again"]) {
      await move();
      known.push(await isp.customer());
      for (const checkpoint of given)
        await expect.poll(async () => (await pull(checkpoint)).problem?.code).toBe("STALE_CHECKPOINT");
      await expect.poll(() => ids(null), { message: where }).toEqual([...known].sort());
      expect(await ids(null, "ledger_entries")).toEqual(entries);
      const { checkpoint } = (await pull(null)).data;
      expect((await pull(checkpoint)).data.documents).toEqual([]);
      const made = await isp.customer();
      known.push(made);
      await expect.poll(() => ids(checkpoint)).toEqual([made]);
      given.push(checkpoint);
    }
    expect(await epoch()).not.toBe(before.epoch);
  });

  it("What is kept of its cash says nothing until it was summed up anew, and is then all of it", async () => {
    const tenant = await loadTenant(server.services.db.platform, isp.id);
    if (!tenant) throw new Error("The company is gone");
    const until = () => inTenant(server.services.db, tenant, (tx) => readUntil(tx, tenant, cashSums));
    const held = async () => (await sql`select debit from cash_held where tenant_id = ${isp.id}`)[0]?.debit;
    await ok(isp.admin.post("/transactions/", { customer: await isp.customer(), amount: "6.00" }));
    await expect
      .poll(async () => {
        await sumUpKept(server.services, cashSums, isp.id);
        return Number(await held());
      })
      .toBe(10);
    await move();
    expect(await until()).toBeNull();
    await expect
      .poll(async () => {
        await sumUpKept(server.services, cashSums, isp.id).catch(() => {});
        return [(await until()) !== null, Number(await held())];
      })
      .toEqual([true, 10]);
  });

  it("Set back, with stamps that no node has counted to, it has them anew where they lie, and shows everything again", async () => {
    const known = await ids(null);
    const onEach = async (command: string) => {
      const answers = await sql<{ success: boolean }[]>`
        select success from run_command_on_placements('customers', ${command})`;
      expect(answers.every(({ success }) => success)).toBe(true);
    };
    await onEach("alter table %s disable trigger user");
    await onEach("update %s set changed_xid = '1000000000'");
    await onEach("alter table %s enable trigger user");
    expect(await ids(null)).toEqual([]);
    const [state] = await sql<{ incarnation: string }[]>`select incarnation from cluster_state`;
    server.services.incarnation.setBack(state?.incarnation ?? "");
    await expect.poll(() => ids(null)).toEqual(known);
    // The coordinator says last that it is done.
    await expect.poll(async () => (await sql`select from sums_kept`).length).toBe(0);
  });
});
