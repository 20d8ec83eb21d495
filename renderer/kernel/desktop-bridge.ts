// The desktop's main process where there is one; in a browser everything here answers null or does the browser's way.
import type { DesktopBridge } from "../../shared/kernel/desktop/desktop-bridge.ts";
import { isPractising } from "./practice/practising.ts";
import type { SecretStore } from "./replica/index.ts";

let known: DesktopBridge | null | undefined;

/** The way to the main process, loaded when it is first taken: a browser never needs it. */
const opened = () => import("./desktop-transport.ts").then(({ openedBridge }) => openedBridge());

const lateBridge: DesktopBridge = {
  call: async (...call) => (await opened()).call(...call),
  watch(...call) {
    let over = false;
    let end: (() => void) | null = null;
    opened().then((bridge) => {
      if (!over) end = bridge.watch(...call);
    }, call[3]);
    return () => {
      over = true;
      end?.();
    };
  },
};

/** The main process, or null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  if (known === undefined) {
    known = "electronTRPC" in globalThis ? lateBridge : null;
  }
  return known;
}

/** An account's secret under a name that the main process takes: its own may hold any characters. */
async function secretName(name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  const hex = Array.from(new Uint8Array(digest, 0, 20), (byte) => byte.toString(16).padStart(2, "0"));
  return `account-${hex.join("")}`;
}

/** The operating system's key store through the main process; null where there is none. */
export async function secretStore(): Promise<SecretStore | null> {
  const main = desktopBridge();
  if (!main || !(await main.call("info", {})).secrets) return null;
  return {
    make: async (name, proof) =>
      (await main.call("secret.make", { name: await secretName(name), proof })).secret,
    open: async (name, proof, online) =>
      main.call("secret.open", { name: await secretName(name), proof, online }),
    remove: async (name) => {
      await main.call("secret.remove", { name: await secretName(name) });
    },
  };
}

const SERVER = "lastmile.server";
const DEVICE_NAME = "lastmile.device-name";

/** The server's address to offer: in a browser the page's own origin, else remembered, else what the desktop was set up with. */
export async function offeredServer(): Promise<string> {
  const main = desktopBridge();
  // In a browser the page may call nobody but the server that it came from.
  if (!main) return location.origin;
  const remembered = localStorage.getItem(SERVER);
  if (remembered) return remembered;
  return (await main.call("info", {})).server ?? "";
}

/** Whether plain http to other machines is allowed on this computer. */
export async function allowsPlainHttp(): Promise<boolean> {
  return (await desktopBridge()?.call("info", {}))?.allow_http ?? true;
}

/** Offers this address the next time; from the next load on the desktop's page may call it and no unknown one. */
export async function rememberServer(server: string): Promise<void> {
  localStorage.setItem(SERVER, server);
  await desktopBridge()?.call("server.allow", { server });
}

/**
 * Whether the page may call a server. The desktop's page was loaded for the servers that are known here: another one is
 * asked about by the main process, and then the page is loaded anew for it, with its address filled in.
 */
export async function mayCall(server: string): Promise<boolean> {
  const main = desktopBridge();
  if (!main) return true;
  const { servers } = await main.call("info", {});
  if (servers.length === 0 || !URL.canParse(server) || servers.includes(new URL(server).origin)) return true;
  const { allowed } = await main.call("server.allow", { server });
  if (!allowed) return false;
  localStorage.setItem(SERVER, server);
  location.reload();
  // The page goes away: nothing more is to happen in it.
  return new Promise(() => {});
}

/** How this machine is called in the tenant's list of devices. */
export function deviceName(): string {
  const chosen = localStorage.getItem(DEVICE_NAME);
  if (chosen) return chosen;
  const platform = /Windows|Mac OS X|Linux|Android/.exec(navigator.userAgent)?.[0] ?? "computer";
  return `${desktopBridge() ? "Desktop" : "Browser"} on ${platform}`;
}

/** Offers a file: the desktop asks where to put a PDF, a browser downloads. Answers false when the person cancelled. */
export async function saveFile(
  file_name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<boolean> {
  // A table of practised figures is told from a real one by its name at least.
  const name = isPractising() ? `practice-${file_name}` : file_name;
  const main = desktopBridge();
  if (main && type === "application/pdf") {
    return (await main.call("save_pdf", { file_name: name, pdf: bytes })).saved;
  }
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}
