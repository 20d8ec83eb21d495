// The weakest light (dBm) with which the tenant calls a line one that works.
import type { Values } from "../../kernel/expected/drafts.ts";

/** The field's usual limit, until the tenant's own is known. */
const USUAL_DBM = -27;

export function weakestSignal(settings: Values | undefined): number {
  const limit = settings?.signal_critical_dbm;
  return typeof limit === "number" ? limit : USUAL_DBM;
}
