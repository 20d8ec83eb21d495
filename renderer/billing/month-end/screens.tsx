// What the shell takes from here.
import { IconCalendarDollar } from "@tabler/icons-react";
import type { Screen } from "../../kernel/screen/screens.ts";
import { MonthEndPage } from "./month-end-page.tsx";

export const monthEndScreens: readonly Screen[] = [
  {
    path: "month-end",
    element: <MonthEndPage />,
    nav: { label: "nav.month_end", icon: IconCalendarDollar, group: "money" },
    permission: "billing.invoice.generate_batch",
  },
];
