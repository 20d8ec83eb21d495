// The technician's day among the screens.
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";
import type { DayPageProps } from "./day-page.tsx";

const DayPage = lazily(() => import("./day-page.tsx"), "DayPage");

/** @param given what later areas bring to a work order */
export const dayScreens = (given: DayPageProps): readonly Screen[] => [
  {
    path: "day",
    element: <DayPage {...given} />,
    nav: { label: "nav.day", icon: laterIcon("IconCalendarUser"), key: "F7" },
    permission: "operations.task.start",
  },
];
