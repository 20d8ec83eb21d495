// The keys of this machine's devices: of each one the key of its outbox, and the prover of who works here. The outbox key is made of
// the device's secret, which this computer alone has, and of what the server tells whoever shows that secret: neither alone
// opens what waits, and every clerk of this computer has both with a session of their own. Kept under the data key.
import { openProver, type Prover } from "../../../../shared/kernel/sync/proof.ts";
import { fromBase64, fromBase64Url, importKey, outboxKeyOf } from "./crypto.ts";
import type { KeptKeys, ProfileStore } from "./profile.ts";

/** The key of a device's outbox, or null while the server has not given its part. */
export type KeyRing = (device_id: string) => CryptoKey | null;

/** The prover of a device's commands; null where nobody here has the key of one. */
export type Provers = (device_id: string) => Prover | null;

/** What a registration gives of keys. */
export interface KeysTold {
  readonly device_id: string;
  readonly device_secret: string;
  /** base64url */
  readonly outbox_key: string;
  /** base64url */
  readonly author_key: string;
}

export interface DeviceKeys {
  readonly ring: KeyRing;
  readonly provers: Provers;
  /** Reads what is kept, again when another window has written. */
  load(): Promise<void>;
  /** Keeps a device's keys; answers whether they are new. */
  add(told: KeysTold): Promise<boolean>;
}

/** Opens the keys that the profile keeps. */
export async function openDeviceKeys(profile: ProfileStore): Promise<DeviceKeys> {
  const open = new Map<string, { kept: KeptKeys; outbox: CryptoKey; prover: Prover }>();
  const use = async (device_id: string, kept: KeptKeys) => {
    const [outbox, prover] = await Promise.all([
      importKey(fromBase64(kept.outbox)),
      openProver(fromBase64Url(kept.author)),
    ]);
    open.set(device_id, { kept, outbox, prover });
  };
  const load = async () => {
    const kept = (await profile.get("device_keys")) ?? {};
    for (const [device_id, keys] of Object.entries(kept))
      if (!open.has(device_id)) await use(device_id, keys);
  };
  await load();
  return {
    ring: (device_id) => open.get(device_id)?.outbox ?? null,
    provers: (device_id) => open.get(device_id)?.prover ?? null,
    load,
    async add({ device_id, device_secret, outbox_key, author_key }) {
      const kept = (await profile.get("device_keys")) ?? {};
      const keys = {
        outbox: await outboxKeyOf({ device_id, device_secret, outbox_key }),
        author: author_key,
      };
      const known = open.get(device_id)?.kept;
      if (known?.outbox === keys.outbox && known.author === keys.author) return false;
      await use(device_id, keys);
      await profile.set("device_keys", { ...kept, [device_id]: keys });
      return true;
    },
  };
}
