// The company's settings in the navigation of those who may change them.
import { IconSettings } from "@tabler/icons-react";
import { settings } from "../../../shared/platform/settings.ts";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const SettingsScreen = lazily(() => import("./settings-screen.tsx"), "SettingsScreen");

export const settingsScreens: readonly Screen[] = [
  {
    path: settings.path,
    element: <SettingsScreen />,
    nav: { label: settings, icon: IconSettings },
    permission: "platform.settings.update",
  },
];
