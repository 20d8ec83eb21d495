// Sealed odds and ends of a replica: the token, who is signed in, this device, when all was last in sync.

import { type Sealed, seal, unseal } from "./crypto.ts";
import { answer, type Store, transact } from "./disk.ts";

/** What is kept of a device's keys (key-ring.ts). */
export interface KeptKeys {
  /** Of its outbox: base64. */
  readonly outbox: string;
  /** Of who works here: base64url. */
  readonly author: string;
}

export interface Profile {
  /** The Bearer token of the last sign-in. */
  token: string;
  device: { device_id: string; device_code: string; device_secret: string };
  /** By device id: what opens the outbox of this machine and proves who works here, under each identity that it ever had. */
  device_keys: Readonly<Record<string, KeptKeys>>;
  /** The epoch of the server's data that the replica follows; another one means that it was restored or moved. */
  epoch: string;
  /** Whatever the session wants to know again after a restart. */
  identity: unknown;
  last_in_sync_at: string;
  /** The records that this person opened last: their lists' addresses and their ids. */
  recents: readonly { readonly path: string; readonly id: string }[];
  /** What is being typed somewhere and was not sent yet (kept-draft.ts). */
  [draft: `draft:${string}`]: unknown;
  /** What the server last answered to a report that is also looked at without the line (use-kept-report.ts). */
  [report: `report:${string}`]: unknown;
}

export type ProfileStore = ReturnType<typeof createProfileStore>;

export function createProfileStore(database: Store, key: CryptoKey, name: string) {
  const bound = (field: string) => `meta|${name}|${field}`;
  return {
    /** The value, or null when there is none or it does not open: then it has to be made anew. */
    async get<K extends keyof Profile>(field: K): Promise<Profile[K] | null> {
      const sealed = await transact(
        database,
        ["meta"],
        "readonly",
        (tx) => answer(tx.objectStore("meta").get(field)) as Promise<Sealed | undefined>,
      );
      if (!sealed) return null;
      try {
        return (await unseal(key, bound(field), sealed)) as Profile[K];
      } catch {
        return null;
      }
    },
    async set<K extends keyof Profile>(field: K, value: Profile[K]): Promise<void> {
      const sealed = await seal(key, bound(field), value);
      await transact(
        database,
        ["meta"],
        "readwrite",
        (tx) => {
          tx.objectStore("meta").put(sealed, field);
        },
        "strict",
      );
    },
    async remove(field: keyof Profile): Promise<void> {
      await transact(database, ["meta"], "readwrite", (tx) => {
        tx.objectStore("meta").delete(field);
      });
    },
  };
}
