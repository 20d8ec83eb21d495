// What a role may know, where several areas show it: what is not known is not shown, and never as "none".
import { useSession } from "./session/session-store.ts";

/** Whether amounts of customers are shown; who may see customers alone is told only whether something is due. */
export function useSeesMoney(): boolean {
  return useSession((session) => session.can("finance.billing_account.view"));
}

/** Whether it is known who is on-line. */
export function useSeesSessions(): boolean {
  return useSession((session) => session.can("network.user_session.view"));
}
