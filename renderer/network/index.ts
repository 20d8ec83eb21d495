// The network area's screens and parts, for later areas and the assembly.

export type { LineCustomer } from "./diagnosis/use-diagnosis.ts";
export { useSeesSessions } from "./rights.ts";
export { ConnectionSteps } from "./session/connection-steps.tsx";
export { LinePanel, LineState } from "./session/line-panel.tsx";
