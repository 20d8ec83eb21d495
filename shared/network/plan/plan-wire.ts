// What a router should hold, and what would have to be changed for it, as server, agent and screens say it to each other.
import { z } from "zod";

/** Rows that the product writes to routers, in the order of writing: profiles before who is on them. */
export const ROW_WHATS = [
  "profile",
  "hotspot_profile",
  "secret",
  "hotspot_user",
  "queue",
  "address_list",
] as const;
export type RowWhat = (typeof ROW_WHATS)[number];

export const CONNECTIONS = ["PPPOE", "HOTSPOT", "STATIC"] as const;
export type Connection = (typeof CONNECTIONS)[number];
/** Those whose users sign in, so that the router has sessions of theirs. */
export const SIGNED_IN_BY = ["PPPOE", "HOTSPOT"] as const satisfies readonly Connection[];

/** The session to end, with what tells it from the next one of the same user; null: not known. */
export const sessionToEnd = z.object({
  username: z.string().min(1),
  connection: z.enum(SIGNED_IN_BY).default("PPPOE"),
  ros_id: z.string().nullable().default(null),
  session_id: z.string().nullable().default(null),
  /** How long it has lasted at least. */
  uptime_seconds: z.number().int().nonnegative().nullable().default(null),
});
export type SessionToEnd = z.infer<typeof sessionToEnd>;

/**
 * How a line is closed: the login is disabled, it is put on a profile of the operator's, or its address on a list of the
 * operator's firewall. A line for which the chosen way does not exist is closed by disabling its login.
 */
const SUSPEND_MODES = ["DISABLE_SECRET", "EXPIRED_PROFILE", "ADDRESS_LIST"] as const;

export const rateLimit = z.object({
  upload_kbps: z.number().int().positive(),
  download_kbps: z.number().int().positive(),
  /** The rest of RouterOS's rate-limit, upload first: `rx-burst/tx-burst [thr/thr [time/time [priority]]]`. */
  burst: z.string().optional(),
});
export type RateLimit = z.infer<typeof rateLimit>;

/** One customer's line as the router should hold it. */
export const desiredUser = z.object({
  customer_id: z.uuid(),
  /** PPPOE: a secret; HOTSPOT: a hotspot user; STATIC: a simple queue and an address-list entry on remote_address. */
  connection: z.enum(CONNECTIONS).default("PPPOE"),
  username: z.string().min(1),
  /** The name under which this router was seen to hold the customer last, where that may be another; else null. */
  known_as: z.string().nullable().optional(),
  /** What it held for the customer then, where that may be another: rows of that kind are looked up and removed. */
  known_connection: z.enum(CONNECTIONS).nullable().optional(),
  /** The address that the customer's rows had then, where that may be another. */
  known_address: z.string().nullable().optional(),
  /** What was written into these of the customer's rows last, where that may be another. */
  known_caller_id: z.string().nullable().optional(),
  known_queue_type: z.string().nullable().optional(),
  /** The person's name, written behind the marker in the comment. */
  name: z.string(),
  /** Null: leave the router's password alone (a create without one is a conflict). */
  password: z.string().nullable(),
  /** Any stable text that changes when the password does (a hash or a version); null: not tracked. */
  password_version: z.string().nullable(),
  /**
   * password_version last reported as written to THIS router (jobResult.users[].password_version). Known and different:
   * the password is written again. Null or absent: written on create and by UPSERT_USER only, because the router
   * can not be asked for the password without the policy `sensitive`.
   */
  pushed_password_version: z.string().nullable().optional(),
  /** Package.router_profile. */
  profile: z.string().min(1),
  remote_address: z.string().nullable(),
  caller_id: z.string().nullable(),
  enabled: z.boolean(),
  /** Of STATIC lines: the package's rate, and the type of their queue; null: no queue, the router's own type. */
  rate_limit: rateLimit.nullable().default(null),
  queue_type: z.string().nullable().default(null),
});
export type DesiredUser = z.infer<typeof desiredUser>;

/** One profile as the router should hold it (a Package): of PPP, or of hotspot users. */
export const desiredProfile = z.object({
  package_id: z.uuid(),
  connection: z.enum(["PPPOE", "HOTSPOT"]).default("PPPOE"),
  name: z.string().min(1),
  rate_limit: rateLimit,
  /** The pool for remote-address; null or absent: the operator's own value on the router is left alone. */
  address_pool: z.string().nullable().optional(),
  /** `upload/download` or one name for both; null or absent: the operator's own value is left alone. */
  queue_type: z.string().nullable().optional(),
  /** What of them was written last: taken back once nothing is wanted there, where the router still says it. */
  known_address_pool: z.string().nullable().optional(),
  known_queue_type: z.string().nullable().optional(),
  /** The rate-limit that was written last: hotspot profiles can carry no marker, so one that still says this is ours. */
  written: z.string().nullable().optional(),
});
export type DesiredProfile = z.infer<typeof desiredProfile>;

/** The desired state of (a part of) one router. */
export const desiredState = z.object({
  users: z.array(desiredUser),
  profiles: z.array(desiredProfile),
  /** Users that must not exist on this router: REMOVE_USER, or a customer who moved to another router. */
  remove: z
    .array(
      z.object({
        customer_id: z.uuid(),
        username: z.string().min(1),
        connection: z.enum(CONNECTIONS).default("PPPOE"),
        address: z.string().nullable().optional(),
      }),
    )
    .default([]),
  /** First 8 hexadecimal digits that name the tenant inside the comment marker `[isp:<tenant8>:<customer id>]`. */
  tenant_marker: z.string().regex(/^[0-9a-f]{8}$/),
  suspend_mode: z.enum(SUSPEND_MODES),
  /** The profile of suspended users under EXPIRED_PROFILE; where the router lacks it, DISABLE_SECRET is used instead. */
  expired_profile: z.string().nullable(),
  /** The address list of suspended lines (STATIC ones under every mode), and the one of STATIC lines that are served. */
  suspend_address_list: z.string().min(1).default("lastmile-suspended"),
  active_address_list: z.string().min(1).default("lastmile-active"),
  /** True: `users` is everybody of this router, so a marked secret without a user is an orphan (SYNC_ROUTER). */
  complete: z.boolean().default(false),
  /** KICK_SESSION: the sessions to end. */
  kick: z.array(sessionToEnd).default([]),
});
export type DesiredState = z.infer<typeof desiredState>;

const names = (max: number) => z.array(z.string().min(1)).max(max).default([]);

/** Rows made by hand that an operator hands over, by name (address-list entries by address). */
export const adoption = z.strictObject({
  secrets: names(20_000),
  profiles: names(1_000),
  hotspot_users: names(20_000),
  hotspot_profiles: names(1_000),
  queues: names(20_000),
  address_lists: names(20_000),
});
export type Adoption = z.infer<typeof adoption>;

/** Where a row's name stands in an adoption. */
export const ADOPT_AS = {
  secret: "secrets",
  profile: "profiles",
  hotspot_user: "hotspot_users",
  hotspot_profile: "hotspot_profiles",
  queue: "queues",
  address_list: "address_lists",
} as const satisfies Record<RowWhat, keyof Adoption>;

export const PLAN_KINDS = ["create", "update", "enable", "disable", "orphan", "foreign", "conflict"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** One row of a plan, fit to be shown: no passwords. */
export const planRow = z.object({
  what: z.enum(ROW_WHATS),
  name: z.string(),
  customer_id: z.string().nullable(),
  ros_id: z.string().nullable(),
  /** Owned fields that differ; for `password` both values are null. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** The row is taken off the router. */
  remove: z.boolean().default(false),
  /** Why, for conflicts. */
  reason: z.string().nullable(),
  /** Of conflicts: naming the row in `adopt` takes it over. */
  adoptable: z.boolean(),
});
export type PlanRow = z.infer<typeof planRow>;

const planGroup = z.object({
  count: z.number().int().nonnegative(),
  /** The first PLAN_ROWS_MAX rows. */
  rows: z.array(planRow),
});
export const PLAN_ROWS_MAX = 1000;

/** The plan as the sync operation answers it. */
export const planReport = z.object({
  create: planGroup,
  update: planGroup,
  enable: planGroup,
  disable: planGroup,
  orphan: planGroup,
  foreign: planGroup,
  conflict: planGroup,
});
export type PlanReport = z.infer<typeof planReport>;
