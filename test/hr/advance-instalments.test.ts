// Advances that several months' pays take back: in parts, carried on where a pay can't bear them, given back with the pay.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMonths, dayOf, monthOf } from "../../shared/kernel/day.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
const month = monthOf(dayOf(new Date(), "UTC"));
const months = [0, 1, 2, 3].map((count) => addMonths(month, count));
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Made {
  id: string;
}
interface Pay extends Made {
  net_salary: string;
  breakdown: { advances: string; of_advances: { advance: string; amount: string }[] };
}

async function hired(owner: Client, salary = "1000") {
  const { id: employee } = await ok<Made>(owner.post("/employees/", { name: "Babul Mia", salary }));
  const granted = async (body: object) => {
    const { id } = await ok<Made>(
      owner.post("/advance-salaries/", { employee, deduction_month: month, ...body }),
    );
    await ok(owner.post(`/advance-salaries/${id}/approve/`, {}));
    return id;
  };
  const drawn = (at: number, more: object = {}) =>
    ok<Pay>(owner.post("/payrolls/", { employee, month: months[at], ...more }));
  const net = async ({ id }: Made) => (await ok<Pay>(owner.get(`/payrolls/${id}/`))).net_salary;
  const advance = (id: string) =>
    ok<{ status: string; deducted: string; payroll: string | null }>(owner.get(`/advance-salaries/${id}/`));
  const balanced = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
  return { employee, granted, drawn, net, advance, balanced };
}

it("An advance is taken back in equal parts, the last takes the rest, and the part that a salary took is given back with it", async () => {
  const { owner } = await makeTenant(server);
  const { granted, drawn, net, advance, balanced } = await hired(owner);
  const id = await granted({ amount: "100", instalments: 3 });
  const pays = [await drawn(0), await drawn(1), await drawn(2), await drawn(3)];
  expect(await Promise.all(pays.map(net))).toEqual(["966.67", "966.67", "966.66", "1000.00"]);
  expect(pays[0]?.breakdown).toMatchObject({
    advances: "33.33",
    of_advances: [{ advance: id, amount: "33.33" }],
  });
  const path = (at: number, act: string) => `/payrolls/${pays[at]?.id}/${act}/`;
  await ok(owner.post(path(1, "pay"), {}));
  await ok(owner.post(path(0, "pay"), {}));
  expect(await advance(id)).toMatchObject({ status: "APPROVED", deducted: "66.66", payroll: null });
  await balanced();
  await ok(owner.post(path(2, "pay"), {}));
  expect(await advance(id)).toMatchObject({ status: "DEDUCTED", deducted: "100.00", payroll: pays[2]?.id });
  // Eight at once: its part is given back once.
  const undone = await Promise.all(
    Array.from({ length: 8 }, () => owner.post(path(0, "reverse"), { reason: "By mistake" })),
  );
  expect(undone.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await advance(id)).toMatchObject({ status: "APPROVED", deducted: "66.67", payroll: null });
  await balanced();
  const again = await Promise.all(Array.from({ length: 8 }, () => owner.post(path(0, "pay"), {})));
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await advance(id)).toMatchObject({ status: "DEDUCTED", deducted: "100.00", payroll: pays[0]?.id });
  await balanced();
});

it("Who has an advance above the salary gets their pay: it takes what it can, and the next one takes the rest by itself", async () => {
  const { owner } = await makeTenant(server);
  const { employee, granted, drawn, net, advance, balanced } = await hired(owner);
  const id = await granted({ amount: "1500" });
  const run = await ok(owner.post("/payrolls/generate/", { month }));
  expect(run).toMatchObject({ created: 1, gaps: [] });
  const { results } = await ok<{ results: Pay[] }>(owner.get(`/payrolls/?employee=${employee}`));
  const [first] = results;
  expect(first).toMatchObject({ net_salary: "0.00", breakdown: { advances: "1000.00" } });
  const next = await drawn(1);
  expect(next).toMatchObject({ net_salary: "500.00", breakdown: { advances: "500.00" } });
  // What HR takes off lowers what is left for the advance; more than there is, nobody can type.
  const typed = await owner.patch(`/payrolls/${first?.id}/`, { deductions: "1001" });
  expect([typed.status, typed.body.code]).toEqual([422, "NEGATIVE_TOTAL"]);
  await ok(owner.patch(`/payrolls/${first?.id}/`, { deductions: "200" }));
  expect(await net(next)).toBe("300.00");
  await ok(owner.post(`/payrolls/${first?.id}/pay/`, {}));
  expect(await advance(id)).toMatchObject({ status: "APPROVED", deducted: "800.00" });
  await balanced();
  // A draft that goes leaves its part to the next; one before it takes it first.
  await ok(owner.post(`/payrolls/${next.id}/pay/`, {}));
  expect(await advance(id)).toMatchObject({ status: "DEDUCTED", deducted: "1500.00" });
  await balanced();
});

it("Drafts part what is owed among them in the order of their months, in whichever order they came and go", async () => {
  const { owner } = await makeTenant(server);
  const { granted, drawn, net, balanced } = await hired(owner);
  await granted({ amount: "400", instalments: 2 });
  const second = await drawn(1);
  expect(second.net_salary).toBe("600.00");
  const first = await ok<Made>(owner.post("/payrolls/generate/", { month })).then(() =>
    drawnOf(owner, month),
  );
  expect([await net(first), await net(second)]).toEqual(["800.00", "800.00"]);
  expect((await owner.delete(`/payrolls/${first.id}/`)).status).toBe(204);
  expect(await net(second)).toBe("600.00");
  await balanced();
  // Paid alone it has taken all: a month before it takes nothing, until it is taken back.
  await ok(owner.post(`/payrolls/${second.id}/pay/`, {}));
  const late = await drawn(0);
  expect(late.net_salary).toBe("1000.00");
  const undone = await ok<Pay>(owner.post(`/payrolls/${second.id}/reverse/`, { reason: "By mistake" }));
  expect([await net(late), await net(second), undone.net_salary]).toEqual(["800.00", "800.00", "800.00"]);
  await balanced();
});

const drawnOf = async (owner: Client, of: string): Promise<Pay> => {
  const { results } = await ok<{ results: Pay[] }>(owner.get(`/payrolls/?month=${of}`));
  const [pay] = results;
  if (!pay) throw new Error("Nobody has pay for that month");
  return pay;
};

it("Once a part was taken the first month stays, in how many months the rest is taken may change, and the advance is not undone", async () => {
  const { owner } = await makeTenant(server);
  const { granted, drawn, net, balanced } = await hired(owner);
  const id = await granted({ amount: "400", instalments: 4 });
  const path = `/advance-salaries/${id}/`;
  const [first, second] = [await drawn(0), await drawn(1)];
  expect((await owner.patch(path, { instalments: 0 })).status).toBe(400);
  await ok(owner.patch(path, { instalments: 2 }));
  expect([await net(first), await net(second)]).toEqual(["800.00", "800.00"]);
  await ok(owner.patch(path, { instalments: 4 }));
  await ok(owner.post(`/payrolls/${first.id}/pay/`, {}));
  const refused = await owner.patch(path, { deduction_month: addMonths(month, 5) });
  expect([refused.status, refused.body.code]).toEqual([409, "ADVANCE_PARTLY_DEDUCTED"]);
  expect((await owner.patch(path, { amount: "300" })).status).toBe(409);
  expect((await owner.post(`${path}reverse/`, { reason: "Came back" })).body.code).toBe("ILLEGAL_TRANSITION");
  await ok(owner.patch(path, { instalments: 2 }));
  expect(await net(second)).toBe("700.00");
  await balanced();
});

it("What pays said before of advances is parted by the migration as they would say it now", async () => {
  const { owner, tenant } = await makeTenant(server);
  const { granted, drawn, balanced } = await hired(owner);
  await granted({ amount: "400.50" });
  await granted({ amount: "100", deduction_month: months[1] });
  const first = await drawn(0);
  await drawn(1);
  await ok(owner.post(`/payrolls/${first.id}/pay/`, {}));
  const sql = server.services.db.platform;
  const said = () =>
    sql`select /* a test's own */ id, breakdown from payrolls where tenant_id = ${tenant.id} order by month`;
  const before = await said();
  expect(before.map(({ breakdown }) => breakdown.advances)).toEqual(["400.50", "100.00"]);
  await sql`update /* a test's own */ payrolls set breakdown = breakdown - 'of_advances' where tenant_id = ${tenant.id}`;
  const file = new URL("../../server/migrations/0061-advances-in-parts.sql", import.meta.url);
  const again = readFileSync(file, "utf8")
    .split(";")
    .filter((statement) => statement.trim().startsWith("update payrolls"));
  expect(again).toHaveLength(1);
  for (const statement of again)
    await sql.unsafe(
      `${statement.replace("update", "update /* a test's own */")} where p.tenant_id = '${tenant.id}'`,
    );
  expect(await said()).toEqual(before);
  await balanced();
});
