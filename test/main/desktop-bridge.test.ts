// The renderer's way to the main process, end to end: desk contract, preload, trpc-electron, sender check, router.
import { createTRPCUntypedClient } from "@trpc/client";
import { ipcLink } from "trpc-electron/renderer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BridgePorts, createBridgeProcedures } from "../../main/electron/bridge-procedures.ts";
import { serveBridge } from "../../main/electron/ipc.ts";
import "../../main/electron/preload.ts";
import { openWindow, showFirstPage } from "../../main/electron/windows.ts";
import {
  bridgeOver,
  type DesktopBridge,
  type NetworkStatus,
} from "../../shared/kernel/desktop/desktop-bridge.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import * as electron from "../helpers/fake-electron.ts";

const CHANNEL = "trpc-electron";
const pdf = new TextEncoder().encode("%PDF-1.7 bill");

const idle = { running: false, connected: false, server_error: null, jobs_running: 0, routers: [], olts: [] };
const kept = new Map<string, string>();
const proof = "a proof of the password that is long enough";
const opened: string[] = [];
const known: string[] = [];
const saved: { fileName: string; bytes: number }[] = [];
let tell: ((status: NetworkStatus) => void) | undefined;

const ports: BridgePorts = {
  version: "1.2.3",
  platform: "linux",
  server: null,
  allow_http: false,
  secrets: { available: async () => true },
  servers: { list: async () => known, allow: async (server) => known.push(new URL(server).origin) > 0 },
  accountSecrets: {
    make: async (name, proof) => {
      if (name === "refused")
        throw new Failure("UNAVAILABLE", "no key store", { extra: { reason: "SECRETS_UNAVAILABLE" } });
      kept.set(name, proof);
      return `secret of ${name}`;
    },
    open: async (name, given) => {
      if (!kept.has(name)) return { state: "none" };
      if (kept.get(name) === given) return { state: "open", secret: `secret of ${name}` };
      return { state: "wrong", tries_left: 4 };
    },
    remove: async (name) => {
      if (name === "broken") throw new Error("the disk is full");
      kept.delete(name);
    },
  },
  agent: {
    start: async ({ site }) => ({ ...idle, running: true, server_error: site ?? null }),
    stop: async () => idle,
    status: () => idle,
  },
  printToPdf: async () => pdf,
  savePdf: async (fileName, bytes) => saved.push({ fileName, bytes: bytes.length }) > 0,
  openExternal: async (url) => void opened.push(url),
  watchNetwork: (listener) => {
    tell = listener;
    listener({ online: true, resumes: 0 });
    return () => {
      tell = undefined;
    };
  },
};

let bridge: DesktopBridge;
let window: ReturnType<typeof openWindow>;
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeEach(async () => {
  electron.ipcMain.removeAllListeners();
  electron.ipcRenderer.removeAllListeners();
  electron.ipcRenderer.page = undefined;
  const served = serveBridge(createBridgeProcedures(ports));
  window = openWindow(electron.session.defaultSession as never, "preload.cjs", async () => {});
  served.attach(window);
  await showFirstPage(window);
  bridge = bridgeOver(createTRPCUntypedClient({ links: [ipcLink()] }));
  process.on("uncaughtException", note).on("unhandledRejection", note);
});
afterEach(() => {
  process.off("uncaughtException", note).off("unhandledRejection", note);
  expect(uncaught.splice(0)).toEqual([]);
});

const contents = () =>
  electron.BrowserWindow.all.at(-1)?.webContents as electron.BrowserWindow["webContents"];

test("Every call of the contract reaches its port and comes back typed", async () => {
  expect(await bridge.call("info", {})).toEqual({
    version: "1.2.3",
    platform: "linux",
    secrets: true,
    server: null,
    allow_http: false,
    servers: [],
  });
  const asked = { name: "account-1", proof, online: false };
  expect(await bridge.call("secret.open", asked)).toEqual({ state: "none" });
  expect(await bridge.call("secret.make", { name: "account-1", proof })).toEqual({
    secret: "secret of account-1",
  });
  expect(await bridge.call("secret.open", asked)).toEqual({ state: "open", secret: "secret of account-1" });
  expect(await bridge.call("secret.open", { ...asked, proof: `${proof}x` })).toEqual({
    state: "wrong",
    tries_left: 4,
  });
  await bridge.call("secret.remove", { name: "account-1" });
  expect(kept.size).toBe(0);
  expect(await bridge.call("server.allow", { server: "https://isp.example/" })).toEqual({ allowed: true });
  expect((await bridge.call("info", {})).servers).toEqual(["https://isp.example"]);
  await expect(bridge.call("server.allow", { server: "http://isp.example" })).rejects.toThrow(/Only https/);
  const settings = { server: "https://192.168.1.5:4000", token: "t", site: "Head office" };
  expect(await bridge.call("agent.start", settings)).toEqual({
    ...idle,
    running: true,
    server_error: "Head office",
  });
  expect(await bridge.call("agent.status", {})).toEqual(idle);
  expect(await bridge.call("agent.stop", {})).toEqual(idle);
  const printed = await bridge.call("print_to_pdf", {});
  expect(await bridge.call("save_pdf", { file_name: "bill 7.pdf", pdf: printed.pdf })).toEqual({
    saved: true,
  });
  expect(saved).toEqual([{ fileName: "bill 7.pdf", bytes: pdf.length }]);
  for (const url of ["tel:+8801700000000", "geo:23.8,90.4"]) {
    await bridge.call("open_external", { url });
  }
  expect(opened).toHaveLength(2);
});

test.each([
  ["open_external", { url: "file:///etc/passwd" }],
  ["open_external", { url: "javascript:alert(1)" }],
  ["open_external", { url: "https://example.net/a" }],
  ["secret.open", { name: "AGENT", proof, online: false }],
  ["secret.open", { name: "../x", proof, online: false }],
  ["secret.make", { name: "account-1", proof: "short" }],
  ["save_pdf", { file_name: "../../.bashrc", pdf }],
  ["save_pdf", { file_name: "a\n.pdf", pdf }],
  ["save_pdf", { file_name: "a.pdf", pdf: new TextEncoder().encode("#!/bin/sh") }],
  ["agent.start", { server: "file:///x", token: "t" }],
  ["agent.start", { server: "http://192.168.1.5:4000", token: "t" }],
  ["info", { more: 1 }],
] as const)("The bridge's procedure %s refuses %j", async (path, input) => {
  const before = opened.length;
  const call = bridge.call(path, input as never);
  await expect(call).rejects.toMatchObject({ name: "Failure", code: "VALIDATION" });
  expect(opened).toHaveLength(before);
});

test("A refusal carries its stable code; a defect is not one", async () => {
  const refused = bridge.call("secret.make", { name: "refused", proof });
  await expect(refused).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: "no key store",
    extra: { reason: "SECRETS_UNAVAILABLE" },
  });
  const broken = bridge.call("secret.remove", { name: "broken" });
  await expect(broken).rejects.not.toBeInstanceOf(Failure);
});

test("The network status arrives until the watch ends", async () => {
  const seen: NetworkStatus[] = [];
  const stop = bridge.watch("network", {}, (status) => seen.push(status), note);
  await expect.poll(() => seen).toEqual([{ online: true, resumes: 0 }]);
  tell?.({ online: false, resumes: 0 });
  await expect.poll(() => seen.at(-1)).toEqual({ online: false, resumes: 0 });
  stop();
  await expect.poll(() => tell).toBeUndefined();
});

test("A reload ends the watches of the page before it", async () => {
  bridge.watch("network", {}, () => {}, note);
  await expect.poll(() => tell).toBeDefined();
  contents().emit("did-start-navigation", { isSameDocument: false, frame: null });
  contents().emit("did-start-navigation", { isSameDocument: true, frame: contents().mainFrame });
  expect(tell).toBeDefined();
  contents().emit("did-start-navigation", { isSameDocument: false, frame: contents().mainFrame });
  await expect.poll(() => tell).toBeUndefined();
  // Answers keep their order: after this one nothing is under way that a later page could take for its own.
  await bridge.call("info", {});
});

const frame = (url: string, parent: electron.FakeFrame | null = null) => ({ url, parent, routingId: 9 });
test.each([
  ["another origin", frame("https://evil.example/")],
  ["a look-alike origin", frame("app://lastmile.evil/")],
  ["a frame inside our page", frame("app://lastmile/", frame("app://lastmile/"))],
  ["an empty page", frame("about:blank")],
])("A message that comes from %s is refused", async (_name, sender) => {
  electron.ipcRenderer.page = { contents: contents(), frame: sender };
  const call = bridge.call("secret.make", { name: "stolen", proof });
  await expect(call).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(kept.has("stolen")).toBe(false);
});

test("Messages without a frame, or of another shape, are dropped and harm nothing", async () => {
  const request = { method: "request", operation: { id: 77, type: "query", path: "info", input: {} } };
  electron.sendFrom(contents(), CHANNEL, request, null);
  for (const junk of [
    null,
    undefined,
    5,
    {},
    { method: "request" },
    { method: "request", operation: { id: 1 } },
  ]) {
    electron.sendFrom(contents(), CHANNEL, junk);
  }
  expect((await bridge.call("info", {})).version).toBe("1.2.3");
});
