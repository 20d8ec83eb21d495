// The end of a membership, in the built app against the real server.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
beforeAll(async () => {
  environment = await openE2eEnvironment();
});
afterAll(() => environment.close());

test("A dismissed clerk's payment arrives when the line is back, and nothing of the office stays on the computer", async () => {
  const desktop = await environment.desktop();
  const { page } = desktop;
  const { body: made } = await environment.tenant.owner.get("/staff/");
  await environment.tenant.staff("leaver", "Counter");
  await desktop.signIn("leaver");
  desktop.cut();
  await desktop.connection.filter({ hasText: /^Offline/ }).waitFor();
  await desktop.recharge("Sadia");
  const { body: staff } = await environment.tenant.owner.get("/staff/");
  const known = new Set(made.results.map(({ id }: { id: string }) => id));
  const leaver = staff.results.find(({ id }: { id: string }) => !known.has(id));
  const left = await environment.tenant.owner.patch(`/staff/${leaver.id}/`, { is_active: false });
  expect(left.status).toBe(200);
  desktop.mend();
  await page
    // Said last: when the outbox was taken and the computer is empty.
    .getByText(/What you had done was handed in first/)
    .waitFor();
  const customer = environment.customer("Sadia Rahman").id;
  const { body } = await environment.tenant.owner.get(`/recharges/?customer=${customer}`);
  expect(body.results).toHaveLength(1);
  const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(kept.filter((name) => name !== "lastmile")).toEqual([]);
});

test("A company that is stopped while its clerk's page asks who they are is no defect of the page, and its counter goes on once it is opened", async () => {
  const desktop = await environment.desktop();
  const { page } = desktop;
  await desktop.signIn("clerk");
  const operator = await environment.server.superuser();
  const path = `/saas/tenants/${(await operator.get("/saas/tenants/?search=office")).body.results[0].id}`;
  // The feed comes anew, everything is checked, and the page asks who is signed in.
  desktop.cut();
  await desktop.connection.filter({ hasText: /^Offline/ }).waitFor();
  let asked = 0;
  let refused = 0;
  await page.route("**/api/v1/auth/me/", async (route) => {
    if (asked++ === 0)
      expect((await operator.post(`${path}/suspend/`, { reason: "Not paid" })).status).toBe(200);
    const answer = await route.fetch();
    if (answer.status() === 403) refused++;
    await route.fulfill({ response: answer });
  });
  desktop.mend();
  await expect.poll(() => refused).toBeGreaterThan(0);
  expect((await operator.post(`${path}/resume/`, { reason: "Paid" })).status).toBe(200);
  await page.unroute("**/api/v1/auth/me/");
  await desktop.recharge("Sadia");
  const customer = environment.customer("Sadia Rahman").id;
  const paid = async () =>
    (await environment.tenant.owner.get(`/recharges/?customer=${customer}`)).body.results.length;
  await expect.poll(paid).toBe(2);
  expect(desktop.complaints).toEqual([]);
});
