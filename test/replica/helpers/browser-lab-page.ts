// What runs inside Chromium in the replica's browser tests: desks, driven from the test through `lab`.
import { pause } from "../../../renderer/kernel/replica/memory/pause.ts";
import { customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";
import { rechargeCreate } from "../../../shared/billing/index.ts";
import type { PayloadOf } from "../../../shared/kernel/operation.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { type Desk, inSync, rechargeOf, signIn, unlock } from "./headless-desktop.ts";

let desk: Desk | null = null;
const opened = () => {
  if (!desk) throw new Error("no desk is open");
  return desk;
};

/** Every byte that IndexedDB holds on this origin, as text. */
async function rawText(): Promise<string> {
  let text = "";
  const read = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
    if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
    if (typeof value === "object" && value !== null) return Object.values(value).map(read).join(" ");
    return String(value);
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
    });
    for (const store of database.objectStoreNames) {
      const request = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      text += request.result.map(read).join("\n");
    }
    database.close();
  }
  return text;
}

const lab = {
  /** Signs in and waits for the first pull; answers how long that took, in ms. */
  async signIn(
    server: string,
    who?: { username: string; password: string; tenant: string },
  ): Promise<number> {
    desk = await signIn(server, "lastmile", who?.password, null, who?.username, who?.tenant);
    const start = performance.now();
    await inSync(desk.replica);
    return performance.now() - start;
  },
  /** Opens with the password; answers how long it took until customers could be searched, in ms. */
  async unlock(server: string, password?: string): Promise<{ unlocked: number; hydrated: number }> {
    const start = performance.now();
    desk = await unlock(server, "lastmile", password);
    const unlocked = performance.now() - start;
    await eventually(() => opened().replica.progress$.getSnapshot().phase !== "hydrating");
    return { unlocked, hydrated: performance.now() - start };
  },
  count: (collection: string) => opened().replica.count(collection),
  search: (query: string) => opened().replica.projection(customerSearch).search(query),
  find: (collection: string, selector: Record<string, unknown>) =>
    opened().replica.find(collection, selector),
  status: () => opened().replica.status$.getSnapshot(),
  outbox: () => opened().replica.outbox$.getSnapshot().commands,
  recharge: (said: Partial<PayloadOf<typeof rechargeCreate>> & { customer_id: string }) =>
    opened().replica.send(rechargeCreate, { ...rechargeOf("", "1"), ...said }),
  receipt: () => opened().replica.nextReceiptNumber(),
  close: () => opened().close(),
  rawText,
  /** How many slices of work go before a timer that is due, of a hundred; 5 ms each. */
  async slicesBeforeTimer(): Promise<number> {
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    });
    let slices = 0;
    while (!isOver && slices < 100) {
      const begun = performance.now();
      while (performance.now() - begun < 5);
      slices += 1;
      await pause();
    }
    return slices;
  },
};

export type BrowserLab = typeof lab;
Object.assign(globalThis, { lab });
