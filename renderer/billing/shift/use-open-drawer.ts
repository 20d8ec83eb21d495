// One's own open drawer.

import { shift } from "../../../shared/billing/index.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSession } from "../../kernel/session/session-store.ts";

/** Null: there is none; undefined until that is known. */
export function useOpenDrawer(): RecordOf<typeof shift> | null | undefined {
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const rows = useExpectedRows(shift, { selector: { cashier: username } });
  if (rows === undefined) return undefined;
  return rows.find(({ status, cashier }) => status === "OPEN" && (cashier ?? username) === username) ?? null;
}
