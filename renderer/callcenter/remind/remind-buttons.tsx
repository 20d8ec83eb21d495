// Reminding many customers: of those chosen in a list, and of those whose bills are chosen.
import { useMemo } from "react";
import type { BulkActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { Remind } from "./remind.tsx";

export function RemindCustomers({ records, onDone }: BulkActProps) {
  const ids = useMemo(() => records.map(({ id }) => id), [records]);
  return <Remind ids={ids} size="compact-sm" onDone={onDone} />;
}

/** Whoever has several of the bills is reminded once. */
export function RemindOfBills({ records, onDone }: BulkActProps) {
  const ids = useMemo(
    () => [
      ...new Set(
        records.flatMap((bill) =>
          "customer" in bill && typeof bill.customer === "string" ? [bill.customer] : [],
        ),
      ),
    ],
    [records],
  );
  return <Remind ids={ids} size="compact-sm" onDone={onDone} />;
}
