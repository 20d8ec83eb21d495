// The desktop's entry put together as it is, on the stand-in for Electron: opens, answers, runs the agent, quits clean.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTRPCUntypedClient } from "@trpc/client";
import { ipcLink } from "trpc-electron/renderer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWindow, setMenu } from "../../main/electron/windows.ts";
import {
  bridgeOver,
  type DesktopBridge,
  type NetworkStatus,
} from "../../shared/kernel/desktop/desktop-bridge.ts";
import * as electron from "../helpers/fake-electron.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";

let bridge: DesktopBridge;
beforeAll(async () => {
  electron.app.folder = mkdtempSync(join(tmpdir(), "lastmile-profile-"));
  await import("../../main/electron/preload.ts");
  await import("../../main/electron/index.ts");
  await vi.waitFor(() => expect(electron.BrowserWindow.all.at(-1)?.visible).toBe(true), HANGS_MS);
  bridge = bridgeOver(createTRPCUntypedClient({ links: [ipcLink()] }));
});
afterAll(() => rmSync(electron.app.folder, { recursive: true }));

const theWindow = () => electron.BrowserWindow.all[0] as electron.BrowserWindow;

test("One window opens on our page, with the scheme served and the permissions closed", () => {
  expect(electron.BrowserWindow.all).toHaveLength(1);
  expect(theWindow().webContents.mainFrame.url).toBe("app://lastmile/");
  expect(electron.schemes.map((one) => one.scheme)).toEqual(["app"]);
  expect([...electron.session.defaultSession.handlers.keys()]).toEqual(["app"]);
  expect(electron.session.defaultSession.check?.(null, "geolocation", "app://lastmile/", {})).toBe(false);
});

test("The menu is our own, and an installed app has no developer tools", () => {
  expect(electron.Menu.current?.template.map(({ role, label }) => role ?? label)).toContain("editMenu");
  expect(theWindow().options.webPreferences.devTools).toBe(true);
  electron.app.isPackaged = true;
  setMenu();
  const window = openWindow(
    electron.session.defaultSession as never,
    "preload.cjs",
    async () => {},
  ) as never as electron.BrowserWindow;
  electron.app.isPackaged = false;
  expect(window.options.webPreferences.devTools).toBe(false);
  const roles = electron.Menu.current?.template.map(({ role, label }) => role ?? label);
  expect(roles?.filter((role) => role === "viewMenu" || role === "Developer")).toEqual([]);
  electron.BrowserWindow.all.pop();
});

test("A second start brings the window to the front", () => {
  const focused = vi.fn();
  theWindow().on("focus", focused);
  electron.app.emit("second-instance");
  expect(focused).toHaveBeenCalledOnce();
});

test("The page is answered: secrets, printing, addresses, wake-ups", async () => {
  expect(await bridge.call("info", {})).toMatchObject({ version: "0.1.0", secrets: true });
  const proof = "a proof of the password that is long enough";
  const { secret } = await bridge.call("secret.make", { name: "account-1", proof });
  const opened = await bridge.call("secret.open", { name: "account-1", proof, online: false });
  expect(opened).toEqual({ state: "open", secret });
  expect(readFileSync(join(electron.app.folder, "secrets.json"), "utf8")).not.toContain(secret);
  const { pdf } = await bridge.call("print_to_pdf", { landscape: true });
  expect(Buffer.from(pdf).toString()).toBe("%PDF-1.7 landscape");
  electron.dialog.answer = { canceled: true, filePath: "" };
  expect(await bridge.call("save_pdf", { file_name: "bill.pdf", pdf })).toEqual({ saved: false });
  await bridge.call("open_external", { url: "tel:+8801700000000" });
  expect(electron.opened).toEqual(["tel:+8801700000000"]);
  const seen: NetworkStatus[] = [];
  const stop = bridge.watch(
    "network",
    {},
    (status) => seen.push(status),
    () => {},
  );
  await expect.poll(() => seen).toHaveLength(1);
  electron.powerMonitor.emit("resume");
  await expect.poll(() => seen.at(-1)).toEqual({ online: true, resumes: 1 });
  stop();
});

test("The network agent runs until the program ends, and is stopped before that", async () => {
  const log = vi.spyOn(console, "info").mockImplementation(() => {});
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  // Port 9 is discard: nothing listens there, so the agent stays without a server and tries on.
  const status = await bridge.call("agent.start", { server: "http://127.0.0.1:9", token: "lm_token" });
  expect(status).toMatchObject({ running: true, connected: false, routers: [] });
  const error = async () => (await bridge.call("agent.status", {})).server_error;
  await expect.poll(error).toBe("The server does not answer.");
  expect(readFileSync(join(electron.app.folder, "secrets.json"), "utf8")).not.toContain("lm_token");

  electron.app.emit("window-all-closed");
  expect(electron.app.quits).toBe(0);
  await expect.poll(() => electron.app.quits).toBe(1);
  expect(log).toHaveBeenCalledWith("agent stopped", {});
  expect(await bridge.call("agent.status", {})).toMatchObject({ running: false });
  log.mockRestore();
  warn.mockRestore();
});
