// Charges that wait for the next recurring bill: added, called off. The bill itself takes them (invoice/batch-chunk.ts), and
// gives them back when it is voided.
import { type PendingCharge, pendingCharge } from "../../../shared/billing/index.ts";
import type { BilledCharge } from "../../../shared/billing/ledger/plan.rules.ts";
import type { LineSource } from "../../../shared/billing/tax/tax.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { createRecord, updateRecord } from "../../kernel/resource/write-record.ts";

/** A charge for the next recurring bill. */
export interface ChargeToCome {
  customer: string;
  description: string;
  source: LineSource;
  /** What the line charges, as a bill's unit price: an exclusive tax code adds its tax. */
  amount: Minor;
  tax_code: string | null;
  /** The days that it is for. */
  period: { from: Day; to: Day } | null;
  service_change?: string | null;
  customer_addon?: string | null;
}

/**
 * Puts a charge on the customer's next recurring bill, as a line of its own: of a postpaid change of package, of an add-on that
 * is charged NEXT. The caller holds the customer's lock and says that `pending_charges` change. Nothing is posted before that bill.
 */
export function addPendingCharge(ctx: OperationContext, charge: ChargeToCome): Promise<PendingCharge> {
  const { amount, period, service_change = null, customer_addon = null, ...rest } = charge;
  return createRecord(ctx, pendingCharge, {
    ...{ ...rest, service_change, customer_addon, amount: ctx.money(amount) },
    ...{ period_from: period?.from ?? null, period_to: period?.to ?? null },
    ...{ state: "PENDING", invoice: null },
  });
}

/**
 * Calls a charge off that is on no bill yet; one that is called off stays so. The caller holds the customer's lock.
 * @throws Failure ALREADY_BILLED.
 */
export async function cancelPendingCharge(ctx: OperationContext, id: string): Promise<PendingCharge> {
  const charge = await requireRecord(ctx, pendingCharge, id);
  if (charge.state === "BILLED")
    throw new Failure("ALREADY_BILLED", undefined, { extra: { invoice: charge.invoice } });
  if (charge.state === "CANCELLED") return charge;
  return updateRecord(ctx, pendingCharge, id, { state: "CANCELLED" });
}

/** What a bill took, as it is once that bill is void: it waits again. */
export async function readTakenCharges(tx: Tx, tenant: Tenant, invoice: string): Promise<BilledCharge[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pending_charges where tenant_id = ${tenant.id} and invoice = ${invoice} and state = 'BILLED' order by id`;
  return rows.map(({ id }) => ({ id, state: "PENDING", invoice: null }));
}

/**
 * What an add-on that is ended still waits with: its days until then, or nothing. The caller holds the customer's lock.
 * @param left what is left of a charge that begins on a day; null: it is called off.
 */
export async function shortenPendingCharges(
  ctx: OperationContext,
  customer_addon: string,
  left: (from: Day) => Promise<{ to: Day; amount: Minor } | null>,
): Promise<void> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ id: string; period_from: Day | null }[]>`
    select id, period_from from pending_charges
    where tenant_id = ${tenant.id} and customer_addon = ${customer_addon} and state = 'PENDING'`;
  for (const { id, period_from } of rows) {
    const rest = period_from === null ? null : await left(period_from);
    const set = rest
      ? { amount: ctx.money(rest.amount), period_to: rest.to }
      : ({ state: "CANCELLED" } as const);
    await updateRecord(ctx, pendingCharge, id, set);
  }
}
