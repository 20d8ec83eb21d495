// The network area's screens and parts, for later areas and the assembly.

export { useSeesSessions } from "./rights.ts";
export { ConnectionSteps } from "./session/connection-steps.tsx";
export { LinePanel, LineState } from "./session/line-panel.tsx";
