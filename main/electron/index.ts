// The desktop's entry: puts Electron, the window, the desktop bridge and the network agent together, and takes them down.
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { app, type BrowserWindow, dialog, net, powerMonitor, session, shell } from "electron";
import { desktopPolicy } from "../../shared/kernel/desktop/content-policy.ts";
import type { AgentSettings } from "../../shared/kernel/desktop/desktop-bridge.ts";
import { isLoopbackHost } from "../../shared/kernel/desktop/server-address.ts";
import { createAgent } from "../agent.ts";
import { agentId } from "../agent-id.ts";
import type { AgentLog } from "../agent-settings.ts";
import { readAllowHttp } from "../allow-http.ts";
import { createServerLink } from "../network/server-link.ts";
import { createAccountSecrets } from "./account-secrets.ts";
import { createBridgeProcedures } from "./bridge-procedures.ts";
import { createDesktopAgent, type RunningAgent } from "./desktop-agent.ts";
import { serveBridge } from "./ipc.ts";
import { createKnownServers } from "./known-servers.ts";
import { createNetworkWatch } from "./network-watch.ts";
import { createSecretStore } from "./secrets.ts";
import { type Updater, watchForUpdates, whyNoUpdates } from "./updates.ts";
import {
  askToCall,
  openWindow,
  printToPdf,
  registerAppScheme,
  savePdf,
  serveApp,
  setMenu,
  showFirstPage,
} from "./windows.ts";

/** The built files lie beside this one: index.js, preload.cjs and, one folder up, the renderer. */
const built = import.meta.dirname;

const allowHttp = readAllowHttp(process.env);

const log: AgentLog = (level, message, fields) => console[level](message, fields ?? {});

function networkAgent({ server, token, site }: AgentSettings, agent_id: string): RunningAgent {
  // A server on this very computer means that its routers may be too: the demo, a trial.
  const allowLoopback = isLoopbackHost(new URL(server).hostname);
  const link = createServerLink({ url: server, token });
  return createAgent({ link, agent_id, name: hostname(), ...(site ? { site } : {}), log, allowLoopback });
}

async function run(): Promise<void> {
  await app.whenReady();
  const profile = app.getPath("userData");
  const secrets = createSecretStore(join(profile, "secrets.json"));
  const agent_id = await agentId(profile);
  const agent = createDesktopAgent((settings) => networkAgent(settings, agent_id), secrets);
  const network = createNetworkWatch(() => net.isOnline());
  powerMonitor.on("resume", () => network.resumed());

  let window: BrowserWindow | undefined;
  const shown = (): BrowserWindow => {
    if (!window || window.isDestroyed()) throw new Error("the window is closed");
    return window;
  };
  const offered = process.env.LASTMILE_SERVER ?? null;
  const servers = createKnownServers(join(profile, "servers.json"), offered, (origin) =>
    askToCall(shown(), origin),
  );
  const bridge = serveBridge(
    createBridgeProcedures({
      version: app.getVersion(),
      platform: process.platform,
      server: offered,
      allow_http: allowHttp,
      servers,
      secrets,
      accountSecrets: createAccountSecrets(secrets),
      agent,
      printToPdf: (options) => printToPdf(shown(), options),
      savePdf: (fileName, pdf) => savePdf(shown(), fileName, pdf),
      openExternal: (url) => shell.openExternal(url),
      watchNetwork: (listener) => network.watch(listener),
    }),
  );

  setMenu();
  serveApp(session.defaultSession, join(built, "..", "renderer"), async () =>
    desktopPolicy(await servers.list(), allowHttp),
  );
  window = openWindow(session.defaultSession, join(built, "preload.cjs"), (url) => shell.openExternal(url));
  bridge.attach(window);
  app.on("second-instance", () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on("window-all-closed", () => app.quit());
  stopBeforeQuitting(() => agent.close());
  await showFirstPage(window);
  // Afterwards, and apart: an agent that can not start must not close the page in which it can be set right.
  await keepUpToDate().catch((error: unknown) => console.error("updates are not looked for:", error));
  await agent.resume().catch((error: unknown) => console.error("the network agent did not start:", error));
}

/** Only an installed app is updated. The updater is loaded late: it looks for Electron's parts as it is made. */
async function keepUpToDate(): Promise<void> {
  if (!app.isPackaged) return;
  const channel = await readFile(join(process.resourcesPath, "app-update.yml"), "utf8").catch(() => null);
  const reason = whyNoUpdates(process.platform, channel);
  if (reason) return log("info", reason);
  const { default: updating } = await import("electron-updater");
  watchForUpdates(updating.autoUpdater as Updater, log);
}

/** Holds the quitting back once, until the agent has finished what it does on a router. */
function stopBeforeQuitting(close: () => Promise<void>): void {
  let closed = false;
  app.on("before-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    close()
      .catch((error: unknown) => console.error("the network agent did not stop:", error))
      .finally(() => app.quit());
  });
}

registerAppScheme();
if (app.requestSingleInstanceLock()) {
  run().catch((error: unknown) => {
    console.error(error);
    dialog.showErrorBox("Lastmile can not start", error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else {
  app.quit();
}
