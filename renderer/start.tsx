// The start: words of the sign-in, session, offline shell, first render. Nothing here knows a resource.
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "./kernel/theme/fonts.css";
import "./kernel/theme/base.css";
import { notifications } from "@mantine/notifications";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { SIGN_IN_DICTIONARIES } from "./identity/session/sign-in-words.ts";
import { deviceName, secretStore } from "./kernel/desktop-bridge.ts";
import { startWords } from "./kernel/i18n/index.ts";
import { keepInstallOffer } from "./kernel/install.ts";
import { registerOfflineShell } from "./kernel/offline-shell.ts";
import { wordsOf } from "./kernel/replica/index.ts";
import { ignoreHeldKeys } from "./kernel/screen/fresh-keys.ts";
import { loadIcons } from "./kernel/screen/later-icon.tsx";
import { afterPaint, beforeOthers, prepareFirst } from "./kernel/screen/lazily.tsx";
import { prepareOpening, startSession } from "./kernel/session/session-store.ts";

const product = () => import("./product.ts");

/** Call once. */
export async function start(): Promise<void> {
  window.addEventListener("unhandledrejection", ({ reason }) => {
    notifications.show({ color: "red", message: wordsOf(reason), autoClose: 10_000 });
  });
  keepInstallOffer();
  ignoreHeldKeys();
  startWords(SIGN_IN_DICTIONARIES);
  beforeOthers(async () => {
    const [{ knowLater }] = await Promise.all([import("./know-later.ts"), loadIcons(), product()]);
    knowLater();
  });
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no place for the application");
  createRoot(root).render(<App />);
  const secrets = await secretStore();
  await startSession({ secrets, device_name: deviceName(), product, first: prepareFirst });
  afterPaint(prepareOpening);
  registerOfflineShell(() => import("./billing/receipt/receipt-file.ts"));
}
