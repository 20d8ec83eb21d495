// The dispatcher's screen: the day board.

import type { ReactNode } from "react";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

/** @param element the board, with what later areas know of who is away. */
export const boardScreens = (element: ReactNode): readonly Screen[] => [
  {
    path: "day-board",
    element,
    nav: { label: "nav.day_board", icon: laterIcon("IconCalendarUser") },
    permission: "operations.task.assign",
  },
];
