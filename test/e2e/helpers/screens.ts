// Every screen and how a person gets there: one list for the accessibility checks and for the screenshots.
import type { Page } from "playwright";
import { BOOK_STOPS, MONTH_END_STOPS } from "./book-stops.ts";
import { DAY_STOPS } from "./day-stops.ts";
import { go, heading, type ScreenStop, toList } from "./stops.ts";

async function customerTab(page: Page, origin: string, id: string, tab: string): Promise<void> {
  await go(page, origin, `/customers/${id}`);
  await page.getByRole("tab", { name: tab, exact: true }).click();
  await page.getByRole("tabpanel", { name: tab, exact: true }).waitFor();
}

export const STOPS: readonly ScreenStop[] = [
  {
    name: "today",
    path: "/today",
    open: async (page, origin) => {
      await go(page, origin, "/today");
      await page.getByRole("region", { name: "Who is out where" }).waitFor();
    },
  },
  {
    name: "mrr",
    path: "/mrr",
    open: async (page, origin) => {
      await go(page, origin, "/mrr");
      await heading(page, /./);
    },
  },
  {
    name: "security",
    path: "/security",
    open: async (page, origin) => {
      await go(page, origin, "/security");
      await heading(page, "Security");
    },
  },
  ...(["More", "Set-up"] as const).map((place) => ({
    name: place.toLowerCase(),
    path: `/${place.toLowerCase()}`,
    open: async (page: Page, origin: string) => {
      await go(page, origin, `/${place.toLowerCase()}`);
      await heading(page, place);
    },
  })),
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
  { name: "customer-timeline", open: (page, origin, id) => customerTab(page, origin, id, "Timeline") },
  {
    name: "customer-history",
    open: async (page, origin, id) => {
      await go(page, origin, `/customers/${id}?tab=audit-logs`);
      await page.getByRole("tabpanel", { name: "History" }).waitFor();
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
      ["task-templates", "/task-templates", "Task templates"],
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
      ["held-stock", "/held-stock", "Stock with the staff"],
      ["parts-used", "/part-uses", "Parts used"],
      ["calls", "/call-logs", "Calls"],
      ["voice-templates", "/voice-templates", "Voice templates"],
      ["voice-settings", "/voice-settings", "Voice settings"],
      ["staff", "/staff", "Staff"],
      ["domains", "/tenant-domains", "Domains"],
      ["api-tokens", "/api-tokens", "API tokens"],
      ["webhooks", "/webhook-endpoints", "Webhooks"],
      ["webhook-deliveries", "/webhook-deliveries", "Deliveries"],
      ["webhook-events", "/webhook-events", "Events"],
      ["inbound-calls", "/inbound-calls", "Inbound calls"],
      ["devices", "/devices", "Computers"],
      ["audit-log", "/audit-logs", "Audit log"],
      ["mails", "/mails", "Mails"],
      ["report-schedules", "/report-schedules", "Reports by mail"],
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
      // By its key: what stands in the middle of a row may lead elsewhere.
      await page.locator("tbody tr[data-index]").first().press("Enter");
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
  {
    name: "callbacks",
    path: "/callbacks",
    open: async (page, origin) => {
      await go(page, origin, "/callbacks");
      await heading(page, "Call back");
    },
  },
  ...BOOK_STOPS,
  ...DAY_STOPS,
  {
    name: "month-end",
    path: "/month-end",
    open: async (page, origin) => {
      await go(page, origin, "/month-end");
      await heading(page, /Month end/);
    },
  },
  {
    name: "month-end-overview",
    open: async (page, origin) => {
      await go(page, origin, "/month-end?view=overview");
      await page.getByRole("region", { name: "Dues by age" }).waitFor();
    },
  },
  ...MONTH_END_STOPS,
  {
    name: "nothing-found",
    open: async (page, origin) => {
      await go(page, origin, "/customers?q=nobody%20at%20all");
      await page.getByText("Nothing matches").waitFor();
    },
  },
  {
    name: "import",
    path: "/customers/import",
    open: async (page, origin) => {
      await go(page, origin, "/customers/import");
      await page.getByLabel(/Or paste/).waitFor();
    },
  },
  {
    name: "import-columns",
    open: async (page) => {
      await page
        .getByLabel(/Or paste/)
        .fill(
          "Name,Phone,Username,Package\nBina Roy,01712000008,bina,Home 900\nDipu Das,01712000009,dipu,Home 900",
        );
      await page.getByRole("button", { name: "Read" }).click();
      await page.getByText("Which column is which").waitFor();
    },
  },
  {
    name: "import-mend",
    open: async (page) => {
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("table", { name: "To be mended" }).waitFor();
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
    name: "inbox",
    path: "/inbox",
    open: async (page, origin) => {
      await go(page, origin, "/inbox");
      await heading(page, "Inbox");
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
