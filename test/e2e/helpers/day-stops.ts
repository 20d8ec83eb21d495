// The screens of people's days, and how a person gets there.
import type { Page } from "playwright";
import { go, heading, type ScreenStop, toList } from "./stops.ts";

const practising = (page: Page) => page.getByRole("region", { name: "Practice", exact: true });

/** The first job of the day, by its card. */
async function firstJob(page: Page, origin: string): Promise<void> {
  await go(page, origin, "/day");
  await page.locator("a[data-card]").first().click();
  await page.getByRole("article").waitFor();
}

/** What somebody sees who has jobs of their own today. */
export const TECHNICIAN_STOPS: readonly ScreenStop[] = [
  {
    name: "day",
    path: "/day",
    open: async (page, origin) => {
      await go(page, origin, "/day");
      await heading(page, "My day");
      await page.locator("a[data-card]").first().waitFor();
    },
  },
  { name: "day-job", open: firstJob },
  {
    name: "day-too-weak",
    open: async (page, origin) => {
      await firstJob(page, origin);
      const job = page.getByRole("article");
      await job.getByLabel("Signal after (dBm)").fill("28");
      await job.getByRole("alert").waitFor();
    },
  },
  {
    name: "day-use-part",
    open: async (page, origin) => {
      await firstJob(page, origin);
      await page.getByRole("button", { name: "Use a part" }).click();
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
  },
];

export const DAY_STOPS: readonly ScreenStop[] = [
  ...TECHNICIAN_STOPS,
  {
    name: "day-board",
    path: "/day-board",
    open: async (page, origin) => {
      await go(page, origin, "/day-board");
      await page.getByRole("region", { name: "The chosen job" }).waitFor();
    },
  },
  {
    name: "send-somebody",
    open: async (page, origin) => {
      await toList(page, origin, "/tickets", "Tickets");
      await page.locator("tbody tr[data-index]").first().click();
      await page.getByRole("button", { name: "Send somebody" }).click();
      await page.getByRole("dialog", { name: /^Send somebody/ }).waitFor();
    },
  },
  {
    name: "practice",
    open: async (page, origin) => {
      await go(page, origin, "/customers");
      await heading(page, "Customers");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("practi");
      await page.getByRole("button", { name: "Practise with fake money" }).waitFor();
      await page.keyboard.press("Enter");
      await practising(page).waitFor();
      await page.keyboard.press("F2");
      await heading(page, "Counter");
    },
  },
  {
    name: "practice-no-server",
    open: async (page, origin) => {
      await go(page, origin, "/cash");
      await page.getByText("Practice has no server.").first().waitFor();
    },
  },
  {
    // Last of the three: the screens after it are real again.
    name: "practice-left",
    open: async (page) => {
      await practising(page).getByRole("button", { name: "Leave practice" }).click();
      await practising(page).waitFor({ state: "detached" });
      await heading(page, "Customers");
    },
  },
];
