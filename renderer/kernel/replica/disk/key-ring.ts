// The keys of this machine's outbox: given by the server to every session of the tenant, kept under the data key.

import { fromBase64, importKey } from "./crypto.ts";
import type { ProfileStore } from "./profile.ts";

/** The key of a device's outbox, or null while the server has not given it. */
export type KeyRing = (device_id: string) => CryptoKey | null;

export interface HandInKeys {
  readonly ring: KeyRing;
  /** Reads what is kept, again when another window has written. */
  load(): Promise<void>;
  /** Keeps a device's key; answers whether it is a new one. */
  add(device_id: string, key: string): Promise<boolean>;
}

/** Opens the keys that the profile keeps. */
export async function openHandInKeys(profile: ProfileStore): Promise<HandInKeys> {
  const open = new Map<string, CryptoKey>();
  const load = async () => {
    const kept = (await profile.get("hand_in_keys")) ?? {};
    for (const [device_id, key] of Object.entries(kept)) {
      if (!open.has(device_id)) open.set(device_id, await importKey(fromBase64(key)));
    }
  };
  await load();
  return {
    ring: (device_id) => open.get(device_id) ?? null,
    load,
    async add(device_id, key) {
      const kept = (await profile.get("hand_in_keys")) ?? {};
      if (kept[device_id] === key && open.has(device_id)) return false;
      open.set(device_id, await importKey(fromBase64(key)));
      await profile.set("hand_in_keys", { ...kept, [device_id]: key });
      return true;
    },
  };
}
