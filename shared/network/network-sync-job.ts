// A change to be made on a device: queued with the transaction that causes it, carried out by a network agent.
import { z } from "zod";
import { choice, count, instant, json, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

const JOB_KINDS = [
  "ENABLE_USER",
  "DISABLE_USER",
  "UPSERT_USER",
  "REMOVE_USER",
  "SYNC_PROFILE",
  "SYNC_ROUTER",
  "REBOOT_ROUTER",
  "KICK_SESSION",
  "REBOOT_ONU",
  "POLL_OLT",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const JOB_STATUSES = ["QUEUED", "LEASED", "SUCCEEDED", "FAILED", "CANCELLED"] as const;

const anything = z.record(z.string(), z.unknown());

export const networkSyncJob = resource({
  name: "network_sync_job",
  path: "network-sync-jobs",
  area: "network",
  module: "network",
  summary: "A change to be made on a device, and what came of it",
  many: "the jobs for network devices",
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["router", "olt", "customer", "status", "kind"] },
  fields: {
    router: nullable(reference("router", { writable: "never" })),
    olt: nullable(reference("olt", { writable: "never" })),
    customer: nullable(reference("customer", { writable: "never" })),
    kind: choice(JOB_KINDS, { writable: "never" }),
    payload: json(anything, { writable: "never" }),
    status: choice(JOB_STATUSES, { writable: "never" }),
    attempts: count({ writable: "never" }),
    /** In plain words, for the clerk. */
    last_error: nullable(prose({ writable: "never" })),
    /** NEEDS_CONFIRMATION, CONFLICT, NO_PASSWORD, NO_ADDRESS, TRIAL, TOO_LATE, ECONNREFUSED, EAUTH, … */
    error_code: nullable(text({ writable: "never" })),
    /** What the agent reported: plan, counts, outcome by user; never a password. */
    result: nullable(json(anything, { writable: "never" })),
    /** Names the plan of a sync; a sync with `confirm` carries out this one and no other. */
    plan_id: nullable(text({ writable: "never" })),
    /** When a copy of the router's rows was kept with it, before it wrote. */
    snapshot_at: nullable(instant({ writable: "never" })),
    requested_by: text({ writable: "never" }),
    next_attempt_at: instant({ writable: "never" }),
    finished_at: nullable(instant({ writable: "never" })),
  },
  title: "kind",
  order: ["-created_at"],
  display: {
    router_name: { via: "router", column: "name" },
    olt_name: { via: "olt", column: "name" },
    customer_name: { via: "customer", column: "name" },
  },
  replica: {
    kept: "disk",
    indexes: [
      ["customer", "created_at"],
      ["router", "created_at"],
      ["status", "created_at"],
    ],
  },
});

export type NetworkSyncJob = RecordOf<typeof networkSyncJob>;

/** A device goes down by it: it is ordered again, never retried. */
export const isRestart = (kind: string): boolean => kind === "REBOOT_ROUTER" || kind === "REBOOT_ONU";

const BRING_IN_LINE = "network.router.sync";
/** Orders to a device that have a right of their own; all other jobs bring routers in line. */
const ORDERED_BY = {
  REBOOT_ROUTER: "network.router.reboot",
  REBOOT_ONU: "network.onu.reboot",
  KICK_SESSION: "network.session.kick",
  POLL_OLT: "network.olt.poll",
} as const;
type OrderedAlone = keyof typeof ORDERED_BY;

/** The right that it takes to have such a job carried out, or not. */
export function rightToOrder(kind: JobKind): (typeof ORDERED_BY)[OrderedAlone] | typeof BRING_IN_LINE {
  return Object.hasOwn(ORDERED_BY, kind) ? ORDERED_BY[kind as OrderedAlone] : BRING_IN_LINE;
}

const onJob = {
  on: networkSyncJob,
  permission: BRING_IN_LINE,
  further_permissions: Object.values(ORDERED_BY),
  input: z.strictObject({}),
  failures: ["ILLEGAL_TRANSITION"],
} as const;

export const retryJob = operation({
  ...onJob,
  name: "retry",
  summary: "Try a failed, cancelled or waiting job again now; restarts are not tried again",
});

export const cancelJob = operation({
  ...onJob,
  name: "cancel",
  summary: "Give up a job that no agent has begun, or that failed",
});
