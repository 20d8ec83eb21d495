// The Inbox among the screens.
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Screen } from "../../kernel/screen/screens.ts";

/** @param page with what waits of all areas */
export const inboxScreens = (page: ReactNode): readonly Screen[] => [
  { path: "inbox", element: page, nav: { label: "nav.inbox", icon: IconInbox } },
];
