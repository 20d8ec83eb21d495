// What the shell takes from here.
import { IconRefresh } from "@tabler/icons-react";
import type { Screen } from "../../kernel/screen/screens.ts";
import { SyncPage } from "./sync-page.tsx";

export const syncScreens: readonly Screen[] = [
  { path: "sync", element: <SyncPage />, nav: { label: "nav.sync", icon: IconRefresh, group: "system" } },
];
