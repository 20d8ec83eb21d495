// An OLT: the optical head-end behind which subscribers' ONUs are. How to reach it over SNMP, and what was seen of it last.
import { z } from "zod";
import { choice, count, flag, instant, json, nullable, prose, text } from "../../kernel/field.ts";
import { operation, plainOperations } from "../../kernel/operation.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import {
  AUTH_PROTOCOLS,
  OLT_VENDORS,
  PRIV_PROTOCOLS,
  SECURITY_LEVELS,
  SNMP_VERSIONS,
  unconfiguredOnu,
} from "./olt-wire.ts";

const seen = { writable: "never" } as const;
const secret = { secret: true, max: 200 } as const;

export const olt = resource({
  name: "olt",
  path: "olts",
  area: "network",
  module: "network",
  summary: "An OLT with its credentials and state",
  many: "OLTs",
  verbs: ["list", "read", "create", "update", "delete"],
  fields: {
    name: text({ required: true }),
    vendor: choice(OLT_VENDORS, { initial: "GENERIC" }),
    host: text({ required: true, max: 253, pattern: /^[A-Za-z0-9.:_-]+$/, hint: "A host name or address" }),
    snmp_port: count({ min: 1, max: 65_535, initial: 161 }),
    snmp_version: choice(SNMP_VERSIONS, { initial: "2c" }),
    /** Version 2c: what reads. */
    community: nullable(text(secret)),
    /** Version 2c: what writes; without it nothing can be rebooted. */
    write_community: nullable(text(secret)),
    /** Version 3. */
    security_name: nullable(text({ max: 100 })),
    security_level: nullable(choice(SECURITY_LEVELS)),
    auth_protocol: nullable(choice(AUTH_PROTOCOLS)),
    auth_password: nullable(text(secret)),
    priv_protocol: nullable(choice(PRIV_PROTOCOLS)),
    priv_password: nullable(text(secret)),
    /** Which office's agent reaches it. */
    site: nullable(text({ max: 100 })),
    /** ONUs may be rebooted by a value that only one source knows for this vendor. */
    allow_unverified: flag({ initial: false }),
    is_active: flag({ initial: true }),
    status: choice(["UNKNOWN", "ONLINE", "OFFLINE"], seen),
    sys_descr: nullable(prose(seen)),
    uptime_seconds: nullable(count({ ...seen, max: Number.MAX_SAFE_INTEGER })),
    last_polled_at: nullable(instant(seen)),
    last_error: nullable(prose(seen)),
    /** What went wrong, by code: an agent's (ETIMEDOUT, EAUTH, …) or NO_AGENT; null: nothing, or it has none. */
    error_code: nullable(text(seen)),
    /** The vendor profile that its tables answered to; null: none did. */
    profile: nullable(text(seen)),
    /** At the last complete reading. */
    onu_count: count(seen),
    onu_online: count(seen),
    onu_los: count(seen),
    /** How many have a weak or a critical signal. */
    onu_weak: count(seen),
    /** Devices that ask to be let in: set up at the OLT itself. */
    unconfigured: json(z.array(unconfiguredOnu), seen),
    /** Columns that the last reading did not get, in words. */
    warnings: json(z.array(z.string()), seen),
  },
  search: ["name", "host", "site"],
  order: ["name"],
  replica: true,
});

export type Olt = RecordOf<typeof olt>;

export const oltVerbs = plainOperations(olt, {
  update: { failures: ["PASSWORD_REQUIRED"] },
  // They go with it.
  delete: { changes: ["onus", "incidents", "incident_onus", "network_sync_jobs", "customers"] },
});

/** Answers the job: 200 when it finished within the wait, else 202. */
export const pollOlt = operation({
  on: olt,
  name: "poll",
  summary: "Read the OLT and its ONUs now",
  allows: "Have an OLT read at once",
  input: z.strictObject({}),
  output: null,
  status: 202,
  changes: ["network_sync_jobs"],
});
