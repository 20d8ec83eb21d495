// The store of this computer as a newer version of the app left it: an older one lets it be, and says why.
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../../renderer/kernel/replica/disk/disk.ts";
import { startSession, useSession } from "../../../renderer/kernel/session/session-store.ts";
import { openFixture } from "../helpers/fixture.ts";
import { inSync } from "../helpers/headless-desktop.ts";
import { customers } from "../helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const LATER = 1_000;
const fixture = openFixture(["customers", "settings"]);

test("What a newer version of the app has written is not opened, said in words of its own, and kept as it is", async () => {
  fixture.memoryServer.put("customers", customers(5));
  await startSession({ cost });
  const who = { server: fixture.proxy.url, tenant: "demo", username: "counter", password: "right-horse" };
  await useSession.getState().signIn(who);
  await inSync(useSession.getState().replica!);
  const { database } = useSession.getState().account!;
  await useSession.getState().lock();
  const later = await openDatabase(database, LATER, () => {});
  const stores = [...later.objectStoreNames];
  later.close();
  // The start of another page.
  vi.resetModules();
  const older = await import("../../../renderer/kernel/session/session-store.ts");
  await older.startSession({ cost });
  expect(older.useSession.getState()).toMatchObject({ phase: "broken", trouble: { code: "STORE_NEWER" } });
  const kept = await openDatabase(database, LATER, () => {});
  expect([...kept.objectStoreNames]).toEqual(stores);
  kept.close();
});
