// The network area's public names.
import { permission } from "../kernel/permission.ts";

export {
  cancelJob,
  JOB_KINDS,
  JOB_STATUSES,
  type JobKind,
  type JobStatus,
  type NetworkSyncJob,
  networkSyncJob,
  retryJob,
} from "./network-sync-job.ts";
export { type Router, router, syncRouter } from "./router.ts";
export { type UserSession, userSession } from "./user-session.ts";

/** Rights that no route of the area shows by itself. */
export const networkPermissions = [
  permission(
    "network.agent.run",
    "Reach routers for the server: get their credentials, carry out jobs, report",
  ),
];
