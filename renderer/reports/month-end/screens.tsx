// What the shell takes from here.
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const MonthEndPage = lazily(() => import("./month-end-page.tsx"), "MonthEndPage");

export const monthEndScreens: readonly Screen[] = [
  {
    path: "month-end",
    element: <MonthEndPage />,
    nav: { label: "nav.month_end", icon: laterIcon("IconCalendarDollar") },
    permission: "billing.invoice.generate_batch",
  },
];
