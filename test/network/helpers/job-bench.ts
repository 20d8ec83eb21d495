// One simulated router with a session on it, for tests that carry out jobs.
import type { RouterSession } from "../../../main/network/driver.ts";
import type { JobReport } from "../../../main/network/fleet.ts";
import type { JobContext } from "../../../main/network/provision/provision-job.ts";
import { runJob } from "../../../main/network/run-job.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { type LeasedJob, reportInput } from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { open, profile, TENANT, type user } from "./fixtures.ts";

/** The bench's router and session as they are now. */
export let simulator: RouterSimulator;
export let session: RouterSession;

export async function router(options: RouterSimulatorOptions = {}): Promise<void> {
  snapshots = [];
  simulator = await startRouterSimulator({ connect_delay_ms: 0, ...options });
  session = await open(simulator);
}

/** Another session, after the first one broke. */
export async function reopen(): Promise<void> {
  session = await open(simulator);
}

export async function clear(): Promise<void> {
  await session?.close();
  await simulator?.close();
}

/** What was kept of the router before writes, oldest first. */
export let snapshots: string[] = [];

/** How a job is told what it needs beside itself. */
export const context = (more: Partial<JobContext> = {}): JobContext => ({
  ros_version: null,
  signal: new AbortController().signal,
  needs_snapshot: false,
  keep: async (text) => {
    snapshots.push(text);
    return true;
  },
  ...more,
});

export async function run(leased: LeasedJob): Promise<JobReport> {
  const report = await runJob(session, leased, context());
  // What the agent would send must satisfy the wire.
  reportInput.parse({ job_id: leased.id, lease_id: leased.lease_id, ...report });
  return report;
}

export const home = profile("home-10");

/** The customer's secret as the product would have made it. */
export const ours = (of: ReturnType<typeof user>) => ({
  name: of.username,
  profile: of.profile,
  comment: formatComment(TENANT, of.customer_id, of.name, ""),
});

export const onRouter = (name: string) => simulator.secrets().find((secret) => secret.name === name);
