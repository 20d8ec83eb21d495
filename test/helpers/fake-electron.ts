// Stands in for the module `electron` under Node, where its binary is not: the same events and the same copying of
// messages between the processes, so that our own code on both sides of the IPC runs unchanged.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";

export interface FakeFrame {
  url: string;
  parent: FakeFrame | null;
  routingId: number;
}

export const ipcMain = new EventEmitter();
export const powerMonitor = new EventEmitter();

class FakeWebContents extends EventEmitter {
  readonly id: number;
  mainFrame: FakeFrame;
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  constructor(id: number) {
    super();
    this.id = id;
    this.mainFrame = { url: "about:blank", parent: null, routingId: id };
  }
  isDestroyed = () => false;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.openHandler = handler;
  }
  printToPDF = async (options: { landscape: boolean }) =>
    Buffer.from(`%PDF-1.7 ${options.landscape ? "landscape" : "portrait"}`);
}

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  static getAllWindows = () => BrowserWindow.all;
  readonly options: { webPreferences: Record<string, unknown> };
  readonly webContents: FakeWebContents;
  visible = false;
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super();
    this.options = options;
    this.webContents = new FakeWebContents(BrowserWindow.all.push(this));
  }
  async loadURL(url: string) {
    this.webContents.mainFrame = { ...this.webContents.mainFrame, url };
    this.emit("ready-to-show");
  }
  show() {
    this.visible = true;
  }
  isDestroyed = () => false;
  isMinimized = () => false;
  focus() {
    this.emit("focus");
  }
}

/** Sends a message as the page in `sender` would; `frame` null is a page that is gone before its message arrives. */
export function sendFrom(
  sender: FakeWebContents,
  channel: string,
  message: unknown,
  frame: FakeFrame | null = sender.mainFrame,
): void {
  const body = structuredClone(message);
  setImmediate(() => {
    ipcMain.emit(
      channel,
      {
        sender,
        senderFrame: frame,
        reply: (to: string, answer: unknown) => {
          const copy = structuredClone(answer);
          setImmediate(() => ipcRenderer.emit(to, {}, copy));
        },
      },
      body,
    );
  });
}

class FakeIpcRenderer extends EventEmitter {
  /** The page that speaks; the last window opened unless told. */
  page: { contents: FakeWebContents; frame?: FakeFrame | null } | undefined;
  send(channel: string, message: unknown) {
    const contents = this.page?.contents ?? BrowserWindow.all.at(-1)?.webContents;
    if (!contents) throw new Error("no window to send from");
    sendFrom(
      contents,
      channel,
      message,
      this.page?.frame === undefined ? contents.mainFrame : this.page.frame,
    );
  }
}
export const ipcRenderer = new FakeIpcRenderer();

export const contextBridge = {
  exposeInMainWorld(name: string, api: unknown) {
    Object.defineProperty(globalThis, name, { value: api, configurable: true });
  },
};

/** Really encrypts, so that a test can look for plain text in files; `turn` is the operating system's key rotation. */
export const keyStore = {
  backend: "gnome_libsecret",
  keys: [randomBytes(32)],
  turn: () => keyStore.keys.push(randomBytes(32)),
};

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => keyStore.backend !== "none",
  getSelectedStorageBackend: () => keyStore.backend,
  async encryptStringAsync(text: string) {
    const index = keyStore.keys.length - 1;
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-256-ctr", keyStore.keys[index] as Buffer, iv);
    return Buffer.concat([Buffer.from([index]), iv, cipher.update(text, "utf8"), cipher.final()]);
  },
  async decryptStringAsync(encrypted: Buffer) {
    const index = encrypted[0] as number;
    const key = keyStore.keys[index];
    if (!key) throw new Error("Error while decrypting the ciphertext");
    const plain = createDecipheriv("aes-256-ctr", key, encrypted.subarray(1, 17)).update(
      encrypted.subarray(17),
    );
    return { result: plain.toString("utf8"), shouldReEncrypt: index < keyStore.keys.length - 1 };
  },
};

type Handler = (request: Request) => Promise<Response>;
export const schemes: { scheme: string; privileges: Record<string, boolean> }[] = [];
export const protocol = {
  registerSchemesAsPrivileged: (list: typeof schemes) => schemes.push(...list),
};

type Decide = (granted: boolean) => void;
export class FakeSession {
  handlers = new Map<string, Handler>();
  request: ((page: null, permission: string, decide: Decide, details: object) => void) | undefined;
  check: ((page: null, permission: string, origin: string, details: object) => boolean) | undefined;
  device: (() => boolean) | undefined;
  protocol = { handle: (scheme: string, handler: Handler) => void this.handlers.set(scheme, handler) };
  setPermissionRequestHandler(handler: FakeSession["request"]) {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: FakeSession["check"]) {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: FakeSession["device"]) {
    this.device = handler;
  }
}
export const session = { defaultSession: new FakeSession() };

export const net = { isOnline: () => true };
export const opened: string[] = [];
export const shell = { openExternal: async (url: string) => void opened.push(url) };
export const dialog = {
  answer: { canceled: true, filePath: "" },
  /** The button that is pressed. */
  pressed: 0,
  showMessageBoxSync: () => dialog.pressed,
  showSaveDialog: async () => dialog.answer,
  showErrorBox: (title: string, text: string) => {
    throw new Error(`${title}: ${text}`);
  },
};

export interface FakeMenu {
  template: { role?: string; label?: string }[];
}
export const Menu = {
  current: null as FakeMenu | null,
  buildFromTemplate: (template: FakeMenu["template"]): FakeMenu => ({ template }),
  setApplicationMenu: (menu: FakeMenu | null) => {
    Menu.current = menu;
  },
};

class FakeApp extends EventEmitter {
  isPackaged = false;
  folder = "";
  quits = 0;
  requestSingleInstanceLock = () => true;
  whenReady = async () => {};
  getPath = () => this.folder;
  getVersion = () => "0.1.0";
  setName() {}
  quit() {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit("before-quit", { preventDefault });
    if (!prevented) this.quits += 1;
  }
  exit(code: number) {
    throw new Error(`exit ${code}`);
  }
}
export const app = new FakeApp();
