// What opens over a screen (dialogs, menus, bars), as stops of the checks and pictures.
import type { Page } from "playwright";
import { go, heading, type ScreenStop } from "./stops.ts";

/** Dialogs, menus and popovers: each opens from the screen that the stop before left, and is closed by Escape. */
const OPENED: readonly {
  name: string;
  desk_only?: true;
  path: string;
  open(page: Page): Promise<void>;
}[] = [
  {
    name: "account-menu",
    path: "/counter",
    open: (page) => page.getByRole("button", { name: /account/i }).click(),
  },
  { name: "finder", path: "/counter", open: (page) => page.keyboard.press("Control+K") },
  {
    name: "shortcuts",
    desk_only: true,
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
    name: "finder-verb",
    path: "/counter",
    open: async (page) => {
      await page.keyboard.press("Control+K");
      await page.keyboard.type("grace");
      await page.getByRole("button", { name: "Grace for …" }).waitFor();
    },
  },
  {
    name: "bulk",
    path: "/customers",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("x");
      await page.getByRole("toolbar", { name: "1 chosen" }).waitFor();
    },
  },
  {
    name: "bulk-suspend",
    path: "/customers?status=ACTIVE",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("x");
      await page.getByRole("toolbar").getByRole("button", { name: "Suspend…" }).click();
      await page.getByRole("dialog", { name: /^Suspend/ }).waitFor();
    },
  },
  {
    name: "remind",
    path: "/customers",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("x");
      await page.getByRole("toolbar").getByRole("button", { name: "Remind…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "choices",
    path: "/settings",
    open: async (page) => {
      await page.getByRole("button", { name: "Edit: Language and dates" }).click();
      await page.getByRole("dialog").getByRole("combobox", { name: "Time zone" }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "choices-reference",
    path: "/tickets?new=1",
    open: async (page) => {
      await page
        .getByRole("dialog")
        .getByRole("combobox", { name: /^Customer/ })
        .click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "hand-over",
    path: "/cash",
    open: async (page) => {
      await page.getByRole("button", { name: "Hand over" }).click();
      await page.getByRole("dialog", { name: "Hand over" }).waitFor();
    },
  },
  {
    name: "hand-over-to",
    path: "/cash",
    open: async (page) => {
      await page.getByRole("button", { name: "Hand over" }).click();
      await page.getByRole("dialog").getByRole("combobox", { name: /^To/ }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "keep-view",
    path: "/customers?status=ACTIVE",
    open: (page) => page.getByRole("button", { name: "Keep this view" }).click(),
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
    name: "payment",
    path: "/customers/:id",
    open: async (page) => {
      await page.getByRole("button", { name: /^Payment/ }).click();
      // Who owes nothing is asked for no amount.
      await page
        .getByRole("dialog")
        .getByLabel(/^Amount/)
        .fill("100");
      await page.getByText("What this will do").waitFor();
    },
  },
  {
    name: "log-call",
    path: "/customers/:id",
    open: (page) => page.getByRole("button", { name: "Log a call" }).click(),
  },
  {
    name: "suspend",
    path: "/customers/:id",
    open: (page) => page.getByRole("button", { name: /^(Suspend|Resume)$/ }).click(),
  },
  {
    name: "change-package",
    path: "/customers/:id",
    open: async (page) => {
      await page.getByRole("button", { name: "Change package" }).click();
      await page.getByRole("region", { name: "What it settles" }).waitFor();
    },
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
    name: "payment-providers",
    path: "/settings",
    open: async (page) => {
      await page.getByRole("button", { name: "Set a secret" }).click();
      await page
        .getByRole("dialog", { name: "Payment providers" })
        .getByLabel(/^Provider/)
        .waitFor();
    },
  },
  {
    name: "ask-for-leave",
    path: "/my-work",
    open: async (page) => {
      await page.getByRole("button", { name: "Ask for leave" }).click();
      await page.getByRole("dialog", { name: "Ask for leave" }).getByLabel(/^From/).waitFor();
    },
  },
  {
    name: "pair-a-computer",
    path: "/routers",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("Enter");
      await page.getByRole("button", { name: "Pair a computer" }).click();
      await page
        .getByRole("dialog", { name: "Make a computer the agent" })
        .getByRole("button", { name: /^Copy/ })
        .waitFor();
    },
  },
  {
    name: "setup-script",
    path: "/routers",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("Enter");
      await page.getByRole("button", { name: "Set-up script" }).click();
      await page
        .getByRole("dialog", { name: /^Set up/ })
        .getByRole("button", { name: /^Copy/ })
        .waitFor();
    },
  },
  {
    name: "take-back-expiry",
    desk_only: true,
    path: "/customers",
    open: async (page) => {
      await page.keyboard.press("Control+K");
      await page.keyboard.type("wrong clock");
      await page.getByRole("button", { name: "Take back what a wrong clock ended" }).click();
      await page.getByRole("dialog", { name: "Take back what a wrong clock ended" }).waitFor();
    },
  },
  {
    name: "review-item",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("row", { name: /Money in suspense/ }).press("Enter"),
  },
  {
    name: "review-give",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("button", { name: "Decide…" }).click(),
  },
  {
    name: "review-dismiss",
    path: "/sync?tab=review",
    open: (page) => page.getByRole("button", { name: "Dismiss…" }).click(),
  },
  {
    name: "review-refund",
    path: "/sync?tab=review",
    open: async (page) => {
      await page
        .getByRole("row", { name: /Money in suspense/ })
        .first()
        .press("Enter");
      await page.getByRole("button", { name: "Refund…" }).click();
      await page.getByRole("dialog", { name: /^Pay .* back/ }).waitFor();
    },
  },
  {
    name: "new-ticket",
    path: "/tickets?new=1",
    open: async () => {},
  },
  {
    name: "join-outage",
    path: "/tickets",
    open: async (page) => {
      await page.locator("tbody tr[data-index]").first().press("x");
      await page
        .getByRole("toolbar")
        .getByRole("button", { name: /outage/ })
        .click();
    },
  },
  { name: "new-report-schedule", path: "/report-schedules?new=1", open: async () => {} },
  {
    name: "open-shift",
    path: "/shifts",
    open: async (page) => {
      await page.keyboard.press("F8");
      await page.getByRole("dialog").getByLabel("Cash at the start").waitFor();
    },
  },
  {
    name: "count-shift",
    path: "/shifts",
    open: async (page) => {
      await page.keyboard.press("F8");
      const float = page.getByRole("dialog").getByLabel("Cash at the start");
      const count = page.getByRole("button", { name: "Count and close" });
      await float.or(count).first().waitFor();
      if (await float.isVisible()) {
        await float.fill("500");
        await float.press("Enter");
        await page
          .getByRole("row", { name: /(chief|admin).*Open/ })
          .first()
          .waitFor();
        await page.keyboard.press("F8");
      }
      await count.click();
      await page.getByRole("dialog").getByRole("form").waitFor();
    },
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
export const OPEN_STOPS: readonly ScreenStop[] = OPENED.map(({ path, open, ...stop }) => ({
  ...stop,
  open: async (page, origin, id) => {
    await go(page, origin, "/sync");
    await go(page, origin, path.replace(":id", id));
    await heading(page, /./);
    await open(page);
    await page
      .locator("[role=dialog], [role=menu], [role=combobox], [role=toolbar]")
      .filter({ visible: true })
      .first()
      .waitFor();
  },
}));
