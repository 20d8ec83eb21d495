// The places of the office's navigation in their one order, and what stands in each. A new screen is a tab here.
import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconCashBanknote,
  IconCashRegister,
  IconDots,
  IconFileInvoice,
  IconInbox,
  IconRouter,
  IconSun,
  IconTicket,
  IconTool,
  IconUsers,
} from "@tabler/icons-react";
import type { Place } from "../kernel/place/places.ts";
import {
  decides,
  doesWork,
  givesWork,
  hasToday,
  isReseller,
  keepsCompany,
  keepsNetwork,
  takesMoney,
} from "./rights.ts";

export const PLACES: readonly Place[] = [
  {
    id: "today",
    label: "nav.today",
    icon: IconSun,
    parts: [
      {
        tabs: [
          { path: "today", when: hasToday },
          "dashboard",
          "mrr",
          { path: "counter", when: isReseller },
          { path: "inbox", when: (rights) => hasToday(rights) && !decides(rights) },
        ],
      },
      {
        label: "nav.day",
        alone: "nav.day",
        tabs: [
          "day",
          { path: "tasks", when: (rights) => doesWork(rights) && !givesWork(rights) },
          { path: "inbox", when: (rights) => !hasToday(rights) && !decides(rights) },
        ],
      },
    ],
  },
  {
    id: "inbox",
    label: "nav.inbox",
    icon: IconInbox,
    is_second: true,
    parts: [{ tabs: [{ path: "inbox", when: decides }] }],
  },
  {
    id: "counter",
    label: "nav.counter",
    icon: IconCashRegister,
    parts: [
      {
        tabs: [
          { path: "counter", when: (rights) => !isReseller(rights) },
          { path: "shifts", when: ({ of_all }) => !of_all("operations.shift.view") },
        ],
      },
    ],
  },
  {
    id: "customers",
    label: "nav.customers",
    icon: IconUsers,
    parts: [
      {
        tabs: [
          "customers",
          "customers/import",
          "services",
          "service-changes",
          "service-pauses",
          { path: "transactions", when: isReseller },
          { path: "invoices", when: isReseller },
        ],
      },
    ],
  },
  {
    id: "tickets",
    label: "nav.tickets",
    icon: IconTicket,
    parts: [
      {
        tabs: [
          "tickets",
          "callbacks",
          "call-logs",
          { path: "voice-templates", when: (rights) => !keepsCompany(rights) },
          { path: "tasks", when: (rights) => !givesWork(rights) && !doesWork(rights) },
          { path: "incidents", when: (rights) => !keepsNetwork(rights) },
        ],
      },
    ],
  },
  {
    id: "jobs",
    label: "nav.jobs",
    icon: IconTool,
    parts: [{ tabs: ["day-board", { path: "tasks", when: givesWork }, "part-uses"] }],
  },
  {
    id: "network",
    label: "nav.network",
    icon: IconRouter,
    parts: [
      {
        tabs: [
          { path: "incidents", when: keepsNetwork },
          "fibre",
          "olts",
          { path: "onus", when: keepsNetwork },
          "routers",
          "network-sync-jobs",
          "user-sessions",
        ],
      },
    ],
  },
  {
    id: "money",
    label: "nav.money",
    icon: IconCashBanknote,
    parts: [
      {
        tabs: [
          "collections",
          { path: "transactions", when: (rights) => takesMoney(rights) && !isReseller(rights) },
          "recharges",
          "payments/events",
          "deposits",
          "refunds",
        ],
      },
    ],
  },
  {
    id: "bills",
    label: "nav.bills",
    icon: IconFileInvoice,
    parts: [
      {
        tabs: [
          { path: "invoices", when: (rights) => !isReseller(rights) },
          { path: "transactions", when: (rights) => !takesMoney(rights) },
          "credit-notes",
          "adjustments",
          "customer-addons",
          "pending-charges",
          "offers",
        ],
      },
    ],
  },
  {
    id: "books",
    label: "nav.books",
    icon: IconBooks,
    parts: [
      { tabs: ["books", "ledger-entries"] },
      {
        label: "nav.place.cash",
        alone: "nav.place.cash",
        tabs: [
          "cash",
          "cash-transfers",
          { path: "shifts", when: ({ of_all }) => of_all("operations.shift.view") },
        ],
      },
      { tabs: ["month-end", "closings", "report-schedules"] },
    ],
  },
  {
    id: "more",
    label: "nav.more",
    icon: IconDots,
    page: "more",
    parts: [
      {
        label: "nav.place.people",
        alone: "nav.place.people",
        tabs: [
          "employees",
          "attendance-sheet",
          "attendance",
          "leaves",
          "advance-salaries",
          "payroll-run",
          "payrolls",
        ],
      },
      { label: "nav.place.stock", alone: "nav.place.stock", tabs: ["store-items", "held-stock"] },
      {
        label: "nav.place.balance",
        alone: "nav.place.balance",
        tabs: ["resellers", "reseller-ledger", "reseller-pricing"].map((path) => ({
          path,
          when: isReseller,
        })),
      },
      {
        label: "nav.place.resellers",
        tabs: ["resellers", "reseller-pricing", "reseller-ledger"].map((path) => ({
          path,
          when: (rights) => !isReseller(rights),
        })),
      },
    ],
  },
  {
    id: "set-up",
    label: "nav.set_up",
    icon: IconAdjustmentsHorizontal,
    page: "set-up",
    parts: [
      { label: "nav.place.company", tabs: ["settings", "tenant-domains", "devices"] },
      { label: "nav.place.sold", tabs: ["packages", "addons", "tax-codes"] },
      { label: "nav.place.staff", tabs: ["staff", "roles"] },
      { label: "nav.place.work", tabs: ["task-templates", "ticket-categories"] },
      {
        label: "nav.place.calls",
        tabs: [{ path: "voice-templates", when: keepsCompany }, "voice-settings"],
      },
      {
        label: "nav.place.integration",
        tabs: ["api-tokens", "webhook-endpoints", "webhook-deliveries", "webhook-events", "inbound-calls"],
      },
      { label: "nav.place.logs", tabs: ["audit-logs", "mails"] },
    ],
  },
];
