// The wire between the page and Electron's main process.
import { createTRPCUntypedClient } from "@trpc/client";
import { ipcLink } from "trpc-electron/renderer";
import type { BridgeTransport } from "../../shared/kernel/desktop/desktop-bridge.ts";

let opened: BridgeTransport | null = null;

/** The one transport of this page. */
export function desktopTransport(): BridgeTransport {
  opened ??= createTRPCUntypedClient({ links: [ipcLink()] });
  return opened;
}
