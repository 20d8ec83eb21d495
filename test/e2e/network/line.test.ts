// A customer's line on one screen, worked by keyboard: the verdict follows the account, the router and the fibre while one
// looks, a session is ended from the list, and with the line cut the last known is told with its age.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eCustomer, type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

const SERIALS = [1, 2, 3, 4].map((number) => `HWTC0000000${number}`);
const [OWN = ""] = SERIALS;

let environment: E2eEnvironment;
let desk: Desktop;
let olt: OltSimulator;
let rahim: E2eCustomer;
let oltId: string;

const page = () => desk.page;
const verdict = (text: string | RegExp) =>
  page().getByRole("region", { name: "Diagnosis" }).getByRole("status").getByText(text).waitFor();

/** Has the OLT read now, as the agent does each minute by itself. */
const poll = () => environment.tenant.owner.post(`/olts/${oltId}/poll/`, {});

beforeAll(async () => {
  environment = await openE2eEnvironment();
  const { owner } = environment.tenant;
  rahim = environment.customer("Rahim Uddin");
  await owner.patch(`/customers/${rahim.id}/`, { onu_serial: OWN });
  olt = await startOltSimulator({
    model: oltModel("huawei-gpon"),
    ports: 1,
    onus: SERIALS.map((serial, index) => ({ port: 0, index, serial, rx: -20 - index })),
    drift_db: 0,
  });
  const { body } = await owner.post("/olts/", {
    ...{ name: "Mirpur OLT", vendor: "HUAWEI", host: olt.host, snmp_port: olt.port, community: "public" },
  });
  oltId = String(body.id);
  desk = await environment.desktop();
  await desk.signIn("boss");
  await desk.inSync();
});

afterAll(async () => {
  await environment?.close();
  await olt?.close();
});

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`line-${context.task.id}`);
});

test("The verdict follows the line while one looks: unpaid, on-line, weak light, no light, power cut of the port", async () => {
  const { owner } = environment.tenant;
  await page().goto(`${desk.line.url}/#/customers/${rahim.id}?tab=line`);
  await verdict("Unpaid, cut on Feb 1, 2020");
  await page().getByText(`ONU ${OWN}`).waitFor();
  await owner.post(`/customers/${rahim.id}/grant-grace-period/`, { days: 3 });
  await verdict(/^Online, all well/);
  olt.change(OWN, { rx: -26.2 });
  await poll();
  await verdict(/^Fibre: weak, −26\.2 dBm since/);
  environment.router.setCpe(rahim.username, false);
  olt.change(OWN, { state: "LOS" });
  await poll();
  await verdict(/^Fibre: no light/);
  olt.cutPort(0, "DYING_GASP");
  await poll();
  await verdict(/^The whole port .* is down: 4 of 4 customers/);
  // The tree says the same of the port.
  await page().goto(`${desk.line.url}/#/fibre`);
  const row = page().getByRole("treeitem", { name: /Mirpur OLT/ });
  await row.focus();
  await page().keyboard.press("ArrowRight");
  await page()
    .getByRole("treeitem", { name: /Port down/ })
    .waitFor();
  await page().keyboard.press("ArrowDown");
  await page().keyboard.press("Enter");
  await page()
    .getByRole("treeitem", { name: /Rahim Uddin.*no light/ })
    .waitFor();
  await page().keyboard.press("ArrowDown");
  await page().keyboard.press("Enter");
  await page().getByRole("tabpanel", { name: "Line" }).waitFor();
  expect(page().url()).toContain(rahim.id);
});

test("A session is found, and ended from the list, without a mouse", async () => {
  const nusrat = environment.customer("Nusrat Akter");
  await environment.tenant.owner.post(`/customers/${nusrat.id}/grant-grace-period/`, { days: 3 });
  await page().goto(`${desk.line.url}/#/user-sessions`);
  const search = page().getByRole("textbox", { name: /Search/ });
  await search.focus();
  await page().keyboard.type(nusrat.username);
  const row = page().getByRole("row", { name: new RegExp(nusrat.username) });
  await row.waitFor();
  await page().keyboard.press("ArrowDown");
  const before = environment.router.sessions().find(({ name }) => name === nusrat.username);
  // From the row to its button, and through the question.
  const kick = row.getByRole("button", { name: "Disconnect" });
  while (!(await kick.evaluate((button) => button === document.activeElement)))
    await page().keyboard.press("Tab");
  await page().keyboard.press("Enter");
  const dialog = page().getByRole("dialog");
  await dialog.getByText("Disconnect").first().waitFor();
  await dialog.getByRole("button", { name: "Disconnect" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => environment.router.sessions().find(({ name }) => name === nusrat.username)?.ros_id)
    .not.toBe(before?.ros_id);
});

test("With the line cut the last known verdict stays, with its age, and nothing that needs the line can be pressed", async () => {
  await page().goto(`${desk.line.url}/#/customers/${rahim.id}?tab=line`);
  await verdict(/^The whole port/);
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
  const card = page().getByRole("region", { name: "Diagnosis" });
  await card.getByText(/^Last known /).waitFor();
  await verdict(/^The whole port/);
  expect(await card.getByRole("button", { name: "Look again" }).isDisabled()).toBe(true);
  expect(await card.getByRole("button", { name: "Reconnect the line" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  desk.mend();
  await card.getByText("Live").waitFor();
});
