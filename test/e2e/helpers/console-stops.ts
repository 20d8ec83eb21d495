// The rooms of the platform's operator, as stops of the checks and pictures.
import type { Page } from "playwright";
import { type ScreenStop, toList } from "./stops.ts";

/** Lists of which one record is looked at, too. */
const OPENED_IN_CONSOLE: readonly string[] = [
  "/saas/tenants",
  "/saas/onboarding-requests",
  "/saas/payments",
  "/saas/backups",
];

/** The rooms of the platform's operator, behind a sign-in of their own. */
export const CONSOLE_STOPS: readonly ScreenStop[] = (
  [
    ["console-overview", "/saas/overview", "Overview"],
    ["console-companies", "/saas/tenants", "Companies"],
    ["console-requests", "/saas/onboarding-requests", "Requests to join"],
    ["console-subscriptions", "/saas/subscriptions", "Subscriptions"],
    ["console-payments", "/saas/payments", "Payments"],
    ["console-plans", "/saas/packages", "Plans"],
    ["console-backups", "/saas/backups", "Backups"],
    ["console-restores", "/saas/restores", "Restores"],
    ["console-audit-log", "/saas/audit-logs", /audit log/],
  ] as const
).flatMap(([name, path, title]): ScreenStop[] => [
  { name, path, open: (page, origin) => toList(page, origin, path, title) },
  ...(OPENED_IN_CONSOLE.includes(path)
    ? [
        {
          name: `${name}-one`,
          open: async (page: Page, origin: string) => {
            await toList(page, origin, path, title);
            await page.locator("tbody tr[data-index]").first().click();
            await page.getByText("Created", { exact: true }).waitFor();
          },
        },
      ]
    : []),
]);
