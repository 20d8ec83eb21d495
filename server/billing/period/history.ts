// How customers' money has moved since a day, read under their locks: what plans of past days are put on their days by.

import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import type { InvoiceHistory, MoneyHistory, Move } from "../../../shared/billing/period/own-days.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { add, type Minor, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { rowsByIds } from "../../kernel/db/bulk.ts";
import type { Row, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

interface EntrySums {
  customer: string;
  day: Day;
  due: string;
  advance: string;
}

interface InvoiceRow extends Row {
  id: string;
  day: Day;
  due: string;
  left: string;
  moves: { day: Day; due: string; left: string }[];
}

/** What a customer's account had moved on each day after one. */
const readEntries = (tx: Tx, tenantId: string, customers: readonly string[], after: Day) => tx<EntrySums[]>`
  select customer, entry_date::text as day, sum(debit - credit + advance_change)::text as due, sum(advance_change)::text as advance
  from ledger_entries
  where tenant_id = ${tenantId} and customer = any(${[...customers]}::text[]::uuid[]) and entry_date > ${after}
  group by 1, 2 order by 2`;

const readInvoices = (tx: Tx, tenantId: string, ids: readonly string[], after: Day) => tx<InvoiceRow[]>`
  select t.id, coalesce(t.booked_on, t.issue_date)::text as day, t.due_amount::text as due,
    (t.total_payable - t.credited_amount)::text as "left",
    coalesce((select jsonb_agg(jsonb_build_object('day', move->>'day', 'due', move->>'due', 'left', move->>'left'))
      from jsonb_array_elements(t.moves) move where (move->>'day')::date > ${after}), '[]') as moves
  from ${rowsByIds(tx, "invoices", tenantId, ids)} t`;

function invoiceHistory({ day, due, left, moves }: InvoiceRow, digits: number): InvoiceHistory {
  const money = (text: string) => parseMoney(text, digits);
  const moved = (which: "due" | "left") =>
    moves.map((move): Move => ({ day: move.day, change: money(move[which]) }));
  return {
    day,
    due: { now: money(due), moves: moved("due") },
    left: { now: money(left), moves: moved("left") },
  };
}

/** What a customer's balance and advance were before a plan: as they are after it, less what it posts. */
function before({ customer, postings }: MoneyPlan): { due: Minor; advance: Minor } {
  const own = postings.filter(({ account }) => account.kind === "customer");
  const advance = add(...own.map((posting) => posting.advance_change));
  const due = add(...own.map(({ debit, credit }) => subtract(debit, credit)), advance);
  return {
    due: subtract(customer.due_amount, due),
    advance: subtract(customer.advance_amount, advance),
  };
}

/**
 * The money of plans' customers as it was before them, and how it has moved after a day. The first plan of each customer says
 * what it is; the caller holds their locks.
 */
export async function readHistory(
  tx: Tx,
  { id, digits }: Tenant,
  plans: readonly MoneyPlan[],
  after: Day,
): Promise<Map<string, MoneyHistory>> {
  const customers = [...new Set(plans.map(({ customer }) => customer.id))];
  const touched = [...new Set(plans.flatMap(({ invoices }) => invoices.map((invoice) => invoice.id)))];
  const [entries, rows] = await Promise.all([
    readEntries(tx, id, customers, after),
    touched.length > 0 ? readInvoices(tx, id, touched, after) : [],
  ]);
  const invoices = new Map(rows.map((row) => [row.id, invoiceHistory(row, digits)]));
  const histories = new Map<string, MoneyHistory>();
  for (const plan of plans) {
    const { id: customer } = plan.customer;
    if (histories.has(customer)) continue;
    const own = entries.filter((entry) => entry.customer === customer);
    const moves = (which: "due" | "advance") =>
      own.map(({ day, ...sums }): Move => ({ day, change: parseMoney(sums[which], digits) }));
    const now = before(plan);
    histories.set(customer, {
      due: { now: now.due, moves: moves("due") },
      advance: { now: now.advance, moves: moves("advance") },
      invoices,
    });
  }
  return histories;
}
