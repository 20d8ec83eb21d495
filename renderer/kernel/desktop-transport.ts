// The wire between the page and Electron's main process.
import { createTRPCUntypedClient } from "@trpc/client";
import { ipcLink } from "trpc-electron/renderer";
import { bridgeOver, type DesktopBridge } from "../../shared/kernel/desktop/desktop-bridge.ts";

let opened: DesktopBridge | null = null;

/** The one bridge of this page. */
export function openedBridge(): DesktopBridge {
  opened ??= bridgeOver(createTRPCUntypedClient({ links: [ipcLink()] }));
  return opened;
}
