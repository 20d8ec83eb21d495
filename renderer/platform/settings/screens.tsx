// The company's settings in the navigation of those who may change them.

import { settings } from "../../../shared/platform/settings.ts";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const SettingsScreen = lazily(() => import("./settings-screen.tsx"), "SettingsScreen");

export const settingsScreens: readonly Screen[] = [
  {
    path: settings.path,
    element: <SettingsScreen />,
    nav: { label: settings, icon: laterIcon("IconSettings") },
    permission: "platform.settings.update",
  },
];
