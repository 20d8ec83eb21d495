// Telling whom an outage concerns, beside the list of them.
import { useMemo } from "react";
import { useRows } from "../../kernel/replica-hooks.ts";
import type { RecordActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { Remind } from "./remind.tsx";

export function TellOfOutage({ record: { id } }: RecordActProps) {
  const concerned = useRows("incident_onus", { selector: { incident: id } });
  const ids = useMemo(
    () => [...new Set((concerned ?? []).flatMap(({ customer }) => customer ?? []))],
    [concerned],
  );
  return ids.length > 0 ? <Remind ids={ids} about="OUTAGE" /> : null;
}
