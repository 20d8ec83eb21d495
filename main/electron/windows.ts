// The desktop's window and what its page may do: our own files, no Node, no other page, no permission it does not need.
import { writeFile } from "node:fs/promises";
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  type MenuItemConstructorOptions,
  protocol,
  type Session,
} from "electron";
import { DESKTOP_ORIGIN } from "../../shared/kernel/desktop/desktop-bridge.ts";
import { serveAppFile } from "./app-files.ts";

/** Must run before Electron is ready. Standard and secure: routes, storage and Web Crypto need a real origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the built renderer under app://lastmile/ and refuses every permission but the camera and writing to the clipboard.
 * @param policy the content policy of a page that is loaded now
 */
export function serveApp(session: Session, rendererFolder: string, policy: () => Promise<string>): void {
  session.protocol.handle("app", async (request) =>
    serveAppFile(rendererFolder, request.url, await policy()),
  );
  // Writing text after a click is how "copy" buttons work; it reads nothing.
  const written = (permission: string) => permission === "clipboard-sanitized-write";
  // The camera reads codes and takes photos, when the person presses its button; nothing here listens.
  const isCamera = (permission: string, kinds: readonly (string | undefined)[]) =>
    permission === "media" && kinds.length > 0 && kinds.every((kind) => kind === "video");
  session.setPermissionRequestHandler((_page, permission, decide, details) =>
    decide(
      written(permission) || ("mediaTypes" in details && isCamera(permission, details.mediaTypes ?? [])),
    ),
  );
  session.setPermissionCheckHandler(
    (_page, permission, _origin, { mediaType }) => written(permission) || isCamera(permission, [mediaType]),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Our own menu in place of Electron's, which offers a reload without the cache, zoom and the developer tools. */
export function setMenu(): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === "darwin" ? [{ role: "appMenu" } as const] : []),
    { role: "editMenu" },
    { role: "windowMenu" },
    ...(app.isPackaged ? [] : [{ label: "Developer", submenu: [{ role: "toggleDevTools" } as const] }]),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** The one page that is handed to the computer's own browser: a message to a customer, which WhatsApp sends when told to. */
const isMessage = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === "https://wa.me" && username === "" && password === "";
};

/**
 * Opens the window on our own page; it can neither navigate away nor open another.
 * @param openOutside hands an address to the computer's own programs
 */
export function openWindow(
  session: Session,
  preload: string,
  openOutside: (url: string) => Promise<void>,
): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      session,
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // In an installed app no menu and no key opens tools that read keys and replica out of the page's memory.
      devTools: !app.isPackaged,
    },
  });
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    if (isMessage(url))
      openOutside(url).catch((error: unknown) => console.error("the browser did not open:", error));
    return { action: "deny" };
  });
  const stay = (details: { url: string; preventDefault(): void }) => {
    if (!details.url.startsWith(`${DESKTOP_ORIGIN}/`)) details.preventDefault();
  };
  webContents.on("will-navigate", stay);
  webContents.on("will-redirect", stay);
  // The page says that something typed is not saved; without an answer the window would silently stay open.
  webContents.on("will-prevent-unload", (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: "question",
      message: "Leave without saving?",
      detail: "What was typed and not saved will be lost.",
      buttons: ["Stay", "Leave"],
      defaultId: 0,
      cancelId: 0,
    });
    if (answer === 1) event.preventDefault();
  });
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  window.once("ready-to-show", () => window.show());
  return window;
}

/** Loads the first page; rejects when the renderer was not built. */
export function showFirstPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(`${DESKTOP_ORIGIN}/`);
}

/** Whether the app may call a server that was never signed in to on this computer. */
export async function askToCall(window: BrowserWindow, origin: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: "question",
    message: `Sign in at ${origin}?`,
    detail:
      "This computer has worked with another server so far. Say yes only if your company told you this address.",
    buttons: ["Cancel", "Sign in there"],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

/** The page as it is now, as print media on A4. */
export function printToPdf(
  window: BrowserWindow,
  options: { landscape?: boolean | undefined },
): Promise<Uint8Array> {
  return window.webContents.printToPDF({
    pageSize: "A4",
    landscape: options.landscape ?? false,
    printBackground: true,
  });
}

/** Asks where to put the document and writes it there; false when the person cancelled. */
export async function savePdf(window: BrowserWindow, fileName: string, pdf: Uint8Array): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: fileName,
    filters: [{ name: "PDF", extensions: ["pdf"] }],
  });
  if (canceled || !filePath) return false;
  await writeFile(filePath, pdf);
  return true;
}
