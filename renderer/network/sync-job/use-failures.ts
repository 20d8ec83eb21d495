// How many jobs wait for a person.
import { useMemo } from "react";
import type { NetworkSyncJob } from "../../../shared/network/index.ts";
import type { Query } from "../../kernel/replica/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { openFailures } from "./job-view.ts";

/** Per state; older ones are not shown any more. */
const LIMIT = 500;

const newest = (status: NetworkSyncJob["status"]): Query => ({
  selector: { status },
  sort: [{ status: "desc" }, { created_at: "desc" }],
  limit: LIMIT,
});

/** How many failures nothing has made good since; 0 while that is not known. */
export function useFailures(wanted: boolean): number {
  const failed = useRows("network_sync_jobs", wanted ? newest("FAILED") : null);
  const succeeded = useRows("network_sync_jobs", wanted ? newest("SUCCEEDED") : null);
  return useMemo(() => openFailures(failed ?? [], succeeded ?? []).length, [failed, succeeded]);
}
