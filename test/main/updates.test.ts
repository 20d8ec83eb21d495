// Updates, held against electron-updater's own code: older, changed and wrongly signed packages are refused.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { configureUpdater, type Updater, whyNoUpdates } from "../../main/electron/updates.ts";
import { project } from "../helpers/build.ts";

const require = createRequire(import.meta.url);
const INSTALLER = Buffer.from("a new version of the desktop");

/** The parts of electron-updater that are used here; it has no types for them. */
interface RealUpdater extends Updater {
  httpExecutor: unknown;
  updateConfigPath: string;
  logger: null;
  verifyUpdateCodeSignature: (publishers: string[], file: string) => Promise<string | null>;
  downloadUpdate(): Promise<string[]>;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean } | null>;
}

let server: Server;
let base: string;
let folder: string;
let announced: { version: string; sha512: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-updates-"));
  server = createServer(({ url }, response) => {
    if (!url?.startsWith("/latest")) return void response.end(INSTALLER);
    const { version, sha512 } = announced;
    const file = `{url: lastmile-setup.exe, sha512: "${sha512}", size: ${INSTALLER.length}}`;
    response.end(`version: ${version}\nfiles: [${file}]\npath: lastmile-setup.exe\nsha512: "${sha512}"\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const sha512 = (bytes: Buffer) => createHash("sha512").update(bytes).digest("base64");

/** The Windows updater as it is, on a stand-in for the app, with our settings. */
function updater(): RealUpdater {
  const { NsisUpdater } = require("electron-updater/out/NsisUpdater.js");
  // Its own downloader, which checks the sum; the requests are Node's, where Electron's are not.
  const { ElectronHttpExecutor } = require("electron-updater/out/electronHttpExecutor.js");
  const app = {
    version: "1.5.0",
    name: "lastmile",
    isPackaged: true,
    appUpdateConfigPath: join(folder, "app-update.yml"),
    userDataPath: folder,
    baseCachePath: mkdtempSync(join(folder, "cache-")),
    whenReady: async () => {},
    onQuit: () => {},
  };
  writeFileSync(
    app.appUpdateConfigPath,
    `provider: generic\nurl: ${base}\npublisherName: [Lastmile]\nupdaterCacheDirName: cache\n`,
  );
  const made: RealUpdater = new NsisUpdater(undefined, app);
  const executor = new ElectronHttpExecutor();
  executor.createRequest = request;
  made.httpExecutor = executor;
  made.logger = null;
  made.on("error", () => {});
  configureUpdater(made);
  made.autoDownload = false;
  (made as unknown as { disableDifferentialDownload: boolean }).disableDifferentialDownload = true;
  made.verifyUpdateCodeSignature = async () => null;
  return made;
}

describe("an update", () => {
  it("An update that is newer, whole and signed is taken", async () => {
    announced = { version: "1.6.0", sha512: sha512(INSTALLER) };
    const made = updater();
    const asked: string[][] = [];
    made.verifyUpdateCodeSignature = async (publishers) => {
      asked.push(publishers);
      return null;
    };
    expect((await made.checkForUpdates())?.isUpdateAvailable).toBe(true);
    const [file] = await made.downloadUpdate();
    expect(readFileSync(file as string)).toEqual(INSTALLER);
    expect(asked).toEqual([["Lastmile"]]);
  });

  it.each(["1.4.9", "1.5.0", "1.5.0-beta.1", "0.9.0"])(
    "An update to %s, which is no newer, is none",
    async (version) => {
      announced = { version, sha512: sha512(INSTALLER) };
      expect((await updater().checkForUpdates())?.isUpdateAvailable).toBe(false);
    },
  );

  it("An update whose bytes are not what was announced is refused", async () => {
    announced = { version: "1.6.0", sha512: sha512(Buffer.from("another")) };
    const made = updater();
    await made.checkForUpdates();
    await expect(made.downloadUpdate()).rejects.toThrow(/sha512 checksum mismatch/);
  });

  it("An update that somebody else signed is refused", async () => {
    announced = { version: "1.6.0", sha512: sha512(INSTALLER) };
    const made = updater();
    made.verifyUpdateCodeSignature = async () => "signed by Somebody Else";
    await made.checkForUpdates();
    await expect(made.downloadUpdate()).rejects.toThrow(
      /not signed by the application owner: signed by Somebody Else/,
    );
  });
});

test("Without a channel, over plain http, or on Windows without a publisher's name, none is looked for", () => {
  const channel = "provider: generic\nurl: https://updates.isp.example/\n";
  expect(whyNoUpdates("linux", null)).toMatch(/without a channel/);
  expect(whyNoUpdates("linux", channel.replace("https", "http"))).toMatch(/not https/);
  expect(whyNoUpdates("win32", channel)).toMatch(/who signs it/);
  expect(whyNoUpdates("win32", `${channel}publisherName:\n  - Lastmile\n`)).toBeNull();
  expect(whyNoUpdates("linux", channel)).toBeNull();
});

test("The build names a channel and a publisher, which nobody else can have", () => {
  const settings = readFileSync(join(project, "electron-builder.yml"), "utf8");
  const channel = settings.slice(settings.indexOf("publish:")).replace(/^ {2}/gm, "");
  expect(channel).toMatch(/^publisherName: \[\w+\]/m);
  expect(whyNoUpdates("win32", channel)).toMatch(/no address yet/);
});
