// Paid → router → on-line: the steps that are shown after a recharge, from records alone. Pure.

import type { NetworkSyncJob, UserSession } from "../../../shared/network/index.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";

/** `stuck`: nothing will come of it until somebody does something. */
export type StepState = "done" | "busy" | "waiting" | "stuck" | "failed" | "unneeded";

export interface StepStates {
  readonly paid: { readonly state: StepState };
  readonly router: { readonly state: StepState; readonly job: NetworkSyncJob | null };
  readonly line: { readonly state: StepState; readonly session: UserSession | null };
}

const ACCESS_KINDS: readonly string[] = ["ENABLE_USER", "UPSERT_USER", "DISABLE_USER"];
/** The server's clock may be behind this computer's. */
const CLOCK_SLACK_MS = 5 * 60_000;

export interface StepInput {
  /** The payment's command; undefined when it came from elsewhere and is booked. */
  readonly command: QueuedCommand | undefined;
  /** When the payment happened, RFC 3339. */
  readonly since: string;
  /** The customer's jobs and session; null where this role may not see them. */
  readonly jobs: readonly NetworkSyncJob[];
  readonly session: UserSession | null;
  /** Whether the plan says that the router has something to change. */
  readonly needs_router: boolean;
  /** Whether the customer's line is on any router; left out: not known. */
  readonly has_router?: boolean | undefined;
}

/** Why a job waits for people: a router that nothing is written to, or that no office computer reaches. */
const STUCK: ReadonlySet<string> = new Set(["TRIAL", "AFTER_TRIAL", "NO_AGENT", "NOT_REACHED"]);

function paidStep(command: QueuedCommand | undefined): StepStates["paid"] {
  switch (command?.status) {
    case undefined:
    case "APPLIED":
      return { state: "done" };
    case "PENDING":
    case "SENDING":
      return { state: "waiting" };
    case "SUSPENSE":
    case "REJECTED":
      return { state: "failed" };
  }
}

function routerStep(job: NetworkSyncJob | null, needed: boolean, paid: StepState): StepStates["router"] {
  if (job === null) return { state: needed ? (paid === "failed" ? "failed" : "waiting") : "unneeded", job };
  switch (job.status) {
    case "QUEUED":
      // Tried and put back: the error is worth showing while it waits for its next try.
      return { state: STUCK.has(job.error_code ?? "") ? "stuck" : "waiting", job };
    case "LEASED":
      return { state: "busy", job };
    case "SUCCEEDED":
      return { state: "done", job };
    case "FAILED":
    case "CANCELLED":
      return { state: "failed", job };
  }
}

export function stepStates(input: StepInput): StepStates {
  const { command, since, jobs, session, needs_router, has_router = true } = input;
  const paid = paidStep(command);
  if (!has_router) {
    const router = { state: "stuck", job: null } as const;
    return { paid, router, line: { state: "stuck", session } };
  }
  const from = Date.parse(since) - CLOCK_SLACK_MS;
  const job =
    jobs
      .filter(({ kind, created_at }) => ACCESS_KINDS.includes(kind) && Date.parse(created_at) >= from)
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0] ?? null;
  const router = routerStep(needs_router ? job : null, needs_router, paid.state);
  const through = router.state === "done" || router.state === "unneeded";
  return { paid, router, line: { state: session && through ? "done" : "waiting", session } };
}
