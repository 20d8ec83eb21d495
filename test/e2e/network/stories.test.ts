// The network's stories by keyboard alone, their keys counted (docs/stories.md): somebody calls since their line is down, and
// a street is without power.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { dayOf } from "../../../shared/kernel/day.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eCustomer, type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { furnishFibre } from "../helpers/furnish-fibre.ts";
import { Story } from "../helpers/story.ts";

/** The office's. */
const TIMEZONE = "Asia/Dhaka";

/** Types into the search over everything, until it has found. */
async function find(keys: Story, letters: string, found: string): Promise<void> {
  await keys.press("Control+K");
  await keys.type(letters);
  await page()
    .getByRole("dialog", { name: /Search/ })
    .getByRole("button", { name: found })
    .first()
    .waitFor();
}

/** What the page says of a moment within a day: the time of day, or the day where that was yesterday. */
function sinceWhen(moment: Date): string {
  const is_today = dayOf(moment, TIMEZONE) === dayOf(new Date(), TIMEZONE);
  const said = is_today ? ({ hour: "2-digit", minute: "2-digit" } as const) : ({ weekday: "long" } as const);
  return new Intl.DateTimeFormat("en-GB", { ...said, timeZone: TIMEZONE }).format(moment);
}

let environment: E2eEnvironment;
let desk: Desktop;
let olt: OltSimulator;
let tanvir: E2eCustomer;

const page = () => desk.page;
const card = () => page().getByRole("region", { name: "Diagnosis" });

beforeAll(async () => {
  environment = await openE2eEnvironment();
  tanvir = environment.customer("Tanvir Ahmed");
  for (const { id, username } of environment.customers) {
    environment.router.setCpe(username, false);
    await environment.tenant.owner.post(`/customers/${id}/grant-grace-period/`, { days: 3 });
  }
  olt = await furnishFibre(environment.tenant.owner, environment);
  desk = await environment.desktop();
  await desk.signIn("boss");
  await desk.inSync();
});

afterAll(async () => {
  await environment?.close();
  await olt?.close();
});

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`stories-${context.task.id}`);
});

test("Who takes a call finds the customer and why the line is down with seven keys, and without a line how old that is", async () => {
  const { router } = environment;
  const since = new Date(Date.now() - 42 * 60_000);
  router.log(
    "pppoe,ppp,error",
    `<pppoe-${tanvir.username}>: user ${tanvir.username} authentication failed`,
    since.getTime(),
  );
  router.log(
    "pppoe,ppp,error",
    `<pppoe-${tanvir.username}>: user ${tanvir.username} authentication failed`,
    Date.now(),
  );
  const keys = new Story(page());
  await find(keys, "tanv", "Tanvir Ahmed");
  await keys.press("Enter");
  await page().getByRole("heading", { name: "Tanvir Ahmed" }).waitFor();
  await keys.press("l");
  await card().getByText("Live").waitFor();
  const verdict = card().getByRole("status");
  const why = () => `Wrong password since ${sinceWhen(since)}`;
  await expect.poll(async () => (await verdict.textContent())?.includes(why())).toBe(true);
  expect(keys.told("call: why a line is down")).toBe(7);
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
  await card()
    .getByText(/^Last known /)
    .waitFor();
  desk.mend();
  await card().getByText("Live").waitFor();
});

test("An outage is opened, whom it concerns copied to be called, and one of them looked at, with fourteen keys", async () => {
  await page().goto(`${desk.line.url}/#/counter`);
  await page().getByRole("heading", { name: "Counter" }).waitFor();
  const keys = new Story(page());
  await find(keys, "outages", "Outages");
  await keys.press("Enter");
  await page().getByRole("heading", { name: "Outages" }).waitFor();
  await page().getByRole("row", { name: /Power/ }).waitFor();
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await page()
    .getByRole("heading", { name: /Power failure/ })
    .first()
    .waitFor();
  await page()
    .getByRole("button", { name: /Copy phone numbers/ })
    .waitFor();
  await keys.press("c");
  await page().getByRole("button", { name: "Copied" }).waitFor();
  await page().context().grantPermissions(["clipboard-read"]);
  const copied = await page().evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n").sort()).toEqual(
    environment.customers
      .filter((_, index) => index % 2 === 1)
      .map(({ phone }) => phone)
      .sort(),
  );
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await card()
    .getByRole("status")
    .getByText(/^The whole port .* is down/)
    .waitFor();
  expect(keys.told("network: an outage")).toBe(14);
});
