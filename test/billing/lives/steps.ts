// The steps of a life: everything that moves money, asked for as a person, a till or a reseller does.

import { addDays, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { ok } from "../helpers/tenant.ts";
import { type Answer, type Life, reason } from "./life.ts";
import { UNDOABLE, voidBatch } from "./undoing.ts";

export interface Step {
  name: string;
  weight: number;
  /** Null: there is nothing to do it to. */
  play(life: Life): Promise<Answer | null>;
  /** Rules by which it may be refused. */
  refusals?: readonly string[];
  /** Takes back what it did: then everything is as before, to the smallest part. */
  undo?(life: Life, done: Body): Promise<Answer>;
}

const METHODS = ["CASH", "CASH", "CASH", "BANK", "MOBILE", "CARD"] as const;
const LOCKED = ["PERIOD_LOCKED"];
const FALLEN_SHORT = ["INSUFFICIENT_ADVANCE", "NOTHING_DUE", "OVER_ALLOCATION", "ADVANCE_EXCEEDED"];

const whoever = ({ dice, customers, sold }: Life) => (dice.chance(0.1) ? sold : dice.pick(customers));
/** Of an act that may be dated back: the day, or now. */
const maybeBack = (life: Life) => (life.dice.chance(0.3) ? { occurred_at: life.daysAgo(40).at } : {});
const method = ({ dice }: Life) => dice.pick(METHODS);
/** What a step did is undone by the reversal of that name. */
const by =
  (name: string) =>
  (life: Life, { id }: Body) => {
    const found = UNDOABLE.find((one) => one.name === name);
    if (!found) throw new Error(`Nothing is called ${name}`);
    return found.undo(life, String(id));
  };

function line(life: Life): Body {
  const { dice, taxes, some } = life;
  const unit_price = some(dice.chance(0.3) ? 2_000 : 300);
  return {
    ...{ description: "Line", quantity: dice.pick(["1", "2", "0.5", "1.333333"]), unit_price },
    source: dice.pick(["PACKAGE", "INSTALLATION", "HARDWARE", "OTHER"]),
    ...(dice.chance(0.6) ? { tax_code: dice.pick(taxes) } : {}),
    ...(dice.chance(0.2) ? { discount: life.money(1) } : {}),
  };
}

function bill(life: Life): Body {
  const { dice } = life;
  const lines = Array.from({ length: dice.between(1, 3) }, () => line(life));
  return {
    ...{ customer: whoever(life), lines, apply_advance: dice.chance(0.6) },
    ...(dice.chance(0.3) ? { issue_date: life.daysAgo(40).day } : {}),
    ...(dice.chance(0.2) ? { discount: life.some(20) } : {}),
    ...(dice.chance(0.2) ? { previous_due: dice.chance(0.5) ? life.money(0) : life.some(300) } : {}),
    ...(dice.chance(0.1) ? { total_payable: life.some(900) } : {}),
  };
}

const adjusted = (adjustment_type: "CREDIT" | "DEBIT" | "WAIVER"): Step => ({
  name: `adjust ${adjustment_type}`,
  weight: 2,
  play: (life) => {
    const category = life.dice.pick(["GOODWILL", "SLA", "ERROR", "BAD_DEBT"]);
    const body = { customer: whoever(life), adjustment_type, amount: life.some(120), reason };
    return life.post("/adjustments/", adjustment_type === "DEBIT" ? body : { ...body, category });
  },
  refusals: FALLEN_SHORT,
  undo: by("undo an adjustment"),
});

/** Bills, money, and what is given up or paid out. */
const WITH_CUSTOMERS: readonly Step[] = [
  {
    name: "recharge",
    weight: 5,
    play: (life) =>
      life.post("/recharges/", {
        ...{
          customer_id: whoever(life),
          amount: life.some(1_500),
          validity_days: life.dice.pick([1, 7, 30]),
        },
        ...{ method: method(life), ...maybeBack(life) },
      }),
    refusals: LOCKED,
    undo: by("undo a recharge"),
  },
  {
    name: "pay",
    weight: 5,
    play: (life) =>
      life.post("/transactions/", {
        ...{ customer: whoever(life), amount: life.some(900), method: method(life), ...maybeBack(life) },
      }),
    refusals: LOCKED,
    undo: by("undo a payment"),
  },
  {
    name: "bill",
    weight: 8,
    play: (life) => life.post("/invoices/", bill(life)),
    refusals: [...LOCKED, "NEGATIVE_TOTAL"],
  },
  {
    name: "bill without advance",
    weight: 2,
    play: (life) => life.post("/invoices/", { ...bill(life), apply_advance: false }),
    refusals: [...LOCKED, "NEGATIVE_TOTAL"],
    undo: by("void a bill"),
  },
  {
    name: "apply the advance",
    weight: 2,
    async play(life) {
      const id = await life.one("invoices t where tenant_id = $T and due_amount > 0");
      return id === null ? null : life.post(`/invoices/${id}/apply-advance/`, {});
    },
  },
  {
    name: "credit note",
    weight: 5,
    async play(life) {
      const id = await life.one("invoices t where tenant_id = $T and status <> 'VOID' and closing is null");
      if (!id) return null;
      const { dice } = life;
      if (dice.chance(0.4)) return life.post("/credit-notes/", { invoice: id, reason });
      if (dice.chance(0.5))
        return life.post("/credit-notes/", { invoice: id, amount: life.some(100), reason });
      const { lines } = await ok<Body>(life.owner.get(`/invoices/${id}/`));
      const part = { invoice_line: dice.pick<Body>(lines).id, amount: life.some(50) };
      return life.post("/credit-notes/", { invoice: id, lines: [part], reason });
    },
    refusals: ["OVER_CREDITED", "REVERSE_THE_ADJUSTMENT", "NOTHING_TO_CREDIT"],
  },
  {
    name: "refund",
    weight: 3,
    play: (life) =>
      life.post(`/customers/${whoever(life)}/refund/`, {
        amount: life.some(150),
        method: method(life),
        reason,
      }),
    refusals: FALLEN_SHORT,
    undo: by("undo a refund"),
  },
  adjusted("CREDIT"),
  adjusted("DEBIT"),
  { ...adjusted("WAIVER"), weight: 4 },
  {
    name: "bill the month",
    weight: 1,
    play: (life) =>
      life.post("/invoices/generate-batch/", { billing_month: monthOf(life.today), async: false }),
  },
  { name: "take the month back", weight: 1, play: (life) => voidBatch(life, monthOf(life.today)) },
  {
    name: "close the month",
    weight: 2,
    play: (life) => {
      const month = monthOf(addDays(life.today, -life.dice.pick([0, 0, 28])));
      return life.post("/closings/", { month, async: false });
    },
    refusals: LOCKED,
  },
];

/** What a till did some days ago, or just now, and hands in. */
async function push(life: Life, kind: string, payload: Body): Promise<Answer> {
  const { desktop, dice } = life;
  const was_earlier = dice.chance(0.6);
  const occurred_at = was_earlier ? life.daysAgo(40).at : new Date().toISOString();
  // No command of a device happened before the one before it: what is told of earlier days is told by another till.
  const till = was_earlier ? await life.otherTill() : desktop;
  const { receipt_number: _, ...told } = payload;
  const given = was_earlier ? told : payload;
  const [outcome] = await till.push([till.command(kind, given, { occurred_at })]);
  return outcome.status === "APPLIED"
    ? { status: 200, body: outcome.result }
    : { status: outcome.problem?.status ?? 500, body: outcome.problem ?? outcome };
}

const AT_THE_TILL: readonly Step[] = [
  {
    name: "a till's recharge",
    weight: 3,
    play: (life) =>
      push(life, "recharge.create", {
        ...{ id: newId(), customer_id: life.dice.pick(life.customers), amount: life.some(1_500) },
        ...{ validity_days: 30, receipt_number: life.desktop.receipt() },
      }),
  },
  {
    name: "a till's payment",
    weight: 3,
    play: (life) =>
      push(life, "transaction.create", {
        ...{ id: newId(), customer: life.dice.pick(life.customers), amount: life.some(600) },
        receipt_number: life.desktop.receipt(),
      }),
  },
  {
    name: "a till's bill",
    weight: 1,
    play: (life) =>
      push(life, "invoice.create", {
        ...{ id: newId(), customer: life.dice.pick(life.customers), lines: [line(life)] },
        apply_advance: life.dice.chance(0.5),
      }),
  },
  {
    name: "money of nobody",
    weight: 2,
    play: (life) =>
      push(life, "transaction.create", { id: newId(), customer: newId(), amount: life.some(200) }),
  },
  {
    name: "money of nobody comes to an end",
    weight: 3,
    async play(life) {
      const id = await life.one(
        "review_items t where tenant_id = $T and status = 'OPEN' and kind = 'SUSPENSE'",
      );
      const end = life.dice.pick([
        { customer: whoever(life) },
        { customer: whoever(life), validity_days: 7 },
        { refund: { method: "CASH" } },
        { write_off: true },
      ]);
      return id === null ? null : life.post(`/review-items/${id}/resolve/`, end);
    },
  },
  {
    name: "open a drawer",
    weight: 2,
    play: (life) => life.post("/shifts/", { opening_float: life.money(9_000_000) }, life.clerk),
    refusals: ["CONFLICT"],
  },
  {
    name: "the clerk takes cash",
    weight: 3,
    play: (life) =>
      life.post(
        "/transactions/",
        { customer: life.dice.pick(life.customers), amount: life.some(400) },
        life.clerk,
      ),
  },
  {
    name: "close a drawer",
    weight: 3,
    async play(life) {
      const id = await life.one("shifts t where tenant_id = $T and status = 'OPEN'");
      if (!id) return null;
      const { expected_cash } = await ok<Body>(life.owner.get(`/shifts/${id}/totals/`));
      const off = life.dice.pick([0, 0, 500, -700]) / 100;
      const counted_cash = Math.max(0, Number(expected_cash) + off).toFixed(life.digits);
      return life.post(`/shifts/${id}/close/`, { counted_cash, reason }, life.clerk);
    },
  },
];

const employed = (life: Life) => life.dice.pick(life.employees);

const IN_THE_OFFICE: readonly Step[] = [
  {
    name: "hand cash over",
    weight: 4,
    play: (life) => {
      const till = life.desktop.code;
      const [from, to] = life.dice.pick([
        [till, "OFFICE"],
        ["OFFICE", "BANK"],
        [till, "BANK"],
        ["BANK", "OFFICE"],
      ]);
      return life.post("/cash-transfers/", { from, to, amount: life.some(300), ...maybeBack(life) });
    },
    refusals: LOCKED,
    undo: by("call a handover off"),
  },
  {
    name: "cash arrives",
    weight: 3,
    async play(life) {
      const id = await life.one("cash_transfers t where tenant_id = $T and status = 'IN_TRANSIT'");
      return id === null ? null : life.post(`/cash-transfers/${id}/confirm/`, {}, life.manager);
    },
  },
  {
    name: "pay an advance on a salary",
    weight: 2,
    async play(life) {
      const asked = {
        ...{ employee: employed(life), amount: life.some(300) },
        instalments: life.dice.pick([1, 1, 2, 3]),
      };
      const { id } = await ok<Body>(life.post("/advance-salaries/", asked));
      return life.post(`/advance-salaries/${id}/approve/`, { method: life.dice.pick(["CASH", "BANK"]) });
    },
    refusals: ["PAYROLL_PAID"],
    undo: by("undo an advance on a salary"),
  },
  {
    name: "draw a salary up",
    weight: 2,
    play: (life) => {
      const month = monthOf(addDays(life.today, -life.dice.pick([0, 28, 60])));
      return life.post("/payrolls/", { employee: employed(life), month, bonus: life.some(50) });
    },
    refusals: ["DUPLICATE", "NOT_UNIQUE", "NEGATIVE_TOTAL"],
  },
  {
    name: "pay a salary",
    weight: 2,
    async play(life) {
      const id = await life.one("payrolls t where tenant_id = $T and status = 'DRAFT'");
      return id === null
        ? null
        : life.post(`/payrolls/${id}/pay/`, { method: life.dice.pick(["CASH", "BANK"]) });
    },
    undo: by("undo a salary"),
  },
  {
    name: "a reseller pays in",
    weight: 2,
    play: (life) =>
      life.post(`/resellers/${life.reseller}/top-up/`, { amount: life.some(900), method: method(life) }),
  },
  {
    name: "a reseller's balance is put right",
    weight: 1,
    play: (life) => {
      const sign = life.dice.chance(0.5) ? "-" : "";
      return life.post(`/resellers/${life.reseller}/adjust/`, { amount: `${sign}${life.some(90)}`, reason });
    },
    refusals: ["CREDIT_LIMIT_EXCEEDED"],
  },
  {
    name: "a reseller sells",
    weight: 3,
    play: (life) =>
      life.post(
        "/recharges/",
        { customer_id: life.sold, amount: life.some(1_500), validity_days: 30 },
        life.seller,
      ),
    refusals: ["CREDIT_LIMIT_EXCEEDED"],
    undo: by("undo a recharge"),
  },
];

export const STEPS: readonly Step[] = [
  ...[...WITH_CUSTOMERS, ...AT_THE_TILL, ...IN_THE_OFFICE],
  ...UNDOABLE.map(
    ({ name, which, undo, later }): Step => ({
      ...{ name, weight: 1, refusals: later ?? [] },
      async play(life) {
        const id = await life.one(which);
        return id === null ? null : undo(life, id);
      },
    }),
  ),
];
