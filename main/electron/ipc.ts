// Puts the desktop bridge on Electron's IPC by trpc-electron, and stands guard in front of it.
import { type BrowserWindow, ipcMain, type WebFrameMain } from "electron";
import { createIPCHandler, ELECTRON_TRPC_CHANNEL } from "trpc-electron/main";
import { z } from "zod";
import { DESKTOP_ORIGIN } from "../../shared/kernel/desktop/desktop-bridge.ts";
import type { BridgeProcedures } from "./bridge-procedures.ts";

const id = z.union([z.string(), z.number()]);
const message = z.union([
  z.object({ method: z.literal("subscription.stop"), id }),
  z.object({
    method: z.literal("request"),
    operation: z.object({ id, path: z.string(), type: z.enum(["query", "mutation", "subscription"]) }),
  }),
]);

/** Our own page, and it itself rather than a frame inside it. */
function isOurPage(frame: WebFrameMain | null): boolean {
  if (!frame || frame.parent !== null || !URL.canParse(frame.url)) return false;
  const { protocol, host } = new URL(frame.url);
  return `${protocol}//${host}` === DESKTOP_ORIGIN;
}

type Listener = (...args: unknown[]) => void;
interface Emitter {
  listeners(channel: string): unknown[];
  on(channel: string, listener: Listener): unknown;
  removeListener(channel: string, listener: Listener): unknown;
}

/** Puts `allows` in front of the listeners that `add` registers, since trpc-electron offers no place for a check. */
function guard(
  emitter: Emitter,
  channel: string,
  add: () => void,
  allows: (...args: unknown[]) => boolean,
): void {
  const before = new Set(emitter.listeners(channel));
  add();
  for (const listener of emitter.listeners(channel).filter((one) => !before.has(one)) as Listener[]) {
    emitter.removeListener(channel, listener);
    emitter.on(channel, (...args) => {
      if (allows(...args)) listener(...args);
    });
  }
}

/**
 * Serves `router` to the windows attached afterwards. A message from another page is refused; one that is malformed, or
 * whose frame is gone already (Electron gives null, on which trpc-electron throws), is dropped.
 */
export function serveBridge(router: BridgeProcedures): { attach(window: BrowserWindow): void } {
  let handler: ReturnType<typeof createIPCHandler> | undefined;
  guard(
    ipcMain as Emitter,
    ELECTRON_TRPC_CHANNEL,
    () => {
      handler = createIPCHandler({
        router,
        createContext: async ({ event }) => ({ trusted: isOurPage(event.senderFrame) }),
      });
    },
    (event, body) => (event as Electron.IpcMainEvent).senderFrame !== null && message.safeParse(body).success,
  );
  return {
    attach(window) {
      guard(
        window.webContents as Emitter,
        "did-start-navigation",
        () => handler?.attachWindow(window),
        (details) => (details as Electron.WebContentsDidStartNavigationEventParams).frame !== null,
      );
    },
  };
}
