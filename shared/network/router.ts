// A router that carries customers' lines: how to reach it, and what was seen of it last.
import { z } from "zod";
import { choice, count, flag, instant, json, nullable, prose, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { healthReading, routerCheck, SETUP_FAULTS } from "./live/question-wire.ts";
import { adoption } from "./plan/plan-wire.ts";

export const router = resource({
  name: "router",
  path: "routers",
  area: "network",
  module: "network",
  summary: "A router with its credentials and state",
  verbs: ["list", "read", "create", "update", "delete"],
  fields: {
    name: text({ required: true }),
    vendor: choice(["MIKROTIK"], { initial: "MIKROTIK" }),
    host: text({ required: true, max: 253, pattern: /^[A-Za-z0-9.:_-]+$/, hint: "A host name or address" }),
    api_port: count({ min: 1, max: 65_535, initial: 8728 }),
    use_tls: flag({ initial: false }),
    /** SHA-256 of the router's certificate; with use_tls and none the agent refuses to sign in. */
    tls_fingerprint: nullable(
      text({ pattern: /^([0-9A-Fa-f]{2}:?){32}$/, hint: "SHA-256 as 64 hexadecimal digits" }),
    ),
    /** RouterOS before 6.43; without it such a router is never sent the password in clear, and not signed in to. */
    legacy_login: flag({ initial: false }),
    username: text({ required: true, max: 100 }),
    password: nullable(text({ secret: true })),
    /** Which office's agent reaches it. */
    site: nullable(text({ max: 100 })),
    is_active: flag({ initial: true }),
    /** TRIAL: plans are made and shown, nothing is written. Changed by `switch`. */
    mode: choice(["TRIAL", "LIVE"], { initial: "LIVE", writable: "create" }),
    status: choice(["UNKNOWN", "ONLINE", "OFFLINE"], { writable: "never" }),
    last_seen_at: nullable(instant({ writable: "never" })),
    identity: nullable(text({ writable: "never" })),
    ros_version: nullable(text({ writable: "never" })),
    board_name: nullable(text({ writable: "never" })),
    uptime_seconds: nullable(count({ writable: "never" })),
    cpu_load: nullable(count({ writable: "never" })),
    last_error: nullable(prose({ writable: "never" })),
    /** What went wrong, by code: an agent's (ETIMEDOUT, EAUTH, …) or NO_AGENT; null: nothing, or it has none. */
    error_code: nullable(text({ writable: "never" })),
    /** When it was compared with the customers last (each night, and with every sync), and how many rows differed. */
    /** As the last check found the router (each time an agent reconnects to it, and on demand). */
    serial_number: nullable(text({ writable: "never" })),
    checked_at: nullable(instant({ writable: "never" })),
    /** What is not as it should be, by code (live/question-wire.ts, SETUP_FAULTS); null: not checked yet. */
    missing: nullable(json(z.array(z.enum(SETUP_FAULTS)), { writable: "never" })),
    /** What the API user may do on it. */
    rights: nullable(json(z.array(z.string()), { writable: "never" })),
    /** The certificate that it showed although none is confirmed, or another one. */
    tls_fingerprint_offered: nullable(text({ writable: "never" })),
    /** What its sensors say. */
    health: nullable(json(z.array(healthReading), { writable: "never" })),
    compared_at: nullable(instant({ writable: "never" })),
    differences: nullable(count({ writable: "never" })),
    /** The sync or comparison that found them, by its id: its plan names each row. */
    compared_job: nullable(text({ writable: "never" })),
  },
  search: ["name", "host", "site", "identity"],
  order: ["name"],
  replica: true,
});

export type Router = RecordOf<typeof router>;

export const routerVerbs = plainOperations(router, {
  update: { failures: ["PASSWORD_REQUIRED"] },
  // They go with it.
  delete: { changes: ["network_sync_jobs", "user_sessions"] },
});

/** Answers the job: 200 when it finished within the wait, else 202. */
export const syncRouter = operation({
  on: router,
  name: "sync",
  summary: "Bring the router's profiles and secrets to the state that the customers are in",
  allows: "Bring a router in line with the customers",
  input: z.strictObject({
    /** Plan and report, write nothing. */
    dry_run: z.boolean().optional(),
    /** The plan_id of the plan that was seen: exactly that one is carried out although it is held back otherwise. */
    confirm: z.string().min(1).max(100).optional(),
    /** Rows made by hand that are to be taken over, by name. */
    adopt: adoption.optional(),
  }),
  output: null,
  status: 202,
  failures: ["BUSINESS_RULE"],
  changes: ["network_sync_jobs"],
});

/** To LIVE: a guarded whole sync goes before everything that waited. To TRIAL: what is under way stops and waits. */
export const switchRouter = operation({
  on: router,
  name: "switch",
  summary: "Begin to write to a router that was on trial, or stop writing to it",
  allows: "Switch a router between trial and live",
  input: z.strictObject({ mode: z.enum(["TRIAL", "LIVE"]) }),
  failures: ["BUSINESS_RULE"],
  changes: ["network_sync_jobs"],
});

/** Waits for what an agent finds; nothing is written to the router. */
export const checkRouter = operation({
  on: router,
  name: "check",
  summary: "See whether the router is reached and set up as it should be",
  allows: "Check how a router is set up",
  input: z.strictObject({}),
  output: routerCheck,
  failures: ["BUSINESS_RULE", "AGENT_OFFLINE"],
});

/** Answers the job: 200 when the router took the order within the wait, else 202. */
export const rebootRouter = operation({
  on: router,
  name: "reboot",
  summary: "Restart the router; every line on it is down until it is back",
  allows: "Restart a router",
  input: z.strictObject({}),
  output: null,
  status: 202,
  failures: ["BUSINESS_RULE", "COOL_DOWN"],
  changes: ["network_sync_jobs"],
});
