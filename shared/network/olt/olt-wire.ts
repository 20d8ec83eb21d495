// What the network agent and the server say to each other about OLTs and their ONUs, as zod schemas: the OLT's part of the
// procedures in `../agent-wire.ts`.
//
// | procedure          | kind     | input → output                                  |
// |--------------------|----------|-------------------------------------------------|
// | `agent.observeOlt` | mutation | observeOltInput → observeOutput of agent-wire   |
//
// `agent.hello` answers `olts` beside `routers`; `agent.lease` takes `reachable_olt_ids` and answers `olt_jobs`; the
// `agent.report` of such a job carries `olt_result`.
import { z } from "zod";

const uuid = z.uuid();

export const OLT_VENDORS = [
  "HUAWEI",
  "ZTE",
  "VSOL",
  "BDCOM",
  "CDATA",
  "FIBERHOME",
  "UFIBER",
  "GENERIC",
] as const;
export type OltVendor = (typeof OLT_VENDORS)[number];
export const SNMP_VERSIONS = ["2c", "3"] as const;
export const SECURITY_LEVELS = ["noAuthNoPriv", "authNoPriv", "authPriv"] as const;
/** DES and MD5 alone are not offered: Node has no DES any more, and a device that knows AES knows SHA. */
export const AUTH_PROTOCOLS = ["md5", "sha", "sha224", "sha256", "sha384", "sha512"] as const;
export const PRIV_PROTOCOLS = ["aes", "aes256b", "aes256r"] as const;

/** How to reach an OLT. Holds the credentials: never log it. Only active OLTs are handed out. */
export const oltAccess = z.object({
  id: uuid,
  name: z.string(),
  vendor: z.enum(OLT_VENDORS),
  host: z.string().min(1),
  snmp_port: z.number().int().min(1).max(65535),
  snmp_version: z.enum(SNMP_VERSIONS),
  /** Version 2c: what reads. */
  community: z.string().nullable(),
  /** Version 2c: what writes; null: nothing can be rebooted. */
  write_community: z.string().nullable(),
  /** Version 3. */
  security_name: z.string().nullable(),
  security_level: z.enum(SECURITY_LEVELS).nullable(),
  auth_protocol: z.enum(AUTH_PROTOCOLS).nullable(),
  auth_password: z.string().nullable(),
  priv_protocol: z.enum(PRIV_PROTOCOLS).nullable(),
  priv_password: z.string().nullable(),
});
export type OltAccess = z.infer<typeof oltAccess>;

export const ONU_STATUSES = ["ONLINE", "OFFLINE", "LOS", "DYING_GASP", "UNKNOWN"] as const;
export type OnuStatus = (typeof ONU_STATUSES)[number];
export const DOWN_CAUSES = ["POWER", "FIBRE", "DEACTIVATED", "REBOOT", "UNKNOWN"] as const;
export type DownCause = (typeof DOWN_CAUSES)[number];

const dbm = z.number().min(-45).max(10).nullable();

/** One ONU as the OLT tells of it. What the device reports as invalid, or does not report, is null. */
export const observedOnu = z.object({
  /** "0/1/3" or what the vendor writes; with `onu_index` the place of the ONU. */
  pon_port: z.string().min(1).max(40),
  onu_index: z.number().int().min(0).max(2_147_483_647),
  /** In the normal form (onu-serial.rules.ts); null: the OLT does not say. */
  serial_number: z.string().nullable(),
  description: z.string().nullable(),
  model: z.string().nullable(),
  status: z.enum(ONU_STATUSES),
  /** The vendor's own code and words, to check the translation. */
  raw_status: z.string().nullable(),
  rx_power_dbm: dbm,
  tx_power_dbm: dbm,
  olt_rx_power_dbm: dbm,
  distance_m: z.number().int().nonnegative().nullable(),
  temperature_c: z.number().nullable(),
  /** Null: it never went down, or the OLT does not say. */
  last_down_cause: z.enum(DOWN_CAUSES).nullable(),
  raw_cause: z.string().nullable(),
  /** By the OLT's own clock, set right by the difference to ours; null where the OLT does not say. */
  last_down_at: z.iso.datetime().nullable(),
  last_up_at: z.iso.datetime().nullable(),
});
export type ObservedOnu = z.infer<typeof observedOnu>;

/** A device that asks to be let in: seen on a port, not set up at the OLT. */
export const unconfiguredOnu = z.object({
  pon_port: z.string().min(1).max(40),
  serial_number: z.string(),
});
export type UnconfiguredOnu = z.infer<typeof unconfiguredOnu>;

/** One reading of the whole OLT. */
export const oltReading = z.object({
  onus: z.array(observedOnu).max(20_000),
  /** False: some column could not be read to its end, so ONUs that are missing are not gone. */
  is_complete: z.boolean(),
  /** Empty where the vendor's profile lists none. */
  unconfigured: z.array(unconfiguredOnu).max(5_000),
  /** Columns that were not answered, in words for the operator. */
  warnings: z.array(z.string()).max(50),
  duration_ms: z.number().int().nonnegative(),
});
export type OltReading = z.infer<typeof oltReading>;

export const observeOltInput = z.object({
  agent_id: uuid,
  /** OLT id. */
  olt: uuid,
  status: z.enum(["ONLINE", "OFFLINE"]),
  last_error: z.string().nullable().optional(),
  error_code: z.string().max(40).nullable().optional(),
  sys_descr: z.string().nullable().optional(),
  uptime_seconds: z.number().int().nonnegative().nullable().optional(),
  /** The vendor profile that its tables answered to, such as `huawei-gpon`; null: none did. */
  profile: z.string().nullable().optional(),
  /** Absent: only asked whether it answers. */
  reading: oltReading.optional(),
});
export type ObserveOltInput = z.infer<typeof observeOltInput>;

export const OLT_JOB_KINDS = ["REBOOT_ONU", "POLL_OLT"] as const;
export const oltJobKind = z.enum(OLT_JOB_KINDS);
export type OltJobKind = z.infer<typeof oltJobKind>;

export const leasedOltJob = z.object({
  id: uuid,
  lease_id: uuid,
  kind: oltJobKind,
  /** OLT id, one of helloOutput.olts. */
  olt: uuid,
  /** REBOOT_ONU: which; checked by its serial number right before the write. Null for POLL_OLT. */
  onu: z
    .object({
      pon_port: z.string(),
      onu_index: z.number().int().nonnegative(),
      serial_number: z.string().nullable(),
    })
    .nullable(),
  /** Values that only one source knows are written only when an operator said so. */
  allow_unverified: z.boolean(),
  attempts: z.number().int().nonnegative(),
  lease_seconds: z.number().positive().default(60),
});
export type LeasedOltJob = z.infer<typeof leasedOltJob>;

/** `olt_result` of the report of such a job. */
export const oltJobResult = z.object({
  /** POLL_OLT: how many ONUs were read. */
  onus: z.number().int().nonnegative().nullable(),
  /** REBOOT_ONU: false: the order was taken but the ONU was not seen to go and come back in time. Null: not a reboot. */
  confirmed: z.boolean().nullable(),
  warnings: z.array(z.string()),
  duration_ms: z.number().int().nonnegative(),
});
export type OltJobResult = z.infer<typeof oltJobResult>;
