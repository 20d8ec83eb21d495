// The devices of the memory server: known by their secrets, each with keys of its own and of its people.
import { createHmac, randomBytes } from "node:crypto";
import { newId } from "../../../shared/kernel/id.ts";

export interface Device {
  device_code: string;
  device_secret: string;
  root: string;
  tenant: string;
}

interface Asked {
  device_id?: string | null | undefined;
  device_secret?: string | null | undefined;
}

export function createMemoryDevices() {
  const registered = new Map<string, Device>();
  return {
    registered,
    /** What a registration answers; null for a device that is known and whose secret was not shown. */
    register(asked: Asked, person: { id: string; tenant: string }) {
      const device_id = asked.device_id ?? newId();
      const known = registered.get(device_id);
      if (known && known.device_secret !== asked.device_secret) return null;
      const device = known ?? {
        device_code: `D${registered.size + 1}`,
        // One that was made here before this server was set back is shown again, and holds.
        device_secret: asked.device_secret ?? randomBytes(48).toString("base64url"),
        root: randomBytes(32).toString("base64url"),
        tenant: person.tenant,
      };
      registered.set(device_id, device);
      const keyed = (of: string) => createHmac("sha256", device.root).update(of).digest("base64url");
      return {
        ...{ device_id, device_code: device.device_code },
        ...(known ? {} : { device_secret: device.device_secret }),
        ...{ author_key: keyed(`author ${person.id}`), outbox_key: keyed("outbox") },
      };
    },
  };
}
