// Starts the renderer: words, session, offline shell, first render.
import "@mantine/core/styles.css";
import "./kernel/theme/fonts.css";
import "./kernel/theme/base.css";
import { notifications } from "@mantine/notifications";
import { createRoot } from "react-dom/client";
import "../shared/resources.ts";
import { App } from "./app.tsx";
import { EXPECTATIONS } from "./expectations.ts";
import { deviceName, secretStore } from "./kernel/desktop-bridge.ts";
import { knowExpectations } from "./kernel/expected/rules.ts";
import { addTexts, startWords } from "./kernel/i18n/index.ts";
import { registerOfflineShell } from "./kernel/offline-shell.ts";
import { wordsOf } from "./kernel/replica/index.ts";
import { ignoreHeldKeys } from "./kernel/screen/fresh-keys.ts";
import { beforeOthers } from "./kernel/screen/lazily.tsx";
import { startSession } from "./kernel/session/session-store.ts";
import { customerSearch } from "./subscribers/customer/customer-search.ts";
import { FIRST_DICTIONARIES, RESOURCE_WORDS } from "./words.ts";

window.addEventListener("unhandledrejection", ({ reason }) => {
  notifications.show({ color: "red", message: wordsOf(reason), autoClose: 10_000 });
});

ignoreHeldKeys();
knowExpectations(EXPECTATIONS);
startWords(FIRST_DICTIONARIES, RESOURCE_WORDS);
beforeOthers(async () => {
  const { LATER_DICTIONARIES } = await import("./later-words.ts");
  for (const texts of LATER_DICTIONARIES) addTexts(texts);
});
const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the application");
createRoot(root).render(<App />);
await startSession({
  secrets: await secretStore(),
  device_name: deviceName(),
  projections: [customerSearch],
});
registerOfflineShell(() => import("./billing/receipt/receipt-file.ts"));
