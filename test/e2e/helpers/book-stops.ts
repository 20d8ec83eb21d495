// The screens of the books, and how a person gets there.
import { MONTH_END_STEPS } from "../../../shared/reports/index.ts";
import { go, heading, type ScreenStop, toList } from "./stops.ts";

export const BOOK_STOPS: readonly ScreenStop[] = [
  {
    name: "books",
    path: "/books",
    open: async (page, origin) => {
      await go(page, origin, "/books");
      await page.getByRole("table", { name: "Chart of accounts and trial balance" }).waitFor();
    },
  },
  ...(
    [
      ["profit-and-loss", "Profit and loss"],
      ["balance-sheet", "Balance sheet"],
      ["periods", "Months"],
    ] as const
  ).map(
    ([view, table]): ScreenStop => ({
      name: view,
      open: async (page, origin) => {
        await go(page, origin, `/books?view=${view}`);
        await page.getByRole("table", { name: table }).waitFor();
      },
    }),
  ),
  {
    name: "book-entries",
    open: async (page, origin) => {
      await go(page, origin, "/books/entries?account=CASH:CASH");
      await page.getByRole("table", { name: "Entries" }).waitFor();
    },
  },
  {
    name: "journal",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("Enter");
      await page.getByRole("table", { name: "Lines of the journal" }).waitFor();
    },
  },
  {
    name: "cash",
    path: "/cash",
    open: async (page, origin) => {
      await go(page, origin, "/cash");
      await page.getByRole("table", { name: "Who holds cash" }).waitFor();
    },
  },
  {
    name: "day-sheet",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("Enter");
      await page.getByRole("table", { name: "Day sheet" }).waitFor();
    },
  },
  ...(
    [
      ["credit-notes", "Credit notes"],
      ["refunds", "Refunds"],
      ["services", "Services"],
      ["service-changes", "Changes of packages"],
      ["service-pauses", "Pauses of service"],
      ["deposits", "Deposits"],
      ["pending-charges", "On the next bill"],
      ["customer-addons", "Customers' add-ons"],
      ["addons", "Add-ons"],
      ["closings", "Months' closings"],
    ] as const
  ).map(
    ([path, title]): ScreenStop => ({
      name: path,
      path: `/${path}`,
      open: (page, origin) => toList(page, origin, `/${path}`, title),
    }),
  ),
  {
    name: "tax-report",
    open: async (page, origin) => {
      await go(page, origin, "/books?view=tax");
      await page
        .getByText("No tax in these days")
        .or(page.getByRole("table", { name: "Tax by code" }))
        .waitFor();
    },
  },
  {
    name: "ledger-export",
    open: async (page, origin) => {
      await go(page, origin, "/books?view=export");
      await page.getByRole("table", { name: "General ledger" }).waitFor();
    },
  },
];

/** Which steps there are, but for the one of companies that earn what is prepaid day by day. */
const STEPS = MONTH_END_STEPS.filter((step) => step !== "EARN");

/** The steps of a month's end, one stop each; the first of them begins it where nobody has yet. */
export const MONTH_END_STOPS: readonly ScreenStop[] = STEPS.map((step) => ({
  name: `month-end-${step.toLowerCase()}`,
  open: async (page, origin) => {
    await go(page, origin, "/month-end");
    await heading(page, /Month end/);
    const begins = page.getByRole("button", { name: "Begin the month's end" });
    const tab = page.locator(`[role=tab][data-step=${step}]`);
    await begins.or(tab).waitFor();
    if (await begins.isVisible()) await begins.click();
    await tab.click();
    await page.getByRole("tab", { selected: true }).and(tab).waitFor();
  },
}));
