// The audit log: who did what, when, from where; written once and never changed.
import { z } from "zod";
import { isDay } from "../kernel/day.ts";
import { instant, json, nullable, reference, text } from "../kernel/field.ts";
import { resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const auditLog = resource({
  name: "audit_log",
  path: "audit-logs",
  area: "platform",
  module: "platform",
  summary: "What somebody did",
  many: "the audit log",
  fields: {
    timestamp: instant(never),
    occurred_at: instant(never),
    actor_username: text(never),
    action: text(never),
    module: text(never),
    object_type: nullable(text(never)),
    // Of any resource: object_type says which.
    object_id: nullable(reference("object", never)),
    details: json(
      z.looseObject({
        before: z.record(z.string(), z.unknown()).optional(),
        after: z.record(z.string(), z.unknown()).optional(),
        note: z.string().optional(),
      }),
      never,
    ),
    address: nullable(text(never)),
    device: nullable(reference("device", never)),
    request_id: nullable(text(never)),
  },
  verbs: ["list", "read"],
  large: { filters: ["actor_username", "action", "module", "object_id", "timestamp"] },
  search: ["action", "actor_username", "object_type", "details"],
  order: ["-timestamp"],
  title: "action",
  names_tenant: true,
  has_feed: false,
});

export const auditVerifyQuery = z.strictObject({
  /** A day of the tenant's; today unless given. */
  date: z.string().refine(isDay, "Not a day").optional(),
});

/** What became of a day's entries. */
export const auditVerification = z.object({
  /** Entries of the day in the chain. */
  entries: z.int(),
  /** SHA-256 over them and all before; null where there is none. Kept elsewhere, it vouches for everything up to that day. */
  head: z.string().nullable(),
  /** Whether none was changed, taken away or put in since. */
  intact: z.boolean(),
});
