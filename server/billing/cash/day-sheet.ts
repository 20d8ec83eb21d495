// GET /reports/cash/day-sheet/: one till's or collector's day, from what they held in the morning to what they hold at night.
import { moveOf, sumMoves } from "../../../shared/billing/cash/day-sheet.rules.ts";
import { cashDaySheet, cashDaySheetQuery, ledgerEntry, transaction } from "../../../shared/billing/index.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { fixDigits } from "../../kernel/resource/record.ts";
import { cashMoved } from "./cash-sums.ts";
import { holderNames, visibleHolders } from "./named-holders.ts";

/** Whose day. */
interface Asked {
  holder: string;
  date: Day;
}

async function readOpening(tx: Tx, tenant: Tenant, { holder, date }: Asked): Promise<Minor> {
  const { cash } = await cashMoved(tx, tenant, { later: tx`e.entry_date >= ${date}`, holders: [holder] });
  const [row] = await tx<{ amount: string }[]>`
    select coalesce(sum(debit) - sum(credit), 0) as amount from (${cash}) cash`;
  return parseMoney(row?.amount ?? "0", tenant.digits);
}

interface EntryRow {
  occurred_at: string;
  posted_by: string;
  source_type: string;
  source_id: string;
  method: string;
  amount: string;
  number: string | null;
  customer_name: string | null;
  from: string | null;
  to: string | null;
}

const readEntries = (tx: Tx, { id }: Tenant, { holder, date }: Asked) => tx<EntryRow[]>`
  select e.occurred_at, e.posted_by, e.source_type, e.source_id, substr(a.code, 6) as method,
    e.debit - e.credit as amount, coalesce(p.receipt_number, k.deposit_number, t.transfer_number) as number, c.name as customer_name,
    t."from", t."to"
  from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    left join payment_transactions p on p.tenant_id = e.tenant_id and p.id = e.source_id
    left join deposits k on k.tenant_id = e.tenant_id and k.id = e.source_id
    left join customers c on c.tenant_id = e.tenant_id and c.id = coalesce(p.customer, k.customer)
    left join cash_transfers t on t.tenant_id = e.tenant_id and t.id = e.source_id
  where e.tenant_id = ${id} and e.holder = ${holder} and e.entry_date = ${date} and a.code like 'CASH:%'
  order by e.occurred_at, e.entry_no`;

interface ReceiptRow {
  transaction: string;
  receipt_number: string | null;
  received_at: string;
  received_by: string;
  customer: string | null;
  customer_name: string | null;
  method: string;
  amount: string;
  is_reversed: boolean;
}

/** What the till took on that day, or the collector where no till did, by any method. */
function readReceipts(tx: Tx, { id, settings }: Tenant, { holder, date }: Asked) {
  // Midnights by the database, which knows the day after the last one.
  const midnight = (days: number) =>
    tx`(${date}::date + ${days}::int)::timestamp at time zone ${settings.timezone}`;
  return tx<ReceiptRow[]>`
    select p.id as transaction, p.receipt_number, p.received_at, p.received_by, p.customer, c.name as customer_name,
      p.method, p.amount, p.status = 'REFUNDED' as is_reversed
    from payment_transactions p left join customers c on c.tenant_id = p.tenant_id and c.id = p.customer
      left join devices d on d.tenant_id = p.tenant_id and d.id = p.device
    where p.tenant_id = ${id} and p.received_at >= ${midnight(0)} and p.received_at < ${midnight(1)} and p.method not in ('ADJUSTMENT', 'DEPOSIT')
      and p.reseller_charge is null and coalesce(d.device_code, p.received_by) = ${holder}
    order by p.received_at, p.id`;
}

function byMethod(receipts: readonly ReceiptRow[], digits: number) {
  const methods = [...new Set(receipts.map(({ method }) => method))].sort();
  return methods.map((method) => {
    const taken = receipts.filter((one) => one.method === method);
    const sum = add(...taken.map(({ amount }) => parseMoney(amount, digits)));
    return { method, receipts: taken.length, amount: formatMoney(sum, digits) };
  });
}

async function readSheet(tx: Tx, tenant: Tenant, asked: Asked) {
  const { digits } = tenant;
  const [opening, entries, receipts, nameOf] = await Promise.all([
    readOpening(tx, tenant, asked),
    readEntries(tx, tenant, asked),
    readReceipts(tx, tenant, asked),
    holderNames(tx, tenant.id),
  ]);
  const cash = entries.map((entry) => ({ ...entry, amount: parseMoney(entry.amount, digits) }));
  const sums = sumMoves(cash, asked.holder);
  const text = (amount: Minor) => formatMoney(amount, digits);
  return {
    ...nameOf(asked.holder),
    date: asked.date,
    opening: text(opening),
    ...{ taken: text(sums.TAKEN), reversed: text(sums.REVERSED), handed_over: text(sums.HANDED_OVER) },
    ...{ received: text(sums.RECEIVED), over_short: text(sums.OVER_SHORT), other: text(sums.OTHER) },
    closing: text(add(opening, ...Object.values(sums))),
    taken_by_method: byMethod(receipts, digits),
    receipts: receipts.map((receipt) => ({ ...receipt, amount: fixDigits(receipt.amount, digits) })),
    moves: cash.map(({ from, to, customer_name, amount, ...entry }) => ({
      move: moveOf({ ...entry, amount, from }, asked.holder),
      ...entry,
      counterpart: (from === asked.holder ? to : from) ?? customer_name,
      amount: text(amount),
    })),
  };
}

export const cashDaySheetRoute = reportRoute({
  path: "/reports/cash/day-sheet/",
  operation_id: "getCashDaySheet",
  summary: "A till's or collector's day: what they held, took, gave back, handed over, and hold",
  area: "billing",
  permission: "finance.cash_transfer.view",
  is_of_all: false,
  is_of_now: true,
  counts: [ledgerEntry, transaction],
  query: cashDaySheetQuery,
  output: cashDaySheet,
  async read(tx, tenant, { holder, date = dayOf(new Date(), tenant.settings.timezone) }, principal) {
    await visibleHolders(tx, tenant, principal, holder);
    return readSheet(tx, tenant, { holder, date });
  },
  rows: (sheet) => [
    ["what", "time", "number", "counterpart", "by", "method", "amount"],
    ["OPENING", "", "", "", "", "", sheet.opening],
    ...sheet.moves.map((one) => [
      ...[one.move, one.occurred_at, one.number, one.counterpart, one.posted_by, one.method, one.amount],
    ]),
    ["CLOSING", "", "", "", "", "", sheet.closing],
    ...sheet.taken_by_method.map(({ method, receipts, amount }) => [
      ...["TAKEN_BY_METHOD", "", receipts, "", "", method, amount],
    ]),
  ],
});
