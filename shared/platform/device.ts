// Devices: the desktops that hold a replica of the tenant's data.
import { z } from "zod";
import { flag, instant, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const device = resource({
  name: "device",
  path: "devices",
  area: "platform",
  module: "platform",
  summary: "A desktop that works offline",
  many: "the registered desktops",
  fields: {
    name: text({ required: true, max: 100 }),
    device_code: text(never),
    registered_by: nullable(reference("user", never)),
    last_seen_at: nullable(instant(never)),
    is_revoked: flag(never),
    revoked_at: nullable(instant(never)),
  },
  verbs: ["list", "read", "update"],
  search: ["name", "device_code"],
});

export const revokeDevice = operation({
  on: device,
  name: "revoke",
  summary: "Cut a device off: it hands in its outbox and wipes its replica. A repeat changes nothing",
  allows: "Cut a desktop off and have it wiped",
  input: z.strictObject({}),
});
