// The network area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { permission } from "../kernel/permission.ts";
import {
  cancelJob,
  isRestart,
  type JobKind,
  type NetworkSyncJob,
  networkSyncJob,
  retryJob,
  rightToOrder,
} from "./network-sync-job.ts";
import { type Incident, type IncidentOnu, incident, incidentOnu } from "./olt/incident.ts";
import { type Olt, olt, oltVerbs, pollOlt } from "./olt/olt.ts";
import { type Onu, onu, onuVerbs, rebootOnu } from "./olt/onu.ts";
import {
  checkRouter,
  type Router,
  rebootRouter,
  router,
  routerVerbs,
  switchRouter,
  syncRouter,
} from "./router.ts";
import { kickSession, type UserSession, userSession } from "./user-session.ts";

export { diagnose, type Verdict } from "./diagnosis/diagnosis.rules.ts";
export type { AccountFacts } from "./diagnosis/line-facts.ts";
export { type LineStep, lineSteps } from "./diagnosis/line-steps.rules.ts";
export { onuSerial } from "./onu-serial.rules.ts";
export { OWN_PROFILES } from "./plan/row-kinds.ts";
export {
  cancelJob,
  checkRouter,
  type Incident,
  type IncidentOnu,
  incident,
  incidentOnu,
  isRestart,
  type JobKind,
  kickSession,
  type NetworkSyncJob,
  networkSyncJob,
  type Olt,
  type Onu,
  olt,
  oltVerbs,
  onu,
  onuVerbs,
  pollOlt,
  type Router,
  rebootOnu,
  rebootRouter,
  retryJob,
  rightToOrder,
  router,
  routerVerbs,
  switchRouter,
  syncRouter,
  type UserSession,
  userSession,
};

export const networkResources = [
  router,
  networkSyncJob,
  userSession,
  olt,
  onu,
  incident,
  incidentOnu,
] as const;
export const networkOperations = operationsOf(networkResources, [
  ...Object.values(routerVerbs),
  syncRouter,
  switchRouter,
  rebootRouter,
  checkRouter,
  retryJob,
  cancelJob,
  kickSession,
  ...Object.values(oltVerbs),
  pollOlt,
  ...Object.values(onuVerbs),
  rebootOnu,
]);
export const networkPermissions = [
  permission("network.agent.run", "Reach the network's devices on the server's behalf"),
] as const;
