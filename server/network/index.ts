// The network area's door.
import { networkResources } from "../../shared/network/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import { servedArea } from "../kernel/served-area.ts";
import { pairingRoutes } from "./agent/pairing.ts";
import { agentProcedures } from "./agent/procedures.ts";
import { snapshotRoute } from "./agent/snapshot.ts";
import { compareNightlyJob } from "./compare-nightly.ts";
import { followClosing } from "./enqueue-affected.ts";
import { forgetSilenceJob } from "./forget-silence.ts";
import { lateRestartsJob } from "./late-restarts.ts";
import { checkRoute } from "./live/check.ts";
import { setupScriptRoute } from "./live/setup-script.ts";
import { trafficRoute } from "./live/traffic.ts";
import { jobOperations } from "./network-sync-job.ts";
import { forgetOltsJob } from "./olt/forget-olts.ts";
import { oltOperations, pollRoute } from "./olt/olt.ts";
import { onuOperations, rebootOnuRoute } from "./olt/onu.ts";
import { readingsRoute } from "./olt/readings.ts";
import { rollUpReadingsJob } from "./olt/roll-up-readings.ts";
import { rebootRoute, routerOperations, syncRoute } from "./router.ts";
import { switchRouterOperation } from "./router-mode.ts";
import { kickRoute } from "./user-session.ts";

export { freshenLine, readLine } from "./diagnosis/read-line.ts";
export { enqueueJob, enqueueJobs } from "./enqueue.ts";
export { enqueueAffected } from "./enqueue-affected.ts";
export { refuseExpiredProfile } from "./expired-profile.ts";
export { jobRoute } from "./job-route.ts";
export { chooseOnu, followOnu } from "./olt/link-onus.ts";

/** Desktops hold the jobs of the last month; older ones are read from the list. */
const recentJobs = (tx: Tx) => tx`t.created_at > now() - interval '30 days'`;

export const network = servedArea(networkResources, {
  name: "network",
  summary: "Routers, sessions, OLTs, ONUs, incidents, jobs",
  resources: { network_sync_job: { replica_rows: recentJobs } },
  operations: [
    ...routerOperations,
    switchRouterOperation,
    ...jobOperations,
    ...oltOperations,
    ...onuOperations,
  ],
  routes: [
    ...[syncRoute, rebootRoute, kickRoute, checkRoute, trafficRoute, setupScriptRoute],
    ...[snapshotRoute, pollRoute, rebootOnuRoute, readingsRoute],
    ...pairingRoutes,
  ],
  procedures: { agent: agentProcedures },
  large_inputs: {
    "agent.observe": "network.agent.run",
    "agent.report": "network.agent.run",
    "agent.observeOlt": "network.agent.run",
    "agent.snapshot": "network.agent.run",
  },
  follow_settings: followClosing,
  jobs: [lateRestartsJob, forgetSilenceJob, forgetOltsJob, rollUpReadingsJob, compareNightlyJob],
});
