// A super administrator's session as the application knows sessions: no account and no replica on this computer.
import { create } from "zustand";
import { SUPERUSER } from "../../../shared/kernel/permission.ts";
import { lineIs, NO_CONNECTION } from "../../kernel/connection/connection.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { withoutReplica } from "../../kernel/session/without-replica.ts";
import { leavePlatform, type Platform } from "./platform.ts";

/** The platform that is open; null while a company's staff, or no one, is signed in. */
export const usePlatform = create<{ platform: Platform | null }>(() => ({ platform: null }));

/** The time zone that this computer is in: a platform has none. */
const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Opens the console. @throws LocalFailure as client.rest does. */
export async function openConsole(platform: Platform): Promise<void> {
  const { client, username } = platform;
  const { currency } = (await client.rest("GET", "/api/v1/saas/overview/")) as { currency: string };
  const user = { id: "", username, full_name: username, email: null, is_superuser: true };
  const tenant = { id: "", name: "", subdomain: "" };
  const now = new Date().toISOString();
  lineIs({ ...NO_CONNECTION, state: "online", since: now, last_in_sync_at: now });
  usePlatform.setState({ platform });
  useSession.setState({
    phase: "open",
    account: null,
    identity: {
      user,
      membership: { id: "", tenant, role: null, permissions: [SUPERUSER] },
      settings: { currency, timezone: zoneHere(), locale: navigator.language },
    },
    replica: null,
    stand_in: withoutReplica(client),
    notice: null,
  });
}

/** Ends the session at the server, and shows the sign-in again. */
export async function closeConsole(): Promise<void> {
  const { platform } = usePlatform.getState();
  if (platform) await leavePlatform(platform);
  window.location.hash = "";
  lineIs(NO_CONNECTION);
  useSession.setState({ phase: "locked", identity: null, stand_in: null });
  usePlatform.setState({ platform: null });
}
