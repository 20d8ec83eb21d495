// The customers of the last receipts, so that who comes back is one key away.
import { useMemo } from "react";
import { useRows } from "../../kernel/replica-hooks.ts";
import type { CustomerRow } from "../../subscribers/index.ts";
import type { Taking } from "./takings.ts";

const SHOWN = 6;

/** The last served first, each once. */
export function useRecentCustomers(takings: readonly Taking[]): readonly CustomerRow[] {
  const ids = useMemo(() => {
    const served = takings.map(({ customer }) => customer).filter((id) => id !== null);
    return [...new Set(served)].slice(0, SHOWN);
  }, [takings]);
  const rows = useRows("customers", ids.length > 0 ? { selector: { id: { $in: ids } } } : null);
  return useMemo(() => {
    const byId = new Map((rows ?? []).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [{ ...row, area: row.area ?? "" }] : [];
    });
  }, [ids, rows]);
}
