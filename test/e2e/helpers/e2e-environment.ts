// The environment of the end-to-end tests, every part real: server, PostgreSQL, simulated router over TCP, agent, and
// desktops in Chromium, each behind a line of its own that can be cut.
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright";
import { createAgent } from "../../../main/agent.ts";
import type { AgentLog } from "../../../main/agent-settings.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { launchChromium, sharedChromium } from "../../helpers/chromium.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { startTcpProxy } from "../../replica/helpers/tcp-proxy.ts";
import { Desktop } from "./desktop.ts";

const ROUTER_USER = { username: "lastmile", password: "simulator" };
const TIMEZONE = "Asia/Dhaka";
/** The office's day, which is another than the machine's for hours of each day. */
export const today = () => dayOf(new Date(), TIMEZONE);
const quiet: AgentLog = () => {};

export interface E2eCustomer {
  id: string;
  name: string;
  username: string;
  phone: string;
}

/** How a desktop's browser is opened. */
export interface DesktopOptions extends BrowserContextOptions {
  /**
   * False: a browser without a service worker, which spares it four seconds of fetching every file. Otherwise it keeps the
   * application's files, opens and goes on with its line cut.
   */
  keepsFiles?: boolean;
}

/** What is done to a browser profile before its first page is opened, with the address that the page will have. */
export type PrepareDesktop = (context: BrowserContext, url: string) => Promise<void>;

export interface E2eEnvironment {
  server: TestServer;
  tenant: TestTenant;
  router: RouterSimulator & { id: string };
  customers: readonly E2eCustomer[];
  /** By its name; fails the test when there is none. */
  customer(name: string): E2eCustomer;
  package_id: string;
  /** A new desktop: a browser profile of its own, behind a line of its own, which may be cut where it keeps its files. */
  desktop(options?: DesktopOptions, prepare?: PrepareDesktop): Promise<Desktop>;
  /** @throws Error when a page of a desktop complained */
  close(): Promise<void>;
}

export const NAMES = [
  "Rahim Uddin",
  "Nusrat Akter",
  "Karim Hossain",
  "Farhana Islam",
  "Tanvir Ahmed",
  "Sadia Rahman",
  "Imran Chowdhury",
  "শাপলা বেগম",
] as const;

/** Without any history, so that the office may delete him while a desktop is offline. */
export const LEAVING = "Habib Mondal";

async function expect<T extends { status: number }>(answer: Promise<T>, status: number): Promise<T> {
  const got = await answer;
  if (got.status !== status) throw new Error(`Expected ${status}: ${JSON.stringify(got)}`);
  return got;
}

/** Customers with a package, an open invoice each, and the router they dial into. */
async function furnish(tenant: TestTenant, router: RouterSimulator) {
  const { owner } = tenant;
  const access = { host: router.host, api_port: router.port, ...ROUTER_USER };
  const { body: record } = await expect(owner.post("/routers/", { name: "Core router", ...access }), 201);
  const plan = {
    name: "Home 20",
    price: "700.00",
    bandwidth_mbps: 20,
    router_profile: "home-20",
    validity_days: 30,
  };
  const { body: pack } = await expect(owner.post("/packages/", plan), 201);
  const customers: E2eCustomer[] = [];
  for (const [index, name] of [...NAMES, LEAVING].entries()) {
    const login = {
      username: `user${index + 1}`,
      password: `secret-${index + 1}`,
      phone: `0171100000${index + 1}`,
    };
    const fields = {
      name,
      ...login,
      area: "Mirpur",
      package: pack.id,
      router: record.id,
      expiry_date: "2020-01-31",
      status: "EXPIRED",
    };
    const { body } = await expect(owner.post("/customers/", fields), 201);
    if (name !== LEAVING)
      await expect(owner.post("/invoices/", { customer: body.id, billing_month: monthOf(today()) }), 201);
    customers.push({ id: body.id, name, username: login.username, phone: login.phone });
  }
  return { router_id: String(record.id), package_id: String(pack.id), customers };
}

async function startAgent(server: TestServer, tenant: TestTenant) {
  const { body } = await expect(
    tenant.owner.post("/api-tokens/", { name: "Office agent", role: tenant.roles.Technician }),
    201,
  );
  const agent = createAgent({
    link: createServerLink({ url: server.url, token: body.token }),
    agent_id: newId(),
    name: "Office",
    log: quiet,
    allowLoopback: true,
    timings: {
      lease_busy_ms: 250,
      lease_idle_ms: 1_000,
      look_ms: 500,
      offline_probe_ms: 1_000,
      retry_max_ms: 1_000,
    },
  });
  agent.start();
  return agent;
}

/** As in a private window of some browsers. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

/** Opens a desktop of a server: a browser profile of its own, behind a line of its own. The caller closes it. */
export async function openDesktop(
  browser: Browser,
  serverUrl: string,
  { keepsFiles = true, ...options }: DesktopOptions = {},
  prepare: PrepareDesktop = async () => {},
): Promise<Desktop> {
  const line = await startTcpProxy(Number(new URL(serverUrl).port));
  const window = { viewport: { width: 1280, height: 800 }, locale: "en-GB" };
  const context = await browser.newContext({ ...window, ...options });
  if (!keepsFiles) await context.addInitScript(withoutServiceWorker);
  await prepare(context, line.url);
  const desktop = new Desktop(context, line, keepsFiles);
  await desktop.open();
  return desktop;
}

/**
 * @param settings what differs from an office in Dhaka
 * @param args what Chromium is told beside the usual
 */
export async function openE2eEnvironment(
  settings: Readonly<Record<string, unknown>> = {},
  args: readonly string[] = [],
): Promise<E2eEnvironment> {
  const server = await startTestServer();
  const tenant = await makeTenant(server, {
    subdomain: "office",
    settings: {
      company_name: "Padma Online",
      currency: "BDT",
      timezone: TIMEZONE,
      support_phone: "+880 9612 345678",
      ...settings,
    },
  });
  const simulator = await startRouterSimulator({ host: "127.0.0.1", port: 0, users: [ROUTER_USER] });
  const { router_id, package_id, customers } = await furnish(tenant, simulator);
  await tenant.staff("clerk", "Counter");
  await tenant.staff("boss", "Manager");
  const agent = await startAgent(server, tenant);
  const browser = await (args.length > 0 ? launchChromium({ args: [...args] }) : sharedChromium());
  const desktops: Desktop[] = [];
  return {
    server,
    tenant,
    router: Object.assign(simulator, { id: router_id }),
    customers,
    customer: (name) => {
      const found = customers.find((customer) => customer.name === name);
      if (!found) throw new Error(`There is no customer ${name}`);
      return found;
    },
    package_id,
    desktop: async (options, prepare) => {
      const desktop = await openDesktop(browser, server.url, options, prepare);
      desktops.push(desktop);
      return desktop;
    },
    close: async () => {
      for (const desktop of desktops) await desktop.close();
      if (args.length > 0) await browser.close();
      await agent.stop();
      await simulator.close();
      await server.stop();
      const complaints = desktops.flatMap((desktop) => desktop.complaints);
      if (complaints.length > 0) throw new Error(`A page complained: ${complaints.join("\n")}`);
    },
  };
}
