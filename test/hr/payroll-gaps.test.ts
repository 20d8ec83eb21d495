// What is missing before a month is paid stays said until it is paid: a draft follows what is decided on.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, dayOf, daysOfMonth, monthOf } from "../../shared/kernel/day.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const month = monthOf(addDays(`${monthOf(dayOf(new Date(), "UTC"))}-01`, -1));
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

interface Gaps {
  employees: number;
  existing: number;
  gaps: { employee: string; gap: string; count: number }[];
}

it("What nobody decided on is among the gaps of a month also after its pay is drawn up, until it is paid", async () => {
  const { owner } = isp;
  const { id: employee } = await ok<{ id: string }>(
    owner.post("/employees/", { name: "Salma Akter", salary: "30000.00", join_date: `${month}-01` }),
  );
  const days = daysOfMonth(month);
  const span = { start_date: days[3], end_date: days[4] };
  const leave = await ok<{ id: string }>(
    owner.post("/leaves/", { employee, leave_type: "UNPAID", ...span, reason: "Family" }),
  );
  const advance = { employee, amount: "5000.00", deduction_month: month };
  await ok(owner.post("/advance-salaries/", advance));
  const gaps = () => ok<Gaps>(owner.get(`/payrolls/gaps/?month=${month}`));
  const open = async () => (await gaps()).gaps.map(({ gap, count }) => `${gap} ${count}`);
  const before = await open();
  expect(before).toEqual([
    expect.stringMatching(/^NO_ATTENDANCE \d+$/),
    "PENDING_LEAVE 1",
    "PENDING_ADVANCE 1",
  ]);
  await ok(owner.post("/payrolls/generate/", { month }));
  expect(await gaps()).toMatchObject({ employees: 1, existing: 1 });
  expect(await open()).toEqual(before);
  await ok(owner.post(`/leaves/${leave.id}/approve/`));
  const [marked] = await open();
  expect(await open()).toEqual([marked, "PENDING_ADVANCE 1"]);
  const { results } = await ok<{ results: { id: string }[] }>(owner.get(`/payrolls/?month=${month}`));
  await ok(owner.post(`/payrolls/${results[0]?.id}/pay/`));
  // Whatever is decided now changes nothing of it.
  expect(await gaps()).toMatchObject({ employees: 1, existing: 1, gaps: [] });
});

it("What was drawn up by hand for somebody without a salary is missing no salary", async () => {
  const { owner } = await makeTenant(server);
  const { id: employee } = await ok<{ id: string }>(
    owner.post("/employees/", { name: "Babul Mia", salary: "0.00", join_date: `${month}-01` }),
  );
  const { gaps } = await ok<Gaps>(owner.get(`/payrolls/gaps/?month=${month}`));
  expect(gaps[0]).toMatchObject({ employee, gap: "NO_SALARY" });
  await ok(owner.post("/payrolls/", { employee, month, bonus: "100.00" }));
  const after = await ok<Gaps>(owner.get(`/payrolls/gaps/?month=${month}`));
  expect(after.gaps.map(({ gap }) => gap)).toEqual(["NO_ATTENDANCE"]);
});
