// What the lists and pages of OLTs and ONUs show beyond plain fields.
import type { Olt, Onu } from "../../../shared/network/index.ts";
import { SignalMark } from "./signal-mark.tsx";

export const ONU_CELLS = {
  signal: (onu: Onu) => <SignalMark onu={onu} />,
};

export const OLT_CELLS = {
  // A port is a name, not a quantity.
  snmp_port: ({ snmp_port }: Olt) => String(snmp_port),
};
