// Waits outside any transaction until an agent has finished a job.

import { Failure } from "../../shared/kernel/failure.ts";
import { networkSyncJob } from "../../shared/network/index.ts";
import { inTenant, type Row } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { readRecord } from "../kernel/resource/record.ts";
import type { Services } from "../kernel/services.ts";

const WAIT_SECONDS = 5;
const WAIT_SECONDS_MAX = 30;
/** Commits come in bursts; reading once per burst is enough. */
const READ_PAUSE_MS = 100;

const OPEN = new Set(["QUEUED", "LEASED"]);

/** Seconds that a request is ready to wait: `Prefer: wait=N` (RFC 7240), at most 30, else 5. */
export function waitSeconds(prefer: string | string[] | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,5})/i.exec(String(prefer ?? ""))?.[1];
  return wait === undefined ? WAIT_SECONDS : Math.min(Number(wait), WAIT_SECONDS_MAX);
}

export const isFinished = (job: Row): boolean => !OPEN.has(String(job.status));

/** The job as it is once finished, or after `seconds`. */
export async function waitForJob(
  services: Services,
  tenant: Tenant,
  id: string,
  seconds: number,
): Promise<Row> {
  const end = performance.now() + seconds * 1000;
  let wake = () => {};
  let changed = true;
  const unsubscribe = services.notices.subscribe(tenant.id, "COMMITTED", (collections) => {
    if (!collections.has("network_sync_jobs")) return;
    changed = true;
    wake();
  });
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  try {
    for (;;) {
      changed = false;
      const job = await inTenant(services.db, tenant, (tx) => readRecord(tx, networkSyncJob, tenant, id));
      if (!job) throw new Failure("NOT_FOUND");
      const left = end - performance.now();
      if (isFinished(job) || left <= 0) return job;
      await new Promise((resolve) => setTimeout(resolve, Math.min(READ_PAUSE_MS, left)));
      if (!changed) await pause(Math.max(0, end - performance.now()));
    }
  } finally {
    unsubscribe();
  }
}
