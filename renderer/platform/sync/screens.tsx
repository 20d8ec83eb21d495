// What the shell takes from here.
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";
import type { AssignSuspenseDialog } from "./review-rows.ts";

const SyncPage = lazily(() => import("./sync-page.tsx"), "SyncPage");

/** @param AssignSuspense The dialog that gives money in suspense its customer. */
export const syncScreens = (AssignSuspense: AssignSuspenseDialog): readonly Screen[] => [
  {
    path: "sync",
    element: <SyncPage AssignSuspense={AssignSuspense} />,
    nav: { label: "nav.sync", icon: laterIcon("IconRefresh") },
  },
];
