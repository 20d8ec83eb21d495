// The desktop's window: closed to Node, to other pages and to permissions, whatever the page tries.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  openWindow,
  printToPdf,
  registerAppScheme,
  savePdf,
  serveApp,
  showFirstPage,
} from "../../main/electron/windows.ts";
import { desktopPolicy } from "../../shared/kernel/desktop/content-policy.ts";
import * as electron from "../helpers/fake-electron.ts";

const session = new electron.FakeSession();
const open = () => {
  const outside: string[] = [];
  const window = openWindow(session as never, "/app/preload.cjs", async (url) => void outside.push(url));
  return { window, fake: window as unknown as electron.BrowserWindow, outside };
};

test("The page runs isolated, in the sandbox, without Node", async () => {
  const { window, fake } = open();
  expect(fake.options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    preload: "/app/preload.cjs",
  });
  expect(fake.visible).toBe(false);
  await showFirstPage(window);
  expect(fake.webContents.mainFrame.url).toBe("app://lastmile/");
  expect(fake.visible).toBe(true);
});

test.each([
  ["app://lastmile/customers", false],
  ["app://lastmile.evil/", true],
  ["https://example.net/", true],
  ["file:///etc/passwd", true],
  ["javascript:alert(1)", true],
])("Going to %s is prevented: %s", (url, prevented) => {
  const { fake, outside } = open();
  for (const event of ["will-navigate", "will-redirect"]) {
    let stopped = false;
    const preventDefault = () => {
      stopped = true;
    };
    fake.webContents.emit(event, { url, preventDefault });
    expect(stopped).toBe(prevented);
  }
  expect(fake.webContents.openHandler?.({ url })).toEqual({ action: "deny" });
  expect(outside).toEqual([]);
});

test("A window with something unsaved asks before it closes, and closes when told to", () => {
  const { fake } = open();
  const closes = (pressed: number) => {
    electron.dialog.pressed = pressed;
    let left = false;
    fake.webContents.emit("will-prevent-unload", {
      preventDefault: () => {
        left = true;
      },
    });
    return left;
  };
  expect(closes(0)).toBe(false);
  expect(closes(1)).toBe(true);
});

test("A message to WhatsApp opens in the computer's own browser, never in a window of ours, and nothing else does", () => {
  const { fake, outside } = open();
  const message = "https://wa.me/8801711000001?text=Receipt%207";
  expect(fake.webContents.openHandler?.({ url: message })).toEqual({ action: "deny" });
  expect(outside).toEqual([message]);
  for (const url of [
    "http://wa.me/8801711000001",
    "https://wa.me.example.net/",
    "https://wa.me:8443/",
    "https://somebody@wa.me/",
    "https://example.net/?https://wa.me/",
    "//wa.me/",
    "",
  ])
    expect(fake.webContents.openHandler?.({ url })).toEqual({ action: "deny" });
  expect(outside).toEqual([message]);
});

test("The scheme is a real and secure origin, served from the renderer's folder", async () => {
  registerAppScheme();
  expect(electron.schemes.at(-1)).toMatchObject({
    scheme: "app",
    privileges: { standard: true, secure: true },
  });
  serveApp(session as never, "/nowhere", async () => desktopPolicy([], false));
  const answer = await session.handlers.get("app")?.(new Request("app://lastmile/../x"));
  expect(answer?.status).toBe(404);
});

test("No permission is granted but the camera and writing text to the clipboard", () => {
  serveApp(session as never, "/nowhere", async () => desktopPolicy([], false));
  const asked = [
    "geolocation",
    "media",
    "notifications",
    "clipboard-read",
    "openExternal",
    "clipboard-sanitized-write",
  ];
  const granted = asked.filter((permission) => {
    let answer = false;
    const decide = (given: boolean) => {
      answer = given;
    };
    session.request?.(null, permission, decide, {});
    expect(session.check?.(null, permission, "app://lastmile/", {})).toBe(answer);
    return answer;
  });
  const media = (kinds: readonly string[]) => {
    let answer = false;
    const decide = (given: boolean) => {
      answer = given;
    };
    session.request?.(null, "media", decide, { mediaTypes: kinds });
    return answer;
  };
  expect([media(["video"]), media(["audio"]), media(["video", "audio"])]).toEqual([true, false, false]);
  const seen = (mediaType: string) => session.check?.(null, "media", "app://lastmile/", { mediaType });
  expect([seen("video"), seen("audio")]).toEqual([true, false]);
  expect(granted).toEqual(["clipboard-sanitized-write"]);
  expect(session.device?.()).toBe(false);
});

test("A document is printed, and saved only where the person says", async () => {
  const { window } = open();
  const pdf = await printToPdf(window, { landscape: true });
  expect(Buffer.from(pdf).toString()).toBe("%PDF-1.7 landscape");
  const folder = mkdtempSync(join(tmpdir(), "lastmile-pdf-"));
  try {
    const filePath = join(folder, "bill.pdf");
    electron.dialog.answer = { canceled: true, filePath };
    expect(await savePdf(window, "bill.pdf", pdf)).toBe(false);
    electron.dialog.answer = { canceled: false, filePath };
    expect(await savePdf(window, "bill.pdf", pdf)).toBe(true);
    expect(readFileSync(filePath, "utf8")).toBe("%PDF-1.7 landscape");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
