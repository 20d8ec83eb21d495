// What happens by itself as days pass: expiry, grace and overdue invoices, in the tenant's own time zone. The clock is not
// ours to turn, but a tenant may move from the last time zone of the day into the first.

import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import {
  all,
  anotherProvider,
  type Body,
  expectStatus,
  newCustomer,
  newInvoice,
  type Provider,
  startProvider,
} from "../helpers/money.ts";

const EARLIEST = "Pacific/Kiritimati";
const LATEST = "Etc/GMT+12";

const dayIn = (timeZone: string, offset = 0) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.now() + offset * 86_400_000);

let isp: Provider;
beforeAll(async () => {
  isp = await startProvider({ timezone: LATEST });
});
afterAll(() => isp.server.stop());

const statusOf = async (provider: Provider, path: string): Promise<string> =>
  (await expectStatus(200, provider.owner.get(path))).status;

it("Past the end of max(expiry_date, grace_period_until) a customer is EXPIRED, past due_date an invoice OVERDUE", async () => {
  const lenient = await anotherProvider(isp.server, { timezone: LATEST, auto_suspend: false });
  const today = dayIn(LATEST);
  const router = await expectStatus(
    201,
    isp.owner.post("/routers/", { name: "R1", host: "192.0.2.1", username: "api", password: "x" }),
  );
  const fields = { router: router.id, expiry_date: today };
  const lapsing = await newCustomer(isp.owner, fields);
  const graced = await newCustomer(isp.owner, fields);
  const later = await newCustomer(isp.owner, { expiry_date: dayIn(EARLIEST) });
  const unlimited = await newCustomer(isp.owner);
  const kept = await newCustomer(lenient.owner, { expiry_date: today });
  await expectStatus(200, isp.owner.post(`/customers/${graced.id}/grant-grace-period/`, { days: 5 }));
  const invoice = await newInvoice(isp.owner, unlimited.id, "10.00", { due_date: today });
  const open = await newInvoice(isp.owner, later.id, "10.00", { due_date: dayIn(EARLIEST) });
  expect(invoice.status).toBe("UNPAID");
  const move = (provider: Provider) =>
    expectStatus(200, provider.owner.patch("/settings/", { timezone: EARLIEST }));
  await Promise.all([move(isp), move(lenient)]);
  // What the clock does each minute, now.
  const ofTheMinute = ["expire-customers", "mark-overdue"];
  const jobs = AREAS.flatMap((area) => area.jobs ?? []).filter(({ name }) => ofTheMinute.includes(name));
  expect(jobs.map(({ cron }) => cron)).toEqual(["* * * * *", "* * * * *"]);
  for (const { name } of jobs) isp.server.services.jobs.wake(name);
  const waited = { interval: 100 };
  await expect.poll(() => statusOf(isp, `/customers/${lapsing.id}/`), waited).toBe("EXPIRED");
  await expect.poll(() => statusOf(isp, `/invoices/${invoice.id}/`), waited).toBe("OVERDUE");
  const queued = await all(isp.owner, `/network-sync-jobs/?customer=${lapsing.id}`);
  expect(queued.map((job: Body) => job.kind)).toContain("DISABLE_USER");
  for (const customer of [graced, later, unlimited]) {
    expect(await statusOf(isp, `/customers/${customer.id}/`)).toBe("ACTIVE");
  }
  expect(await statusOf(isp, `/invoices/${open.id}/`)).toBe("UNPAID");
  expect(await statusOf(lenient, `/customers/${kept.id}/`)).toBe("ACTIVE");
  // Money brings the customer back.
  const recharge = { customer_id: lapsing.id, amount: 10, validity_days: 30 };
  const made = await expectStatus(201, isp.owner.post("/recharges/", recharge));
  expect(made.new_expiry_date).toBe(dayIn(EARLIEST, 30));
  expect(await statusOf(isp, `/customers/${lapsing.id}/`)).toBe("ACTIVE");
});
