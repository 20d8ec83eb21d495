// What the network agent and the server say to each other: the tRPC procedures under `agent.`, as zod schemas.
//
// | procedure       | kind               | input → output                       |
// |-----------------|--------------------|--------------------------------------|
// | `agent.hello`   | mutation           | helloInput → helloOutput             |
// | `agent.lease`   | mutation           | leaseInput → leaseOutput             |
// | `agent.renew`   | mutation           | renewInput → renewOutput             |
// | `agent.snapshot`| mutation           | snapshotInput → snapshotOutput       |
// | `agent.report`  | mutation           | reportInput → reportOutput           |
// | `agent.observe` | mutation           | observeInput → observeOutput         |
// | `agent.wake`    | subscription (SSE) | wakeInput → wakeEvent whenever jobs may wait or routers changed |
//
// What concerns OLTs stands in olt/olt-wire.ts.
//
// Jobs carry the desired state as the server computed it at lease time, never commands, so that an old ENABLE can not
// overwrite a newer DISABLE. Input objects are strict on the server's side; the agent ignores unknown output fields.
import { z } from "zod";
import { askedQuestion } from "./live/question-wire.ts";
import { leasedOltJob, oltAccess, oltJobKind, oltJobResult } from "./olt/olt-wire.ts";

import { adoption, CONNECTIONS, desiredState, planReport, SIGNED_IN_BY } from "./plan/plan-wire.ts";

export * from "./plan/plan-wire.ts";

const uuid = z.uuid();

/** How to reach a router. Holds the credentials: never log it. Only active routers are handed out. */
export const routerAccess = z.object({
  id: uuid,
  name: z.string(),
  host: z.string().min(1),
  api_port: z.number().int().min(1).max(65535),
  use_tls: z.boolean(),
  /** SHA-256 of the router's certificate (hex, colons optional); null with use_tls = not pinned yet: the agent refuses. */
  tls_fingerprint: z.string().nullable(),
  username: z.string(),
  password: z.string(),
  /** Router older than 6.43: MD5 challenge login; only when an administrator asked for it. */
  legacy_login: z.boolean(),
  /** What it ran when it answered last; null: it has not answered at this address yet. */
  ros_version: z.string().nullable(),
});
export type RouterAccess = z.infer<typeof routerAccess>;

export const helloInput = z.object({
  agent_id: uuid,
  name: z.string().min(1),
  site: z.string().min(1).optional(),
});
export const helloOutput = z.object({
  routers: z.array(routerAccess),
  /** Those of them that another agent watches just now: they are left to it. */
  watched_elsewhere: z.array(uuid),
  /** Seconds between two looks at each router (identity, resources, sessions). */
  poll_seconds: z.number().positive(),
  /** An older server knows of none. */
  olts: z.array(oltAccess).default([]),
  /** Those of them that another agent watches just now. */
  olts_watched_elsewhere: z.array(uuid).default([]),
  /** Seconds between two polls of each OLT. */
  olt_poll_seconds: z.number().positive().default(60),
});
export type HelloInput = z.infer<typeof helloInput>;
export type HelloOutput = z.infer<typeof helloOutput>;

/** Router jobs of the contract's NetworkSyncJob; REBOOT_ONU and POLL_OLT are OLTs' (olt/olt-wire.ts). */
export const ROUTER_JOB_KINDS = [
  "ENABLE_USER",
  "DISABLE_USER",
  "UPSERT_USER",
  "REMOVE_USER",
  "SYNC_PROFILE",
  "SYNC_ROUTER",
  "KICK_SESSION",
  "REBOOT_ROUTER",
] as const;
export const routerJobKind = z.enum(ROUTER_JOB_KINDS);
export type RouterJobKind = z.infer<typeof routerJobKind>;

export const leasedJob = z.object({
  id: uuid,
  lease_id: uuid,
  kind: routerJobKind,
  /** Router id, one of helloOutput.routers. */
  router: uuid,
  /** Print and plan, write nothing. */
  dry_run: z.boolean(),
  /** The router is on trial: plan and report as if in earnest, write nothing. */
  trial: z.boolean().default(false),
  /** Nothing of what the router held is kept yet: `agent.snapshot` comes before the first write. */
  needs_snapshot: z.boolean().default(false),
  /** The plan (jobResult.plan_id) that an operator confirmed, and no other; null: none. */
  confirm: z.string().nullable(),
  adopt: adoption,
  /** What /system/identity answered at registration; another one behind the address stops writes. Null: not known. */
  expected_identity: z.string().nullable(),
  /** The serial number that it had first; null: not known. */
  expected_serial: z.string().nullable().default(null),
  /** Customers whose lines this router is known to have been given, and a few of them to tell it by. */
  known_users: z.number().int().nonnegative(),
  witnesses: z.array(z.object({ username: z.string(), connection: z.enum(CONNECTIONS) })),
  /** Somebody waits for it: it goes before what is merely queued. */
  urgent: z.boolean(),
  /** True: the program's own doing (an import, the nightly comparison); false: a person asked for it. */
  automatic: z.boolean(),
  desired: desiredState,
  /** Earlier attempts at this job, 0 at the first. */
  attempts: z.number().int().nonnegative(),
  /** The lease lapses after this; the agent renews it at a third of the time while it works. */
  lease_seconds: z.number().positive().default(60),
});
export type LeasedJob = z.infer<typeof leasedJob>;

export const leaseInput = z.object({
  agent_id: uuid,
  /** Routers that answer this agent just now; jobs of others stay queued. */
  reachable_router_ids: z.array(uuid),
  /** The kinds this agent can do; jobs of other kinds stay queued. */
  kinds: z.array(routerJobKind),
  /** The same of OLTs. */
  reachable_olt_ids: z.array(uuid).default([]),
  olt_kinds: z.array(oltJobKind).default([]),
  /** Of routers' jobs, and of OLTs' as well. */
  max: z.number().int().min(1).max(100),
});
export const leaseOutput = z.object({
  jobs: z.array(leasedJob),
  olt_jobs: z.array(leasedOltJob).default([]),
});
export type LeaseInput = z.input<typeof leaseInput>;
export type LeaseOutput = z.infer<typeof leaseOutput>;

export const renewInput = z.object({ job_id: uuid, lease_id: uuid });
/** accepted false: another agent has the lease by now; this one stops before its next write. */
export const renewOutput = z.object({ accepted: z.boolean() });
export type RenewInput = z.infer<typeof renewInput>;

/**
 * A live PPPoE or hotspot session. Directions are the customer's: `in` is what they receive (download; the router's tx on
 * `<pppoe-NAME>`), `out` what they send (upload; the router's rx). Byte counters restart with each session.
 */
export const observedSession = z.object({
  /** RouterOS `.id`, used again after a reconnect: never a key alone. */
  ros_id: z.string(),
  /** The router's number of this session, which no later one has; empty where it shows none. */
  session_id: z.string().default(""),
  connection: z.enum(SIGNED_IN_BY).default("PPPOE"),
  username: z.string(),
  ip_address: z.string().nullable(),
  mac_address: z.string().nullable(),
  uptime_seconds: z.number().int().nonnegative(),
  /** Null where the router shows no interface for the session (yet). */
  bytes_in: z.number().int().nonnegative().nullable(),
  bytes_out: z.number().int().nonnegative().nullable(),
  /** Null until two observations of the same session exist. */
  rate_in_bps: z.number().int().nonnegative().nullable(),
  rate_out_bps: z.number().int().nonnegative().nullable(),
});
export type ObservedSession = z.infer<typeof observedSession>;

/** Load of one of the router's own interfaces, from the router's point of view: rx is what it received. */
export const observedInterface = z.object({
  name: z.string(),
  rx_bps: z.number().int().nonnegative(),
  tx_bps: z.number().int().nonnegative(),
  rx_pps: z.number().int().nonnegative(),
  tx_pps: z.number().int().nonnegative(),
});
export type ObservedInterface = z.infer<typeof observedInterface>;

const USER_OUTCOMES = [
  "CREATED",
  "UPDATED",
  "ENABLED",
  "DISABLED",
  "REMOVED",
  "UNCHANGED",
  /** Not on the router, and nothing to be done about it. */
  "ABSENT",
  "CONFLICT",
] as const;

export const userOutcome = z.object({
  customer_id: z.string(),
  username: z.string(),
  outcome: z.enum(USER_OUTCOMES),
  /** By what the router holds the customer now, and on which address. */
  connection: z.enum(CONNECTIONS).default("PPPOE"),
  address: z.string().nullable().default(null),
  /** What it holds of these because we wrote it; null: nothing. */
  caller_id: z.string().nullable().default(null),
  queue_type: z.string().nullable().default(null),
  /** True when a running session was ended. */
  kicked: z.boolean(),
  /** The session found when the router was read again after the writes; null: not on-line. */
  session: observedSession.nullable(),
  /** password_version now on the router, when this job wrote the password. */
  password_version: z.string().nullable(),
  detail: z.string().nullable(),
});
export type UserOutcome = z.infer<typeof userOutcome>;

/** `result` of a report. Of complete syncs `users` lists only those that something was done about. */
export const jobResult = z.object({
  plan: planReport,
  /** Names what this plan would write, and on which device; `confirm` repeats it. Empty for jobs without a plan. */
  plan_id: z.string(),
  /** Commands that changed the router. 0 on a dry run and on a second run. */
  writes: z.number().int().nonnegative(),
  /** False: the plan was not empty when the router was printed again afterwards. Null: nothing was written. */
  verified: z.boolean().nullable(),
  users: z.array(userOutcome),
  /** Hotspot profiles that now say what is wanted and are ours: they can carry no marker. */
  hotspot_profiles: z.array(z.object({ name: z.string(), rate_limit: z.string() })).default([]),
  /** What profiles hold of these because we wrote it; null: nothing. Named where something is written, or was. */
  profiles: z
    .array(
      z.object({
        connection: z.enum(SIGNED_IN_BY),
        name: z.string(),
        address_pool: z.string().nullable(),
        queue_type: z.string().nullable(),
      }),
    )
    .default([]),
  /** True: the router is on trial, so that nothing was written whatever the plan says. */
  trial: z.boolean().default(false),
  router: z.object({
    identity: z.string().nullable(),
    serial_number: z.string().max(100).nullable().optional(),
    ros_version: z.string().nullable(),
  }),
  duration_ms: z.number().int().nonnegative(),
  /** Reasons behind NEEDS_CONFIRMATION. */
  needs_confirmation: z.array(z.string()),
});
export type JobResult = z.infer<typeof jobResult>;

/** What the router held, before the job's first write; kept by the server, or nothing is written. */
export const snapshotInput = z.object({ job_id: uuid, lease_id: uuid, content: z.string().max(40_000_000) });
/** accepted false: another agent has the lease by now. */
export const snapshotOutput = z.object({ accepted: z.boolean() });
export type SnapshotInput = z.infer<typeof snapshotInput>;

const REPORT_OUTCOMES = ["SUCCEEDED", "FAILED", "RETRY"] as const;

export const reportInput = z.object({
  job_id: uuid,
  lease_id: uuid,
  /** RETRY: put back into the queue, tried again later (the router could not be reached). */
  outcome: z.enum(REPORT_OUTCOMES),
  result: jobResult.optional(),
  /** Of an OLT's job. */
  olt_result: oltJobResult.optional(),
  /** code: NEEDS_CONFIRMATION or a driver code (ECONNREFUSED, EAUTH, ETRAP, …); message: plain words for the operator. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ReportInput = z.infer<typeof reportInput>;
/** accepted false: the lease had lapsed and the report was ignored. */
export const reportOutput = z.object({ accepted: z.boolean() });
export type ReportOutput = z.infer<typeof reportOutput>;

export const observeInput = z.object({
  agent_id: uuid,
  /** Router id. */
  router: uuid,
  status: z.enum(["ONLINE", "OFFLINE"]),
  last_error: z.string().nullable().optional(),
  error_code: z.string().max(40).nullable().optional(),
  identity: z.string().nullable().optional(),
  ros_version: z.string().nullable().optional(),
  board_name: z.string().nullable().optional(),
  uptime_seconds: z.number().int().nonnegative().nullable().optional(),
  cpu_load: z.number().int().nonnegative().nullable().optional(),
  /** All sessions of the router at this moment; absent: not read this time. */
  sessions: z.array(observedSession).optional(),
  /** Average load since the look before; interfaces seen for the first time are left out. Subscribers' are not listed. */
  interfaces: z.array(observedInterface).optional(),
});
export type ObserveInput = z.infer<typeof observeInput>;
/** watch false: another agent watches this router; this one leaves it alone until it hears otherwise. */
export const observeOutput = z.object({ watch: z.boolean() });
export type ObserveOutput = z.infer<typeof observeOutput>;

export const wakeInput = z.object({ agent_id: uuid });
/** routers: they or how to reach them changed, so that a hello is due. Jobs may wait at every event. */
export const wakeEvent = z.object({
  routers: z.boolean().optional(),
  /** Live questions about a router; such an event says nothing of jobs. */
  asks: z.array(askedQuestion).optional(),
  /** Routers and OLTs that did not answer last, with jobs that a person waits for: worth a try now. */
  urgent: z.array(uuid).optional(),
});
export type WakeEvent = z.infer<typeof wakeEvent>;
