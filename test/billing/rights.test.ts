// Every right of the books: who has all others is refused what it is for and nothing is booked, and who has it (and sees
// things) gets through.
import { afterAll, beforeAll, expect, it } from "vitest";
import { permissionCodes } from "../../shared/identity/grants.ts";
import { addDays, dayOf, monthOf } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { type Asked, type Company, MONEY_ACTS } from "./helpers/money-acts.ts";
import { ok } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let company: Company;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { earn_prepaid: true } });
  const { owner } = isp;
  let customers = 0;
  company = {
    ...{
      owner,
      manager: await isp.staff("manager", "Manager"),
      desktop: await openDesktop(server.url, owner.token),
    },
    money: (units) => `${units}.03`,
    async customer() {
      customers += 1;
      const body = { name: `C${customers}`, username: `c${customers}`, phone: `01${customers}` };
      return String((await ok(owner.post("/customers/", body))).id);
    },
  };
});
afterAll(() => server.stop());

/** What each act of `MONEY_ACTS` asks for. */
const RIGHTS: Readonly<Record<string, string>> = {
  "closing a month": "finance.closing.create",
  "taking a closing back": "finance.closing.reverse",
  "a recharge": "billing.recharge.create",
  "the reversal of a recharge": "billing.recharge.reverse",
  "a payment": "finance.transaction.create",
  "the reversal of a payment": "finance.transaction.reverse",
  "a bill": "billing.invoice.create",
  "a void": "billing.invoice.void",
  "a credit note": "billing.credit_note.create",
  "a deposit": "finance.deposit.create",
  "a deposit that pays a bill": "finance.deposit.apply",
  "a deposit that is paid back": "finance.deposit.refund",
  "the reversal of a deposit": "finance.deposit.reverse",
  "a refund": "finance.refund.create",
  "the reversal of a refund": "finance.refund.reverse",
  "an adjustment CREDIT": "finance.adjustment.create",
  "an adjustment DEBIT": "finance.adjustment.create",
  "an adjustment WAIVER": "finance.adjustment.create",
  "the reversal of an adjustment CREDIT": "finance.adjustment.reverse",
  "the reversal of an adjustment DEBIT": "finance.adjustment.reverse",
  "the reversal of an adjustment WAIVER": "finance.adjustment.reverse",
  "money of nobody that is given away": "finance.suspense.resolve",
  "money of nobody that is paid back": "finance.suspense.resolve",
  "money of nobody that is kept": "finance.suspense.resolve",
  "cash that is handed over": "finance.cash_transfer.create",
  "cash that has arrived": "finance.cash_transfer.confirm",
  "a handover that is called off": "finance.cash_transfer.cancel",
  "a drawer closed with a difference": "operations.shift.close",
  "a drawer that is counted again": "operations.shift.recount",
  "an advance on a salary": "hr.advance_salary.approve",
  "the reversal of an advance on a salary": "hr.advance_salary.reverse",
  "a salary": "hr.payroll.pay",
  "the reversal of a salary": "hr.payroll.reverse",
  "a reseller's top-up": "billing.reseller.top_up",
  "a reseller's balance put right": "billing.reseller.adjust",
  "the reversal of a reseller's top-up": "billing.reseller_ledger.reverse",
};

const people = new Map<string, Promise<Client>>();

/** A member of staff with these rights; made once. */
function member(name: string, permissions: readonly string[]): Promise<Client> {
  const known = people.get(name);
  if (known) return known;
  const made = (async () => {
    const [username, password] = [`p${people.size}`, `p${people.size}-secret`];
    const role = await ok<{ id: string }>(isp.owner.post("/roles/", { name, permissions }));
    await ok(isp.owner.post("/staff/", { username, password, full_name: username, role: role.id }));
    return server.signIn(username, password, isp.tenant.subdomain);
  })();
  people.set(name, made);
  return made;
}

const codes = permissionCodes();
const without = (right: string) =>
  member(
    `All but ${right}`,
    codes.filter((code) => code !== right),
  );
/** Sees everything, and has what else the act takes. */
const withIt = (right: string, also: readonly string[] = []) =>
  member(`Only ${[right, ...also].join(" and ")}`, [
    ...codes.filter((code) => code.endsWith(".view")),
    right,
    ...also,
  ]);

const entries = async () =>
  (
    await server.services.db.platform<{ count: number }[]>`
    select /* a test's own */ count(*)::int as count from ledger_entries`
  )[0]?.count;

const send = (client: Client, { path, body, method = "post" }: Asked & { method?: "post" | "patch" }) =>
  client[method](path, body, { "Idempotency-Key": newId() });

async function asksFor(
  right: string,
  asked: Asked & { method?: "post" | "patch" },
  also: readonly string[] = [],
) {
  const before = await entries();
  const refused = await send(await without(right), asked);
  expect([refused.status, refused.body.code], JSON.stringify(refused.body)).toEqual([
    403,
    "PERMISSION_DENIED",
  ]);
  expect(await entries()).toBe(before);
  const done = await send(await withIt(right, also), asked);
  expect([right, done.status < 300], JSON.stringify(done.body)).toEqual([right, true]);
}

it("Every act that moves money has its right", () => {
  expect(Object.keys(RIGHTS).sort()).toEqual(MONEY_ACTS.map(({ name }) => name).sort());
});

it.each(MONEY_ACTS)(
  "Who lacks the right to it is refused $name, whatever else they may; who has it does it",
  async (act) => {
    // Money below the price of its days is another right, which the rules of recharges ask for.
    const also = act.name === "a recharge" ? ["billing.recharge.below_price"] : [];
    await asksFor(RIGHTS[act.name] ?? "", await act.ready(company), also);
  },
);

const ago = (days: number) => addDays(dayOf(new Date(), "UTC"), -days);
const lines = [{ description: "Line", unit_price: "20.00" }];

it.each<[right: string, what: string, ask: () => Promise<Asked & { method?: "patch" }>, also: string[]]>([
  [
    "finance.backdate",
    "a payment of five days ago",
    async () => ({
      path: "/transactions/",
      body: { customer: await company.customer(), amount: "5.00", occurred_at: `${ago(5)}T10:00:00Z` },
    }),
    ["finance.transaction.create"],
  ],
  [
    "finance.backdate",
    "a bill of five days ago",
    async () => ({
      path: "/invoices/",
      body: { customer: await company.customer(), lines, issue_date: ago(5) },
    }),
    ["billing.invoice.create"],
  ],
  [
    "finance.backdate",
    "a handover of five days ago",
    async () => ({
      path: "/cash-transfers/",
      body: { from: "OFFICE", to: "BANK", amount: "1.00", occurred_at: `${ago(5)}T10:00:00Z` },
    }),
    ["finance.cash_transfer.create"],
  ],
  [
    "billing.invoice.override",
    "a bill of another total",
    async () => ({
      path: "/invoices/",
      body: { customer: await company.customer(), lines, total_payable: "3.00" },
    }),
    ["billing.invoice.create"],
  ],
  [
    "billing.invoice.generate_batch",
    "the month's bills",
    async () => ({
      path: "/invoices/generate-batch/",
      body: { billing_month: monthOf(ago(0)), async: false },
    }),
    [],
  ],
  [
    "billing.invoice.void",
    "taking the month's bills back",
    async () => ({
      path: "/invoices/void-batch/",
      body: { billing_month: monthOf(ago(0)), reason: "Wrong" },
    }),
    [],
  ],
  [
    "finance.period.lock",
    "closing the books",
    async () => ({ path: "/settings/", body: { lock_date: ago(400) }, method: "patch" }),
    [],
  ],
])(
  "Who lacks %s is refused %s, whatever else they may; who has it does it",
  async (right, _what, ask, also) => {
    await asksFor(right, await ask(), also);
  },
);

it("Who sent cash never says that it has arrived, whatever they may", async () => {
  const body = { from: "OFFICE", to: "BANK", amount: "4.00" };
  const { id } = await ok(isp.owner.post("/cash-transfers/", body));
  const own = await isp.owner.post(`/cash-transfers/${id}/confirm/`, {});
  expect([own.status, own.body.code]).toEqual([403, "OWN_REQUEST"]);
  await ok((await withIt("finance.cash_transfer.confirm")).post(`/cash-transfers/${id}/confirm/`, {}));
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("The company's own accounts are for who sees its reports: a counter and support see their customers' alone", async () => {
  const paid = { customer: await company.customer(), amount: "9.00" };
  await ok(isp.owner.post("/transactions/", paid));
  const [entry] = (
    await ok<{ results: { id: string; account: string }[] }>(
      isp.owner.get("/ledger-entries/?scope=all&customer__isnull=true&page_size=1"),
    )
  ).results;
  const whole = [
    "/reports/trial-balance/",
    "/ledger-entries/?scope=all",
    "/billing-accounts/?scope=all",
    `/ledger-entries/${entry?.id}/`,
    `/billing-accounts/${entry?.account}/`,
  ];
  for (const role of ["Counter", "Support"]) {
    const clerk = await isp.staff(`books-${role.toLowerCase()}`, role);
    for (const path of whole) {
      const { status, body } = await clerk.get(path);
      expect([status, body.permission], `${role} ${path}`).toEqual([403, "reporting.report.view"]);
    }
    for (const path of ["/ledger-entries/", "/billing-accounts/"]) {
      const { results } = await ok<{ results: { id: string; customer: string | null }[] }>(clerk.get(path));
      expect(results.length).toBeGreaterThan(0);
      expect(results.map(({ customer }) => customer)).not.toContain(null);
      await ok(clerk.get(`${path}${results[0]?.id}/`));
    }
  }
  const reader = await withIt("reporting.report.view");
  for (const path of whole) await ok(reader.get(path));
});
