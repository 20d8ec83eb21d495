// Every screen and how a person gets there: one list for the accessibility checks and for the screenshots.
import type { Page } from "playwright-core";
import { BOOK_STOPS } from "./book-stops.ts";
import { go, heading, type ScreenStop, toList } from "./stops.ts";

async function customerTab(page: Page, origin: string, id: string, tab: string): Promise<void> {
  await go(page, origin, `/customers/${id}`);
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("tabpanel", { name: tab }).waitFor();
}

export const STOPS: readonly ScreenStop[] = [
  {
    name: "dashboard",
    path: "/dashboard",
    open: async (page, origin) => {
      await go(page, origin, "/dashboard");
      await page.getByRole("heading", { name: "Dues by age" }).waitFor();
    },
  },
  {
    name: "collections",
    path: "/collections",
    open: async (page, origin) => {
      await go(page, origin, "/collections");
      await page.getByRole("table", { name: "Collections" }).waitFor();
    },
  },
  {
    name: "counter",
    path: "/counter",
    open: async (page, origin) => {
      await go(page, origin, "/counter");
      await heading(page, "Counter");
    },
  },
  {
    name: "counter-search",
    open: async (page, origin) => {
      await go(page, origin, "/counter");
      await page.getByRole("combobox", { name: /Search by name/ }).fill("ra");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "recharge",
    open: async (page, origin) => {
      await go(page, origin, "/counter");
      const search = page.getByRole("combobox", { name: /Search by name/ });
      await search.fill("ra");
      await page.getByRole("option").first().waitFor();
      await search.press("Enter");
      await page.getByText("What this will do").waitFor();
    },
  },
  {
    name: "receipt",
    open: async (page) => {
      await page.locator("[role=dialog] [data-armed]").waitFor();
      await page.getByLabel(/^Amount/).press("Enter");
      await page.getByRole("region", { name: /^Receipt / }).waitFor();
      await page.getByText("Booked at the server").waitFor();
    },
  },
  {
    name: "customers",
    path: "/customers",
    open: async (page, origin) => {
      await page.locator("[role=dialog] [data-armed]").waitFor();
      await page.getByRole("button", { name: /^Next/ }).click();
      await go(page, origin, "/customers");
      await heading(page, "Customers");
    },
  },
  { name: "customer-account", open: (page, origin, id) => customerTab(page, origin, id, "Account") },
  { name: "customer-invoices", open: (page, origin, id) => customerTab(page, origin, id, "Bills") },
  { name: "customer-payments", open: (page, origin, id) => customerTab(page, origin, id, "Payments") },
  {
    name: "customer-suspend",
    open: async (page, origin, id) => {
      await go(page, origin, `/customers/${id}`);
      await page.getByRole("button", { name: /^(Suspend|Resume)/ }).click();
      await page.getByRole("dialog").getByLabel("Reason").waitFor();
    },
  },
  { name: "customer-line", open: (page, origin, id) => customerTab(page, origin, id, "Line") },
  ...(
    [
      ["payments", "/transactions", "Payments"],
      ["bills", "/invoices?status=PAID", "Bills"],
      ["adjustments", "/adjustments", "Adjustments"],
      ["recharges", "/recharges", "Recharges"],
      ["providers-payments", "/payments/events", /Providers' payments/],
      ["packages", "/packages", "Packages"],
      ["offers", "/offers", "Offers"],
      ["tax-codes", "/tax-codes", "Tax codes"],
      ["resellers", "/resellers", "Resellers"],
      ["wholesale-rates", "/reseller-pricing", "Wholesale rates"],
      ["reseller-balances", "/reseller-ledger", "Balance entries"],
      ["shifts", "/shifts", "Shifts"],
      ["handovers", "/cash-transfers", "Money handed over"],
      ["router-jobs", "/network-sync-jobs?status=SUCCEEDED", "Router jobs"],
      ["fibre", "/fibre", "Fibre"],
      ["sessions", "/user-sessions", /sessions/i],
      ["olts", "/olts", "OLTs"],
      ["onus", "/onus", "ONUs"],
      ["outages", "/incidents", "Outages"],
      ["ledger", "/ledger-entries", "Ledger"],
      ["tickets", "/tickets", "Tickets"],
      ["ticket-categories", "/ticket-categories", "Ticket categories"],
      ["tasks", "/tasks", "Tasks"],
      ["employees", "/employees", "Employees"],
      ["leaves", "/leaves", "Leave"],
      ["attendance", "/attendance", "Attendance"],
      ["salary-advances", "/advance-salaries", "Salary advances"],
      ["attendance-sheet", "/attendance-sheet", "Attendance sheet"],
      ["payroll-run", "/payroll-run", "Payroll run"],
      ["salaries", "/payrolls", "Salaries"],
      ["my-work", "/my-work", "My work"],
      ["store", "/store-items", "Store"],
      ["calls", "/call-logs", "Calls"],
      ["voice-templates", "/voice-templates", "Voice templates"],
      ["voice-settings", "/voice-settings", "Voice settings"],
      ["staff", "/staff", "Staff"],
      ["domains", "/tenant-domains", "Domains"],
      ["api-tokens", "/api-tokens", "API tokens"],
      ["devices", "/devices", "Computers"],
      ["audit-log", "/audit-logs", "Audit log"],
    ] as const
  ).map(([name, path, title]) => ({
    name,
    path,
    open: (page: Page, origin: string) => toList(page, origin, path, title),
  })),
  ...(
    [
      ["reseller", "/resellers", "Resellers"],
      ["shift", "/shifts?status=CLOSED", "Shifts"],
      ["ticket", "/tickets", "Tickets"],
      ["task", "/tasks", "Tasks"],
      ["employee", "/employees", "Employees"],
      ["salary", "/payrolls", "Salaries"],
      ["store-item", "/store-items", "Store"],
      ["call", "/call-logs", "Calls"],
      ["voice-template", "/voice-templates", "Voice templates"],
      ["router", "/routers", "Routers"],
      ["olt", "/olts", "OLTs"],
      ["onu", "/onus", "ONUs"],
      ["outage", "/incidents", "Outages"],
    ] as const
  ).map(([name, path, title]) => ({
    name,
    open: async (page: Page, origin: string) => {
      await toList(page, origin, path, title);
      await page.locator("tbody tr[data-index]").first().click();
      await page.getByRole("button", { name: "History" }).waitFor();
    },
  })),
  {
    name: "router-job",
    open: async (page, origin) => {
      await toList(page, origin, "/network-sync-jobs?status=SUCCEEDED", "Router jobs");
      await page
        .getByRole("row", { name: /Sync the router|Compare with the router/ })
        .first()
        .click();
      await page.getByRole("button", { name: "History" }).waitFor();
    },
  },
  {
    name: "fibre-port",
    open: async (page, origin) => {
      await toList(page, origin, "/fibre", "Fibre");
      await page.getByRole("treeitem", { name: /^Port/ }).first().click();
      await page
        .getByRole("treeitem", { name: /dBm|no light/ })
        .nth(1)
        .waitFor();
    },
  },
  ...(["tickets", "tasks"] as const).map((name) => ({
    name: `${name}-board`,
    open: async (page: Page, origin: string) => {
      await go(page, origin, `/${name}?view=board`);
      await page.getByRole("region", { name: /^(Closed|Cancelled)$/ }).waitFor();
    },
  })),
  ...BOOK_STOPS,
  {
    name: "month-end",
    path: "/month-end",
    open: async (page, origin) => {
      await go(page, origin, "/month-end");
      await heading(page, /Month end/);
    },
  },
  {
    name: "routers",
    path: "/routers",
    open: async (page, origin) => {
      await go(page, origin, "/routers");
      await heading(page, /Routers/);
    },
  },
  {
    name: "roles",
    path: "/roles",
    open: async (page, origin) => {
      await go(page, origin, "/roles");
      await heading(page, "Roles");
    },
  },
  {
    name: "role",
    open: async (page) => {
      await page.getByRole("row", { name: /Technician/ }).click();
      await heading(page, "Technician");
    },
  },
  {
    name: "settings",
    path: "/settings",
    open: async (page, origin) => {
      await go(page, origin, "/settings");
      await heading(page, "Settings");
    },
  },
  {
    name: "sync",
    path: "/sync",
    open: async (page, origin) => {
      await go(page, origin, "/sync");
      await heading(page, /Sync/);
    },
  },
  {
    name: "review",
    open: async (page, origin) => {
      await go(page, origin, "/sync?tab=review");
      await page.getByRole("tabpanel", { name: /^To decide/ }).waitFor();
    },
  },
];

/** Dialogs, menus and popovers: each opens from the screen that the stop before left, and is closed by Escape. */
const OPENED: readonly { name: string; path: string; open(page: Page): Promise<void> }[] = [
  {
    name: "account-menu",
    path: "/counter",
    open: (page) => page.getByRole("button", { name: /account/i }).click(),
  },
  { name: "finder", path: "/counter", open: (page) => page.keyboard.press("Control+K") },
  {
    name: "shortcuts",
    path: "/customers",
    open: async (page) => {
      await page.getByRole("button", { name: /account/i }).click();
      await page.getByRole("menuitem", { name: /keyboard|keys/i }).click();
    },
  },
  {
    name: "wipe",
    path: "/counter",
    open: async (page) => {
      await page.getByRole("button", { name: /account/i }).click();
      await page.getByRole("menuitem", { name: /wipe/i }).click();
    },
  },
  {
    name: "columns",
    path: "/customers",
    open: (page) => page.getByRole("button", { name: /columns/i }).click(),
  },
  { name: "new-customer", path: "/customers?new=1", open: async () => {} },
  {
    name: "unsaved-form",
    path: "/customers/:id",
    open: async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel(/^Name/).fill("Somebody else");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    },
  },
  {
    name: "edit-customer",
    path: "/customers/:id",
    open: (page) => page.getByRole("button", { name: /^Edit/ }).click(),
  },
  {
    name: "suspend",
    path: "/customers/:id",
    open: (page) => page.getByRole("button", { name: /^(Suspend|Resume)$/ }).click(),
  },
  {
    name: "grace",
    path: "/customers/:id",
    open: (page) => page.getByRole("button", { name: /^Grace/ }).click(),
  },
  {
    name: "settings-group",
    path: "/settings",
    open: (page) => page.getByRole("button", { name: "Edit: Company" }).click(),
  },
  {
    name: "review-item",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("row", { name: /Money in suspense/ }).click(),
  },
  {
    name: "review-give",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("button", { name: "Give to a customer…" }).click(),
  },
  {
    name: "review-dismiss",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("button", { name: "Dismiss…" }).click(),
  },
  {
    name: "move-stock",
    path: "/store-items",
    open: (page) => page.getByRole("button", { name: "Move stock" }).first().click(),
  },
  {
    name: "broadcast",
    path: "/voice-templates",
    open: async (page) => {
      await page.getByRole("row", { name: /Bill reminder/ }).click();
      await page.getByRole("button", { name: "Call customers" }).click();
      await page
        .getByRole("dialog")
        .getByText(/customers will be called|Nobody fits/)
        .waitFor();
    },
  },
  {
    name: "router-sync",
    path: "/routers",
    open: async (page) => {
      await page.getByRole("button", { name: "Sync router" }).first().click();
      await page
        .getByRole("dialog")
        .getByText(/Changes to be written|The router is in line/)
        .waitFor();
    },
  },
  {
    name: "new-invoice",
    path: "/customers/:id?tab=invoices",
    open: (page) => page.getByRole("button", { name: /New bill/ }).click(),
  },
];

/** What opens over a screen, as stops of its own. */
export const OPEN_STOPS: readonly ScreenStop[] = OPENED.map(({ name, path, open }) => ({
  name,
  open: async (page, origin, id) => {
    await go(page, origin, "/sync");
    await go(page, origin, path.replace(":id", id));
    await heading(page, /./);
    await open(page);
    await page.locator("[role=dialog], [role=menu], [role=combobox]").first().waitFor();
  },
}));
