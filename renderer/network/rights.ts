// What a role may know of lines: what is not known is not shown, and never as "none".
import { useSession } from "../kernel/session/session-store.ts";

/** Whether it is known who is on-line. */
export function useSeesSessions(): boolean {
  return useSession((session) => session.can("network.user_session.view"));
}
