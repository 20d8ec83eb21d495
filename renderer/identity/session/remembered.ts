// What the sign-in page proposes the next time: the server and the company that were signed in to last.
import { desktopBridge, rememberServer } from "../../kernel/desktop-bridge.ts";

const TENANT = "lastmile.tenant";

export const rememberedTenant = (): string => localStorage.getItem(TENANT) ?? "";

/** Call after a sign-in that worked: only such an address is worth remembering. */
export async function remember(server: string, tenant: string): Promise<void> {
  // A browser has the app from its server, and asks for no other.
  localStorage.setItem(TENANT, tenant);
  if (desktopBridge() !== null) await rememberServer(server);
}
