// The network area's public names.
export {
  cancelJob,
  type JobKind,
  type NetworkSyncJob,
  networkSyncJob,
  retryJob,
} from "./network-sync-job.ts";
export { type Router, router, syncRouter } from "./router.ts";
export { kickSession, type UserSession, userSession } from "./user-session.ts";
