// Reminding the customer whose page is open, where something is due.
import { useMemo } from "react";
import { useRecord } from "../../kernel/replica-hooks.ts";
import type { RecordActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { Remind } from "./remind.tsx";

export function RemindButton({ record }: RecordActProps) {
  const format = useFormat();
  const customer = useRecord("customers", record.id);
  const ids = useMemo(() => [record.id], [record.id]);
  return customer && format.minor(customer.due_amount) > 0n ? <Remind ids={ids} /> : null;
}
