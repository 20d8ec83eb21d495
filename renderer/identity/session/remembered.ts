// What the sign-in page proposes the next time: the server and the company that were signed in to last.
import { desktopBridge, rememberServer } from "../../kernel/desktop-bridge.ts";

const TENANT = "lastmile.tenant";

export const rememberedTenant = (): string => localStorage.getItem(TENANT) ?? "";

/** Call after a sign-in that worked: only such an address is worth remembering. */
export function remember(server: string, tenant: string): void {
  // A browser has the app from its server, and asks for no other.
  if (desktopBridge() !== null) rememberServer(server);
  localStorage.setItem(TENANT, tenant);
}
