// A customer's package is changed on their page: what it costs beside each package, both ways to settle the paid days, and the
// receipt at the end.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays } from "../../../shared/kernel/day.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let clerk: Desktop;
let rahim: string;
let larger: string;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { owner } = office.tenant;
  rahim = office.customer("Rahim Uddin").id;
  const made = await owner.post("/packages/", {
    name: "Home 50",
    price: "1000.00",
    validity_days: 30,
    bandwidth_mbps: 50,
  });
  larger = String(made.body.id);
  await owner.post("/packages/", { name: "Home 10", price: "400.00", validity_days: 30, bandwidth_mbps: 10 });
  const paid = await owner.post("/recharges/", { customer_id: rahim, amount: "700.00", validity_days: 30 });
  expect([made.status, paid.status]).toEqual([201, 201]);
  clerk = await office.desktop();
  await clerk.signIn("clerk");
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  clerk?.mend();
  if (task.result?.state === "fail") await clerk?.photograph(`changes-failed-${task.id}`);
});

const dialog = () => clerk.page.getByRole("dialog");
const latest = async () =>
  (await office.tenant.owner.get(`/service-changes/?customer=${rahim}`)).body.results[0];

test("From the customer's page a larger package is sold with four keys, for what the days left cost more; the receipt stands there", async () => {
  const { page } = clerk;
  await page.goto(`${clerk.line.url}/#/customers/${rahim}`);
  await page.getByRole("button", { name: "Change package" }).waitFor();
  const asked = { package: larger };
  const { body: preview } = await office.tenant.owner.post(
    `/customers/${rahim}/change-package/preview/`,
    asked,
  );
  const story = new Story(page);
  await story.press("g");
  await dialog().getByText(`pay ৳${preview.to_pay}`).first().waitFor();
  await dialog().getByText("from", { exact: false }).first().waitFor();
  await story.press("ArrowDown");
  await dialog()
    .getByRole("button", { name: `Take ৳${preview.to_pay} and change` })
    .waitFor();
  expect(await story.aside(() => findings(page))).toEqual([]);
  await story.aside(() => clerk.picture("change-package"));
  await story.press("Enter");
  await story.aside(() => dialog().locator("[data-armed]").waitFor());
  await story.press("Enter");
  await dialog()
    .getByRole("region", { name: /^Receipt/ })
    .waitFor();
  expect(story.told("clerk: a larger package sold")).toBe(4);
  await expect.poll(async () => (await latest())?.state).toBe("DONE");
  expect(await latest()).toMatchObject({
    ...{ state: "DONE", mode: "PREPAID", settle: "KEEP_DAYS", to_pay: preview.to_pay },
    payment_transaction: expect.any(String),
  });
  expect((await office.tenant.owner.get(`/customers/${rahim}/`)).body.package).toBe(larger);
  await clerk.armed();
  await page.keyboard.press("n");
  await dialog().waitFor({ state: "detached" });
});

test("A customer's service is paused from tomorrow on and the pause called off again, each from the page's menu", async () => {
  const { page } = clerk;
  const pauses = async () =>
    (await office.tenant.owner.get(`/service-pauses/?customer=${rahim}`)).body.results;
  await page.goto(`${clerk.line.url}/#/customers/${rahim}`);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More for this customer" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Pause the service");
  const last = addDays(today(), 14);
  await dialog().getByLabel("Last day without service").fill(last);
  expect(await findings(page)).toEqual([]);
  await clerk.picture("pause");
  await dialog().getByRole("button", { name: "Pause the service" }).click();
  await dialog().waitFor({ state: "detached" });
  await expect.poll(pauses).toMatchObject([{ state: "SCHEDULED", to_date: last, days: 14 }]);
  await choose("End the pause");
  await dialog().locator("[data-armed]").waitFor();
  await dialog().getByRole("button", { name: "End the pause" }).click();
  await dialog().waitFor({ state: "detached" });
  await expect.poll(pauses).toMatchObject([{ state: "CANCELLED" }]);
});

test("With the line cut a smaller package is ordered by the till's own figures; the page says so, and the server does the same", async () => {
  const { page } = clerk;
  await page.goto(`${clerk.line.url}/#/customers/${rahim}`);
  await page.getByRole("button", { name: "Change package" }).waitFor();
  clerk.cut();
  await clerk.connection.filter({ hasText: "Offline" }).waitFor();
  await page.keyboard.press("g");
  await dialog().getByRole("button", { name: "Change the package" }).waitFor();
  await clerk.picture("change-package-offline");
  await page.keyboard.press("Enter");
  await dialog().locator("[data-armed]").waitFor();
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await page.getByText(/^Home 10 from /).waitFor();
  expect((await latest()).to_package_name).not.toBe("Home 10");
  clerk.mend();
  await expect.poll(async () => (await latest()).to_package_name).toBe("Home 10");
  expect(await latest()).toMatchObject({ state: "SCHEDULED", when: "AT_EXPIRY", differs: null });
});
