// A desktop under the bench: the built app in a real Chromium against a server in memory that holds a provider's records.
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { buildRenderer } from "../../../main/demo/build.ts";
import { project } from "../../helpers/build.ts";
import { launchChromium } from "../../helpers/chromium.ts";
import { type MemoryServer, startMemoryServer } from "../../replica/helpers/memory-server.ts";
import type { Credentials } from "../office/company.ts";
import { Watched } from "./chromium-page.ts";
import { accountOf, COLLECTIONS, type Doc, moneyOf, subscribers } from "./records.ts";

export interface World {
  readonly server: MemoryServer;
  readonly people: readonly Doc[];
  /** Records of all collections. */
  readonly records: number;
  readonly page: Page;
  readonly watched: Watched;
  close(): Promise<void>;
}

function fill(server: MemoryServer, people: readonly Doc[]): number {
  const all = new Map<string, Doc[]>(COLLECTIONS.map((name) => [name, []]));
  all.get("settings")!.push({ id: "s", currency: "BDT", timezone: "Asia/Dhaka" });
  for (const [n, person] of people.entries()) {
    all.get("customers")!.push(person);
    all.get("billing_accounts")!.push(accountOf(person, n));
    for (const [name, docs] of Object.entries(moneyOf(person, n, "2026-10", 0))) all.get(name)!.push(...docs);
  }
  for (const [name, docs] of all) server.put(name, docs, false);
  return [...all.values()].reduce((sum, docs) => sum + docs.length, 0);
}

/** A browser with one page, as wide as a counter's. */
export async function openChromium(): Promise<{ browser: Browser; page: Page }> {
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  return { browser, page: await context.newPage() };
}

/** The app as a server gives it, until somebody can sign in. */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Company").waitFor();
}

/** Who signs in, up to the Enter. */
export async function typeIn(page: Page, { tenant, username, password }: Credentials): Promise<void> {
  await page.getByLabel("Company").fill(tenant);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** @param say is told what takes its time. */
export async function openWorld(customers: number, say: (text: string) => void): Promise<World> {
  await buildRenderer(say);
  const server = await startMemoryServer(COLLECTIONS, { files: join(project, ".build/renderer") });
  server.permissions.push("subscribers.customer.view", "billing.account.view");
  const people = subscribers(customers);
  const records = fill(server, people);
  const { browser, page } = await openChromium();
  const watched = await Watched.of(page);
  await openApp(page, server.url);
  return {
    server,
    people,
    records,
    page,
    watched,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

export const counter = (page: Page) => page.getByRole("heading", { name: "Counter" });
export const searchBox = (page: Page) => page.getByRole("combobox", { name: /Search by name/ });
export const allCustomers = (page: Page, customers: number) =>
  page.getByText(new RegExp(`${customers.toLocaleString("en")} customers`));
export const online = (page: Page) =>
  page.getByTestId("connection").filter({ hasText: "Online" }).waitFor({ timeout: 60_000 });

/** Waits until everything is here that there is. */
export async function filled(page: Page): Promise<void> {
  await page.getByText("Filling this computer").waitFor({ state: "detached", timeout: 900_000 });
  await online(page);
}
