// The Inbox among the screens.

import type { ReactNode } from "react";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

/** @param page with what waits of all areas */
export const inboxScreens = (page: ReactNode): readonly Screen[] => [
  { path: "inbox", element: page, nav: { label: "nav.inbox", icon: laterIcon("IconInbox") } },
];
