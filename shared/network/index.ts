// The network area's public names.
export { kindOfAddress } from "./address.rules.ts";
export {
  cancelJob,
  type JobKind,
  type NetworkSyncJob,
  networkSyncJob,
  retryJob,
} from "./network-sync-job.ts";
export { onuSerial } from "./onu-serial.rules.ts";
export { OWN_PROFILES } from "./profile-plan.rules.ts";
export { type Router, rebootRouter, router, syncRouter } from "./router.ts";
export { kickSession, type UserSession, userSession } from "./user-session.ts";
