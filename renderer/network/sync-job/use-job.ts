// Follows one job until it is finished: from the replica, and from the server while the replica has not heard of it.
import { useEffect, useState } from "react";
import type { NetworkSyncJob } from "../../../shared/network/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";

const ASK_MS = 2000;
const OPEN: readonly string[] = ["QUEUED", "LEASED"];

/** The newest known state of a job; `first` is what the call that queued it answered. */
export function useJob(first: NetworkSyncJob | null): NetworkSyncJob | null {
  const local = useRecord("network_sync_jobs", first?.id);
  const [open, setOpen] = useState(true);
  const asked = useAsk<NetworkSyncJob>(
    first && open ? `/api/v1/network-sync-jobs/${first.id}/` : null,
    ASK_MS,
  );
  const known = [first, local ?? null, asked.data].filter((job) => job !== null && job.id === first?.id);
  const newest = known.reduce<NetworkSyncJob | null>(
    (best, job) => (job && (!best || job.version >= best.version) ? job : best),
    null,
  );
  const running = newest === null || OPEN.includes(newest.status);
  useEffect(() => setOpen(running), [running]);
  return newest;
}
