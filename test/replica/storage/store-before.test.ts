// The store of this computer as version 0.1.0 left it, before the replica was an RxDB database: it is opened as it is.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { openFixture } from "../helpers/fixture.ts";
import { handedIn, logIn, openStore } from "../helpers/headless-desktop.ts";
import { customers } from "../helpers/memory-server.ts";

const fixture = openFixture(["customers", "packages", "invoices"]);

const records = z.array(z.looseObject({ id: z.string() }));
/**
 * Written by that version after it had pulled records, changed and deleted ones among them, and queued a recharge without a line;
 * bytes as base64.
 */
const kept = z
  .object({
    database: z.string(),
    version: z.int(),
    key: z.string(),
    user_id: z.string(),
    waiting: z.string(),
    found: z.object({ customers: records, packages: records, invoices: records }),
    stores: z.record(
      z.string(),
      z.array(z.tuple([z.union([z.string(), z.number(), z.array(z.any())]), z.unknown()])),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("fixtures/store-0.1.0.json", import.meta.url), "utf8")));

const bytesOf = (text: unknown) => new Uint8Array(Buffer.from(z.string().parse(text), "base64"));

/** A stored value, its bytes made bytes again. */
function storedOf(written: unknown): unknown {
  if (Array.isArray(written)) return written.map(storedOf);
  if (typeof written !== "object" || written === null) return written;
  const members = Object.entries(written);
  const [[name, text] = ["", null]] = members;
  if (name === "$bytes") return bytesOf(text);
  if (name === "$buffer") return bytesOf(text).buffer;
  return Object.fromEntries(members.map(([member, value]) => [member, storedOf(value)]));
}

async function putBack(): Promise<void> {
  const disk = await openDatabase(kept.database, kept.version, (database) => {
    for (const name of Object.keys(kept.stores)) database.createObjectStore(name);
  });
  const names = Object.keys(kept.stores);
  const transaction = disk.transaction(names, "readwrite");
  for (const name of names)
    for (const [at, value] of kept.stores[name] ?? []) transaction.objectStore(name).put(storedOf(value), at);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  disk.close();
}

test("What version 0.1.0 had pulled is there without a line, by every way of asking; what waited is handed in, and the pull goes on", async () => {
  await putBack();
  fixture.proxy.set("refuse");
  const key = await crypto.subtle.importKey("raw", bytesOf(kept.key), "AES-GCM", true, [
    "encrypt",
    "decrypt",
  ]);
  const replica = await openStore(fixture.proxy.url, { ...kept, key });
  try {
    await until(replica.progress$, ({ phase }) => phase === "ready");
    for (const [name, wanted] of Object.entries(kept.found)) {
      const live = replica.observe(name, { sort: [{ id: "asc" }] });
      const stop = live.subscribe(() => {});
      await until(live, (rows) => rows?.length === wanted.length);
      expect(live.getSnapshot(), name).toEqual(wanted);
      stop();
      expect(replica.count(name), name).toBe(wanted.length);
    }
    expect(kept.found.invoices).toContainEqual(expect.objectContaining({ status: "PAID" }));
    expect(replica.projection(customerSearch).search("nazrul").total).toBe(1);
    expect(replica.outbox$.getSnapshot().commands.map(({ id }) => id)).toEqual([kept.waiting]);

    // The server says what is new, and nothing of what was here: its numbers go on behind the last ones.
    const next = { id: "p1", name: "Home 20", price: "900.00" };
    for (let n = 0; n < 100; n++) fixture.memoryServer.put("packages", [next], false);
    const [, , third] = customers(3);
    fixture.memoryServer.put("customers", [{ ...third!, name: "Came since" }]);
    fixture.proxy.set("pass");
    const { token } = await logIn(fixture.proxy.url);
    await replica.setToken(token);
    await handedIn(replica);
    expect(fixture.memoryServer.applied.map(({ id }) => id)).toEqual([kept.waiting]);
    await eventually(async () => (await replica.get("customers", third!.id))?.name === "Came since");
    await eventually(async () => (await replica.get("packages", "p1"))?.price === next.price);
    expect(replica.count("customers")).toBe(kept.found.customers.length);
    expect(replica.count("invoices")).toBe(kept.found.invoices.length);
  } finally {
    await replica.close();
  }
});
