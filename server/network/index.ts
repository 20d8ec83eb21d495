// The network area's door.
import { networkSyncJob, router, userSession } from "../../shared/network/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { agentRouter } from "./agent/procedures.ts";
import { forgetSilenceJob } from "./forget-silence.ts";
import { jobOperations } from "./network-sync-job.ts";
import { routerOperations, syncRoute } from "./router.ts";

export { enqueueJob, enqueueJobs, type JobRequest, type QueuedJob } from "./enqueue.ts";
export { isFinished, waitForJob, waitSeconds } from "./wait-for-job.ts";

export const network: AreaModule = {
  name: "network",
  resources: [{ resource: router }, { resource: networkSyncJob }, { resource: userSession }],
  operations: [...routerOperations, ...jobOperations],
  routes: [syncRoute],
  routers: { agent: agentRouter },
  jobs: [forgetSilenceJob],
};
