// The network area's screens and parts, for later areas and the assembly.
export { LinePanel, LineState } from "./session/line-panel.tsx";
export { LineStrip } from "./session/line-strip.tsx";
