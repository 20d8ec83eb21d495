// Every operation that moves money, each ready to be asked for: what it needs is made first, then the request itself.
import { addDays, dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { WireDesktop } from "../../helpers/desktop.ts";
import type { Client } from "../../helpers/server.ts";
import { ok } from "./tenant.ts";

/** A company with what its money acts need. */
export interface Company {
  owner: Client;
  /** Confirms what the owner sent, and the other way round. */
  manager: Client;
  desktop: WireDesktop;
  /** Whole units with the smallest part that the currency has: 12.03, 12.003, 12. */
  money(units: number): string;
  customer(): Promise<string>;
}

export interface Asked {
  path: string;
  body: Record<string, unknown>;
  client?: Client;
  /** The same as a desktop says it, where one does. */
  command?: { kind: string; payload: Record<string, unknown> };
}

export interface MoneyAct {
  name: string;
  /** Repeated without a key, it changes nothing either: what is undone is undone. */
  is_once: boolean;
  /** A desktop says it, too. */
  is_command: boolean;
  /** How many journals it posts. */
  journals: number;
  ready(company: Company): Promise<Asked>;
}

type Row = Record<string, unknown>;
const idOf = async (answer: Promise<{ status: number; body: Row }>) => String((await ok(answer)).id);
const keyed = () => ({ "Idempotency-Key": newId() });
const today = () => dayOf(new Date(), "UTC");
const reason = "By mistake";

const paid = async ({ owner, customer, money }: Company, units = 12) => {
  const of = await customer();
  return { of, id: await idOf(owner.post("/transactions/", { customer: of, amount: money(units) })) };
};
const billed = async ({ owner, customer, money }: Company) => {
  const of = await customer();
  const lines = [{ description: "Line", quantity: "1", unit_price: money(20) }];
  return { of, id: await idOf(owner.post("/invoices/", { customer: of, lines, apply_advance: false })) };
};
const kept = ({ owner, money }: Company, customer: string) =>
  idOf(owner.post("/deposits/", { customer, amount: money(9), method: "CASH", reason }));
const adjusted = async (company: Company, adjustment_type: string) => {
  const { of } = await billed(company);
  const body = { customer: of, adjustment_type, amount: company.money(3), reason };
  return idOf(company.owner.post("/adjustments/", body, keyed()));
};
/** Money of nobody: a till took it of a customer whom nobody knows. */
const waiting = async ({ desktop, money }: Company) => {
  const payload = { id: newId(), customer: newId(), amount: money(7) };
  const [outcome] = await desktop.push([desktop.command("transaction.create", payload)]);
  return String(outcome?.result?.review_item);
};
const sent = async ({ owner, money }: Company) =>
  idOf(owner.post("/cash-transfers/", { from: "OFFICE", to: "BANK", amount: money(4), method: "CASH" }));
const drawer = async ({ owner, money }: Company) => {
  const { results } = await ok<{ results: Row[] }>(owner.get("/shifts/?status=OPEN"));
  for (const { id } of results) await ok(owner.post(`/shifts/${id}/close/`, { counted_cash: money(0) }));
  return idOf(owner.post("/shifts/", { opening_float: money(50) }));
};
const employed = async ({ owner, money }: Company) =>
  idOf(owner.post("/employees/", { name: "Salma", salary: money(900) }));
const advanced = async (company: Company) => {
  const body = { employee: await employed(company), amount: company.money(30) };
  return idOf(company.owner.post("/advance-salaries/", body));
};
const drawnUp = async (company: Company) => {
  const month = monthOf(addDays(`${monthOf(today())}-01`, -1));
  return idOf(company.owner.post("/payrolls/", { employee: await employed(company), month }));
};
const toppedUp = async ({ owner, money }: Company) => {
  const username = `reseller-${newId()}`;
  const account = { username, password: `${username}-secret` };
  const body = { company_name: username, credit_limit: money(100), ...account };
  const reseller = await idOf(owner.post("/resellers/", body));
  await ok(owner.post(`/resellers/${reseller}/top-up/`, { amount: money(40) }));
  const { results } = await ok<{ results: Row[] }>(owner.get(`/reseller-ledger/?reseller=${reseller}`));
  return { reseller, entry: String(results[0]?.id) };
};
const closed = ({ owner }: Company) =>
  idOf(owner.post("/closings/", { month: monthOf(today()), async: false }));
const used = async ({ owner, customer, money }: Company) => {
  const occurred_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const body = { customer_id: await customer(), amount: money(60), validity_days: 30, occurred_at };
  await ok(owner.post("/recharges/", body));
};

/** The reversal of a document: once, however often it is asked for. */
const undo = (
  name: string,
  resource: string,
  make: (company: Company) => Promise<string>,
  more: { kind?: string; journals?: number; act?: string } = {},
): MoneyAct => ({
  name,
  is_once: true,
  is_command: more.kind !== undefined,
  journals: more.journals ?? 1,
  async ready(company) {
    const id = await make(company);
    const asked = { path: `/${resource}/${id}/${more.act ?? "reverse"}/`, body: { reason } };
    return more.kind ? { ...asked, command: { kind: more.kind, payload: { id, reason } } } : asked;
  },
});

/** A new document: once for its key. */
const make = (
  name: string,
  ready: MoneyAct["ready"],
  more: Partial<Pick<MoneyAct, "journals" | "is_once" | "is_command">> = {},
): MoneyAct => ({ name, is_once: false, is_command: false, journals: 1, ready, ...more });
const COMMAND = { is_command: true };

/** How the money of nobody ends. */
const resolved = (name: string, end: (company: Company) => Promise<Row>): MoneyAct =>
  make(
    name,
    async (company) => {
      const [id, body] = [await waiting(company), await end(company)];
      const command = { kind: "review_item.resolve", payload: { id, ...body } };
      return { path: `/review-items/${id}/resolve/`, body, command };
    },
    { is_once: true, ...COMMAND },
  );

/** Closings go first: they bill whatever recharge there is. */
export const MONEY_ACTS: readonly MoneyAct[] = [
  make("closing a month", async (company) => {
    await used(company);
    return { path: "/closings/", body: { month: monthOf(today()), async: false } };
  }),
  {
    ...undo("taking a closing back", "closings", closed, {}),
    async ready(company) {
      const id = await closed(company);
      return { path: `/closings/${id}/reverse/`, body: { reason, async: false } };
    },
  },
  make(
    "a recharge",
    async ({ customer, money }) => {
      const body = { customer_id: await customer(), amount: money(12), validity_days: 3 };
      return { path: "/recharges/", body, command: { kind: "recharge.create", payload: body } };
    },
    COMMAND,
  ),
  undo(
    "the reversal of a recharge",
    "recharges",
    async ({ owner, customer, money }) =>
      idOf(owner.post("/recharges/", { customer_id: await customer(), amount: money(12), validity_days: 3 })),
    { kind: "recharge.reverse" },
  ),
  make(
    "a payment",
    async ({ customer, money }) => {
      const body = { customer: await customer(), amount: money(12) };
      return { path: "/transactions/", body, command: { kind: "transaction.create", payload: body } };
    },
    COMMAND,
  ),
  undo("the reversal of a payment", "transactions", async (company) => (await paid(company)).id, {
    kind: "transaction.reverse",
  }),
  make(
    "a bill",
    async ({ customer, money }) => {
      const lines = [{ description: "Line", quantity: "1", unit_price: money(20) }];
      const body = { customer: await customer(), lines };
      return { path: "/invoices/", body, command: { kind: "invoice.create", payload: body } };
    },
    COMMAND,
  ),
  undo("a void", "invoices", async (company) => (await billed(company)).id, { act: "void" }),
  make("a credit note", async (company) => {
    const { id } = await billed(company);
    return {
      path: "/credit-notes/",
      body: { invoice: id, amount: company.money(1), reason },
    };
  }),
  make("a refund", async (company) => {
    const { of } = await paid(company);
    return { path: `/customers/${of}/refund/`, body: { amount: company.money(2), reason } };
  }),
  make(
    "a deposit",
    async ({ customer, money }) => {
      const body = { customer: await customer(), amount: money(9), method: "CASH", reason };
      return { path: "/deposits/", body, command: { kind: "deposit.create", payload: body } };
    },
    COMMAND,
  ),
  make("a deposit that pays a bill", async (company) => {
    const { of } = await billed(company);
    return { path: `/deposits/${await kept(company, of)}/apply/`, body: { amount: company.money(4) } };
  }),
  make("a deposit that is paid back", async (company) => {
    const path = `/deposits/${await kept(company, await company.customer())}/refund/`;
    return { path, body: { amount: company.money(2), method: "BANK", reason } };
  }),
  undo("the reversal of a deposit", "deposits", async (company) => kept(company, await company.customer())),
  undo("the reversal of a refund", "refunds", async (company) => {
    const { of } = await paid(company);
    return idOf(company.owner.post(`/customers/${of}/refund/`, { amount: company.money(2), reason }));
  }),
  ...["CREDIT", "DEBIT", "WAIVER"].flatMap((adjustment_type): MoneyAct[] => [
    make(
      `an adjustment ${adjustment_type}`,
      async (company) => {
        const { of } = await billed(company);
        const body = { customer: of, adjustment_type, amount: company.money(3), reason };
        return { path: "/adjustments/", body, command: { kind: "adjustment.create", payload: body } };
      },
      COMMAND,
    ),
    undo(
      `the reversal of an adjustment ${adjustment_type}`,
      "adjustments",
      (company) => adjusted(company, adjustment_type),
      { kind: "adjustment.reverse" },
    ),
  ]),
  resolved("money of nobody that is given away", async ({ customer }) => ({
    customer: await customer(),
  })),
  resolved("money of nobody that is paid back", async () => ({ refund: { method: "CASH" } })),
  resolved("money of nobody that is kept", async () => ({ write_off: true })),
  make(
    "cash that is handed over",
    async ({ money }) => {
      const body = { from: "OFFICE", to: "BANK", amount: money(4), method: "CASH" };
      return { path: "/cash-transfers/", body, command: { kind: "cash_transfer.create", payload: body } };
    },
    COMMAND,
  ),
  make(
    "cash that has arrived",
    async (company) => {
      const id = await sent(company);
      return { path: `/cash-transfers/${id}/confirm/`, body: {}, client: company.manager };
    },
    { is_once: true },
  ),
  undo("a handover that is called off", "cash-transfers", sent, {
    kind: "cash_transfer.cancel",
    act: "cancel",
  }),
  make(
    "a drawer closed with a difference",
    async (company) => {
      const id = await drawer(company);
      const body = { counted_cash: company.money(51) };
      return {
        path: `/shifts/${id}/close/`,
        body,
        command: { kind: "shift.close", payload: { id, ...body } },
      };
    },
    { is_once: true, ...COMMAND },
  ),
  make(
    "a drawer that is counted again",
    async (company) => {
      const id = await drawer(company);
      await ok(company.owner.post(`/shifts/${id}/close/`, { counted_cash: company.money(50) }));
      const body = { counted_cash: company.money(48), reason };
      return { path: `/shifts/${id}/recount/`, body };
    },
    { is_once: true },
  ),
  make(
    "an advance on a salary",
    async (company) => {
      const id = await advanced(company);
      return { path: `/advance-salaries/${id}/approve/`, body: { method: "BANK" } };
    },
    { is_once: true },
  ),
  undo("the reversal of an advance on a salary", "advance-salaries", async (company) => {
    const id = await advanced(company);
    await ok(company.owner.post(`/advance-salaries/${id}/approve/`, {}));
    return id;
  }),
  make(
    "a salary",
    async (company) => {
      const id = await drawnUp(company);
      return { path: `/payrolls/${id}/pay/`, body: { holder: "OFFICE" } };
    },
    { is_once: true, journals: 2 },
  ),
  undo(
    "the reversal of a salary",
    "payrolls",
    async (company) => {
      const id = await drawnUp(company);
      await ok(company.owner.post(`/payrolls/${id}/pay/`, {}));
      return id;
    },
    { journals: 2 },
  ),
  make("a reseller's top-up", async (company) => {
    const { reseller } = await toppedUp(company);
    return { path: `/resellers/${reseller}/top-up/`, body: { amount: company.money(9) } };
  }),
  make("a reseller's balance put right", async (company) => {
    const { reseller } = await toppedUp(company);
    const body = { amount: `-${company.money(9)}`, reason };
    return { path: `/resellers/${reseller}/adjust/`, body };
  }),
  undo(
    "the reversal of a reseller's top-up",
    "reseller-ledger",
    async (company) => (await toppedUp(company)).entry,
  ),
];
