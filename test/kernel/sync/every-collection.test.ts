// The real replica, filled from a real server with a row of every collection that desktops hold: a fault in a table or an
// index of one of them keeps a whole desktop from filling, and is seen here without a browser.
import "fake-indexeddb/auto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { allResources } from "../../../shared/kernel/registry.ts";
import { feedSettledHere } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant } from "../../helpers/tenant.ts";
import { putOneRowEach } from "../../identity/helpers/one-row-each.ts";
import { type Desk, inSync, signIn } from "../../replica/helpers/headless-desktop.ts";

let server: TestServer;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  const { tenant, owner } = await makeTenant(server, { subdomain: "demo" });
  const { body: me } = await owner.get("/auth/me/");
  // Of the ledger desktops hold what is of a customer.
  const { body: customer } = await owner.post("/customers/", {
    name: "Karim",
    username: "karim",
    phone: "017",
  });
  await owner.post("/transactions/", { customer: customer.id, amount: "5.00", method: "CASH" });
  const sql = openPool(server.database_url, null, 1);
  await putOneRowEach(sql, tenant.id);
  // Days and leaves are held by whose they are alone; work that waits would be begun.
  await sql`update employees set "user" = ${me.user.id} where tenant_id = ${tenant.id}`;
  await sql`update background_tasks set status = 'SUCCEEDED' where tenant_id = ${tenant.id}`;
  await sql.end();
});
afterAll(async () => {
  await desk?.close();
  await server.stop();
});

it("A desktop holds a row of every replicated collection, and finds it by each index that is declared for it", async () => {
  await feedSettledHere();
  desk = await signIn(server.url, `machine-${newId()}`, "demo-secret", null, "demo-owner");
  await inSync(desk.replica);
  const held = allResources().filter(({ replica }) => replica);
  expect(held.length).toBeGreaterThan(25);
  const empty = held.filter(({ collection }) => desk.replica.count(collection) === 0);
  expect(empty.map(({ collection }) => collection)).toEqual([]);
  const missed: string[] = [];
  for (const { collection, indexes } of held)
    for (const index of indexes) {
      const [first] = await desk.replica.find(collection, {});
      const selector = Object.fromEntries(index.map((field) => [field, first?.[field] ?? null]));
      const found = await desk.replica.find(collection, selector);
      if (!found.some(({ id }) => id === first?.id)) missed.push(`${collection} by ${index}`);
    }
  expect(missed).toEqual([]);
});
