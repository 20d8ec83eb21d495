// What a role may know of customers: what is not known is not shown, and never as "none".
import { useSession } from "../kernel/session/session-store.ts";

/** Whether amounts of customers are shown; who may see customers alone is told only whether something is due. */
export function useSeesMoney(): boolean {
  return useSession((session) => session.can("finance.billing_account.view"));
}
