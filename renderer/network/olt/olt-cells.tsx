// What the lists and pages of OLTs and ONUs show beyond plain fields.
import type { Olt, Onu } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { faultText } from "../fault-text.ts";
import { ErrorWords } from "../router/router-state.tsx";
import { SignalMark } from "./signal-mark.tsx";

function Trouble({ olt }: { olt: Olt }) {
  const t = useWords();
  return <ErrorWords text={faultText(olt, t, "olt")} />;
}

export const ONU_CELLS = {
  signal: (onu: Onu) => <SignalMark onu={onu} />,
};

export const OLT_CELLS = {
  // A port is a name, not a quantity.
  last_error: (olt: Olt) => <Trouble olt={olt} />,
  snmp_port: ({ snmp_port }: Olt) => String(snmp_port),
};
