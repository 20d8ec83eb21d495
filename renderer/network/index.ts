// The network area's screens and parts, for later areas and the assembly.

export type { LineCustomer } from "./diagnosis/use-diagnosis.ts";
export { powerText } from "./diagnosis/verdict-text.ts";
export { OpenIncidents } from "./olt/incident/open-incidents.tsx";
export { incidentSaid } from "./olt/incident/said.ts";
export { SignalMark } from "./olt/signal-mark.tsx";
export { useSeesSessions } from "./rights.ts";
export { ConnectionSteps } from "./user-session/connection-steps.tsx";
export { LineGlance } from "./user-session/line-glance.tsx";
export { LinePanel, LineState } from "./user-session/line-panel.tsx";
