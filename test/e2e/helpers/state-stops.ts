// What screens say when something is not as it should be (no line, a record that is not there), as stops of the checks and pictures.
import type { Page } from "playwright";
import { go, heading, type ScreenStop } from "./stops.ts";

/** Nobody and nothing has this id. */
const NONE = "00000000-0000-7000-8000-000000000000";

async function line(page: Page, state: "cut" | "there"): Promise<void> {
  await page.context().setOffline(state === "cut");
  const said = state === "cut" ? /^Offline/ : /^Online$/;
  await page.getByTestId("connection").filter({ hasText: said }).waitFor();
}

const without = (name: string, path: string, title: string): ScreenStop => ({
  name,
  open: async (page, origin) => {
    await go(page, origin, path);
    await line(page, "cut");
    await heading(page, title);
  },
});

const missing = (name: string, path: string): ScreenStop => ({
  name,
  open: async (page, origin) => {
    await line(page, "there");
    await go(page, origin, "/counter");
    await heading(page, "Counter");
    await go(page, origin, path);
    await page.getByRole("heading", { name: "Counter" }).waitFor({ state: "detached" });
    await page.getByRole("status", { name: "The server is asked" }).waitFor({ state: "detached" });
  },
});

/** A search that finds nobody, a form that may not be saved, and a server that fails where nothing is kept from before. */
const WRONG: readonly ScreenStop[] = [
  {
    name: "nothing-found",
    open: async (page, origin) => {
      await go(page, origin, "/customers");
      await page.getByLabel("Search Customers").fill("nobody 999999999");
      await page.getByText("Nothing matches").waitFor();
    },
  },
  {
    name: "field-errors",
    open: async (page, origin) => {
      await go(page, origin, "/customers?new=1");
      await page.getByRole("dialog").getByRole("button", { name: "Add customer" }).click();
      await page.getByRole("dialog").getByText("is needed.").first().waitFor();
    },
  },
  {
    name: "server-fails",
    open: async (page, origin) => {
      const fails = (url: URL) => url.pathname.startsWith("/api/v1/reports/collections/");
      await page.route(fails, (route) => route.fulfill({ status: 500, json: {} }));
      await go(page, origin, "/collections?from=2019-01-01&to=2019-01-31&group_by=method");
      // It fails for good: the page asks again by itself.
      await page.getByRole("alert").first().waitFor();
    },
  },
];

/** The last of them have a line again. */
export const STATE_STOPS: readonly ScreenStop[] = [
  without("offline-list", "/customers", "Customers"),
  without("offline-server-only", "/books", "Books"),
  without("offline-month-end", "/month-end", "Month end"),
  without("offline-sync", "/sync", "Sync"),
  without("offline-counter", "/counter", "Counter"),
  missing("not-there", `/customers/${NONE}`),
  missing("refused", `/mails/${NONE}`),
  ...WRONG,
];
