// What can be undone in a life, and how: one by chance as a step, all of it at a life's end.

import { expect } from "vitest";
import type { Body } from "../../acceptance/helpers/money.ts";
import { ok } from "../helpers/tenant.ts";
import { type Answer, type Life, reason } from "./life.ts";

export interface ReversibleDocument {
  name: string;
  /** Behind "from": what stands and can be undone. */
  which: string;
  undo(life: Life, id: string): Promise<Answer>;
  /** Not now: something else has to be undone before. */
  later?: readonly string[];
}

const reversal =
  (resource: string, act = "reverse", more: object = {}) =>
  (life: Life, id: string) =>
    life.post(`/${resource}/${id}/${act}/`, { reason, ...more });

/** A month's bills are taken back in the background; what was paid of them stays. */
export async function voidBatch(life: Life, billing_month: string): Promise<Answer> {
  const { owner } = life;
  const begun = await life.post("/invoices/void-batch/", { billing_month, reason });
  if (begun.status >= 300) return begun;
  await expect
    .poll(async () => (await ok<Body>(owner.get(`/background-tasks/${begun.body.task_id}/`))).status, {
      interval: 25,
    })
    .toBe("SUCCEEDED");
  return begun;
}

/** A count is put right by what the books expect now. */
async function countRight(life: Life, id: string): Promise<Answer> {
  const { expected_cash } = await ok<Body>(life.owner.get(`/shifts/${id}/totals/`));
  return life.post(`/shifts/${id}/recount/`, { counted_cash: expected_cash, reason });
}

export const UNDOABLE: readonly ReversibleDocument[] = [
  {
    name: "undo a recharge",
    which: "recharges t where tenant_id = $T and not is_reversed",
    undo: reversal("recharges"),
    later: ["REVERSE_THE_REFUND"],
  },
  {
    name: "undo a payment",
    which: `payment_transactions t where tenant_id = $T and status = 'COMPLETED' and recharge is null
      and method <> 'ADJUSTMENT' and customer is not null`,
    undo: reversal("transactions"),
    later: ["REVERSE_THE_REFUND"],
  },
  {
    name: "undo an adjustment",
    which: "adjustments t where tenant_id = $T and not is_reversed",
    undo: reversal("adjustments"),
    later: ["REVERSE_THE_REFUND"],
  },
  {
    name: "void a bill",
    which: `invoices t where tenant_id = $T and status <> 'VOID' and closing is null
      and not exists (select from adjustments a where a.tenant_id = $T and a.invoice = t.id)`,
    undo: reversal("invoices", "void"),
    later: ["INVOICE_SETTLED"],
  },
  {
    name: "undo a refund",
    which: "refunds t where tenant_id = $T and not is_reversed",
    undo: reversal("refunds"),
  },
  {
    name: "undo a closing",
    which: "closings t where tenant_id = $T and status = 'DONE'",
    undo: reversal("closings", "reverse", { async: false }),
    later: ["PERIOD_LOCKED"],
  },
  {
    name: "call a handover off",
    which: "cash_transfers t where tenant_id = $T and status = 'IN_TRANSIT'",
    undo: reversal("cash-transfers", "cancel"),
  },
  {
    name: "undo a salary",
    which: "payrolls t where tenant_id = $T and status = 'PAID'",
    undo: reversal("payrolls"),
  },
  {
    name: "undo an advance on a salary",
    which: "advance_salaries t where tenant_id = $T and status = 'APPROVED' and deducted = 0",
    undo: reversal("advance-salaries"),
  },
  {
    name: "undo what a reseller paid in, or was given",
    which: `reseller_ledger t where tenant_id = $T and entry_type in ('TOPUP', 'ADJUSTMENT') and reverses is null
      and not exists (select from reseller_ledger r where r.tenant_id = $T and r.reverses = t.id)`,
    undo: reversal("reseller-ledger"),
    later: ["CREDIT_LIMIT_EXCEEDED"],
  },
  {
    name: "count a drawer right",
    which: "shifts t where tenant_id = $T and status = 'CLOSED' and difference <> 0",
    undo: countRight,
  },
];

/** Brings what was handed over back to where it came from. */
async function handBack(life: Life): Promise<void> {
  const sent = await life.sql<{ from: string; to: string; amount: string }[]>`
    select /* a test's own */ "from", "to", amount::text from cash_transfers
    where tenant_id = ${life.tenant} and status = 'CONFIRMED' and method = 'CASH'`;
  for (const { from, to, amount } of sent) {
    const cents = Number(amount).toFixed(life.digits);
    const back = await ok<Body>(life.post("/cash-transfers/", { from: to, to: from, amount: cents }));
    await ok(life.post(`/cash-transfers/${back.id}/confirm/`, {}, life.manager));
  }
}

/** Money that is nobody's yet becomes a customer's, so that it can be taken back. */
async function findPayers(life: Life): Promise<void> {
  const waiting = "review_items t where tenant_id = $T and status = 'OPEN' and kind = 'SUSPENSE'";
  for (const id of await life.ids(waiting))
    await ok(life.post(`/review-items/${id}/resolve/`, { customer: life.dice.pick(life.customers) }));
}

/** Undoes everything that can be, in an order by chance: what has to wait for another comes again. Answers what was done. */
export async function undoEverything(life: Life): Promise<ReadonlySet<string>> {
  const { dice, owner } = life;
  const names = new Set<string>();
  await ok(owner.patch("/settings/", { lock_date: null }));
  await findPayers(life);
  for (;;) {
    const todo: { at: ReversibleDocument; id: string; order: number }[] = [];
    for (const at of UNDOABLE)
      for (const id of await life.ids(at.which)) todo.push({ at, id, order: dice.next() });
    if (todo.length === 0) break;
    let done = 0;
    const waiting: string[] = [];
    for (const { at, id } of todo.sort((a, b) => a.order - b.order)) {
      const answer = await at.undo(life, id);
      if (answer.status < 300) {
        done += 1;
        names.add(at.name);
      } else if (at.later?.includes(answer.body.code)) waiting.push(`${at.name} ${id} ${answer.body.code}`);
      else throw new Error(`${at.name} ${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if (done === 0) throw new Error(`Nothing can be undone any more: ${waiting.join("; ")}`);
  }
  await handBack(life);
  return names;
}
