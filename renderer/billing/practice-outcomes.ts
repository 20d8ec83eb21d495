// What the server makes of money and drawers, for practice: the records that a payment leaves, and what a drawer is found to
// hold. The amounts come from the plans that the counter has run already.
import {
  addon,
  type CashTransfer,
  cashTransfer,
  changePackage,
  closeShift,
  createCustomerAddon,
  customerAddon,
  type Deposit,
  deposit,
  invoice,
  openShift,
  paymentAllocation,
  recharge,
  rechargeCreate,
  rechargeReverse,
  sendCash,
  shift,
  type Transaction,
  takeDeposit,
  transaction,
  transactionCreate,
  transactionReverse,
} from "../../shared/billing/index.ts";
import { BANK } from "../../shared/billing/ledger/chart-of-accounts.ts";
import { expectedCash } from "../../shared/billing/shift/shift.rules.ts";
import { newId } from "../../shared/kernel/id.ts";
import { formatMoney, type Minor, subtract } from "../../shared/kernel/money.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { changed, created, deleted } from "../kernel/expected/drafts.ts";
import type { Effect } from "../kernel/expected/effects.ts";
import { minorOf } from "../kernel/money-format.ts";
import { type OutcomeContext, outcome } from "../kernel/practice/outcomes.ts";
import type { Expected } from "./expected.ts";
import { drawerSums } from "./shift/drawer.ts";

const MANY = Number.MAX_SAFE_INTEGER;

/** What of a payment went to which bill: what is expected to be paid of each that was not paid before. */
async function allocated(amount: Minor, { expected, records, who }: OutcomeContext) {
  let left = amount;
  const parts: { readonly invoice: string; readonly amount: Minor }[] = [];
  for (const { collection, id, values } of (expected as Expected | null)?.effects ?? []) {
    if (collection !== invoice.collection || typeof values.paid_amount !== "string") continue;
    const before = (await records.get(collection, id))?.paid_amount;
    const more = subtract(
      minorOf(values.paid_amount, who.digits),
      minorOf(String(before ?? "0"), who.digits),
    );
    const part = more < left ? more : left;
    if (part <= 0n) continue;
    parts.push({ invoice: id, amount: part });
    left = subtract(left, part);
  }
  return { parts, left };
}

/** The records of money that was taken. */
async function taken(customer: string, context: OutcomeContext): Promise<readonly Effect[]> {
  const { payment } = (context.expected ?? {}) as Expected;
  if (!payment) return [];
  const { who } = context;
  const { id, receipt_number, amount, method, by, at, receipt } = payment;
  const transaction_id = payment.recharge ? newId() : id;
  const { parts, left } = await allocated(minorOf(amount, who.digits), context);
  const common = { customer, amount, method, receipt_number };
  return [
    created(
      transaction,
      {
        ...common,
        id: transaction_id,
        trx_id: receipt_number,
        status: "COMPLETED",
        unallocated_amount: formatMoney(left, who.digits),
        received_by: by,
        received_at: at,
        holder: method === "CASH" ? who.holder : "BANK",
        recharge: payment.recharge ? id : null,
        receipt,
      },
      context,
    ),
    ...(payment.recharge
      ? [
          created(
            recharge,
            {
              ...common,
              id,
              package: payment.recharge.package,
              validity_days: payment.recharge.validity_days,
              recharged_by: by,
              payment_transaction: transaction_id,
              previous_expiry_date: receipt.expiry_before,
              new_expiry_date: receipt.expiry_after,
              occurred_at: at,
            },
            context,
          ),
        ]
      : []),
    ...parts.map((part) =>
      created(
        paymentAllocation,
        {
          id: newId(),
          payment_transaction: transaction_id,
          invoice: part.invoice,
          allocated_amount: formatMoney(part.amount, who.digits),
        },
        context,
      ),
    ),
  ];
}

/** A payment that is taken back, and what it had settled. */
async function takenBack(
  selector: { readonly id: string } | { readonly recharge: string },
  reason: string | null | undefined,
  { who, now, records }: OutcomeContext,
): Promise<readonly Effect[]> {
  const [money] = (await records.find(transaction.collection, {
    selector,
    limit: 1,
  })) as Transaction[];
  if (!money) return [];
  const back = { reversed_at: now, reversed_by: who.username, reversal_reason: reason ?? null };
  const settled = await records.find(paymentAllocation.collection, {
    selector: { payment_transaction: money.id },
  });
  return [
    changed(transaction, money.id, { ...back, status: "REFUNDED" }),
    ...(money.recharge ? [changed(recharge, money.recharge, { ...back, is_reversed: true })] : []),
    ...settled.map(({ id }) => deleted(paymentAllocation, id)),
  ];
}

/** An add-on as it was sold, but for its money. */
async function soldAddon(
  id: string,
  of: string,
  price: string | number | null | undefined,
  { records, who }: OutcomeContext,
): Promise<readonly Effect[]> {
  const found = (await records.get(addon.collection, of)) as RecordOf<typeof addon> | null;
  if (!found) return [];
  const { name: addon_name, kind, source, tax_code, effect } = found;
  const as_sold = { addon_name, kind, source, tax_code, effect, price: String(price ?? found.price) };
  return [changed(customerAddon, id, { ...as_sold, state: "ACTIVE", created_by: who.username })];
}

/** What a drawer is found to hold as it is closed. */
async function counted(record: RecordOf<typeof shift>, counted_cash: string, context: OutcomeContext) {
  const { records, who, now } = context;
  const { digits } = who;
  const { id, cashier, holder, opened_at, opening_float } = record;
  const drawer = { id, cashier, holder, opened_at, closed_at: now, digits, is_own: false, till: null };
  const since = (name: string) =>
    records.find(transaction.collection, { selector: { [name]: { $gte: opened_at } } });
  const money = [...(await since("received_at")), ...(await since("reversed_at"))];
  const payments = [...new Map(money.map((one) => [one.id, one])).values()] as Transaction[];
  const transfers = records.some(cashTransfer.collection, () => true, MANY) as CashTransfer[];
  const deposits = records.some(deposit.collection, () => true, MANY) as Deposit[];
  // Who practises is alone with their drawer.
  const known = { transactions: payments, transfers, deposits, commands: [], drawers: [] };
  const { totals, handed_over, cash_holder } = drawerSums(drawer, known);
  const expected = expectedCash(minorOf(opening_float, digits), totals, handed_over);
  const text = (amount: Minor) => formatMoney(amount, digits);
  return {
    totals: Object.fromEntries(Object.entries(totals).map(([method, sum]) => [method, text(sum)])),
    handed_over: text(handed_over),
    cash_holder,
    expected_cash: text(expected),
    difference: text(subtract(minorOf(counted_cash, digits), expected)),
  };
}

export const billingOutcomes = [
  outcome(rechargeCreate, ({ customer_id }, context) => taken(customer_id, context)),
  outcome(transactionCreate, ({ customer }, context) => taken(customer, context)),
  outcome(changePackage, ({ id }, context) => taken(id, context)),
  outcome(createCustomerAddon, ({ id, addon: of, price }, context) =>
    soldAddon(String(id), of, price, context),
  ),
  outcome(rechargeReverse, ({ id, reason }, context) => takenBack({ recharge: id }, reason, context)),
  outcome(transactionReverse, ({ id, reason }, context) => takenBack({ id }, reason, context)),
  outcome(openShift, ({ id }, { who, now }) => [
    changed(shift, String(id), {
      user: who.user_id,
      cashier: who.username,
      holder: who.holder,
      status: "OPEN",
      opened_at: now,
    }),
  ]),
  outcome(closeShift, async ({ id, counted_cash }, context) => {
    const record = context.records.peek(shift.collection, id) as RecordOf<typeof shift> | null;
    return record ? [changed(shift, id, await counted(record, String(counted_cash), context))] : [];
  }),
  outcome(takeDeposit, ({ id, amount, method }, { who, now }) => [
    changed(deposit, String(id), {
      ...{ status: "HELD", balance: String(amount), applied_amount: "0", refunded_amount: "0" },
      ...{ holder: method === "CASH" ? who.holder : BANK, taken_by: who.username, occurred_at: now },
    }),
  ]),
  outcome(sendCash, ({ id }, { who, now }) => [
    changed(cashTransfer, String(id), { status: "IN_TRANSIT", sent_by: who.username, sent_at: now }),
  ]),
];

/** The practiser's own open drawer stays at the office: fake money goes into another one. */
export function drawersAtTheOffice({
  records,
  who,
}: Pick<OutcomeContext, "records" | "who">): readonly Effect[] {
  const own = records.some(
    shift.collection,
    ({ status, cashier }) => status === "OPEN" && cashier === who.username,
    MANY,
  );
  return own.map(({ id }) => deleted(shift, id));
}
