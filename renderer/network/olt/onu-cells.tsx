// What the list of ONUs shows beyond plain fields: its light as mark, number and word.
import type { Onu } from "../../../shared/network/index.ts";
import { SignalMark } from "./signal-mark.tsx";

export const ONU_CELLS = {
  signal: (onu: Onu) => <SignalMark onu={onu} />,
};
