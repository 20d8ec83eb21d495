// A cashier's own reversals (contract §4.16): who may, and how many a drawer has seen.

import type { DrawerSpan } from "../../../shared/billing/shift/drawer.rules.ts";
import { isOwnReversal, type OwnReceipt } from "../../../shared/billing/shift/own-reversal.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { type Fragment, seeingAll, type Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { isGranted, type Tenant } from "../../kernel/operation/principal.ts";
import type { Drawer } from "./came-in.ts";

type Right = "billing.recharge.reverse" | "finance.transaction.reverse";

type Receipt = OwnReceipt & { reversed_by: string | null };

/** What is repeated was permitted before. */
const isRepeat = ({ reversed_by }: Receipt, username: string) => reversed_by === username;

/**
 * Whether the caller may reverse a payment: any with the right, their own within minutes with the lesser one.
 * @param payment names the payment's row, as SQL.
 * @throws Failure NOT_FOUND, PERMISSION_DENIED.
 */
export async function requireReversal(ctx: OperationContext, right: Right, payment: Fragment): Promise<void> {
  const { tx, tenant, actor, call } = ctx;
  if (isGranted(actor, right)) return;
  const [at, { username }] = [call.occurred_at.toISOString(), actor];
  const [[receipt], drawers] = await Promise.all([
    tx<Receipt[]>`select received_by, received_at, reversed_by from payment_transactions
      where tenant_id = ${tenant.id} and id = ${payment}`,
    tx<DrawerSpan[]>`select id, cashier, holder, opened_at, closed_at from shifts
      where tenant_id = ${tenant.id} and cashier = ${username} and (status = 'OPEN' or closed_at > ${at})`,
  ]);
  if (!receipt) throw new Failure("NOT_FOUND");
  const minutes = tenant.settings.own_reversal_minutes;
  if (isGranted(actor, `${right}_own`)) {
    if (isRepeat(receipt, username) || isOwnReversal(receipt, drawers, { username, at, minutes })) return;
  }
  const detail = `This needs the permission ${right}; of one's own receipts of the open drawer ${minutes} minutes are left to do it`;
  throw new Failure("PERMISSION_DENIED", detail, { extra: { permission: right } });
}

/**
 * How many receipts their own cashiers took back, and what they amount to.
 * @param which of them, as SQL.
 */
export async function sumOwnReversals(
  tx: Tx,
  { id, digits }: Tenant,
  which: Fragment,
): Promise<{ count: number; amount: Minor }> {
  const [row] = await tx<{ count: number; amount: string }[]>`
    select count(*)::int as count, coalesce(sum(amount), 0) as amount from payment_transactions
    where tenant_id = ${id} and reversed_by = received_by and ${which}`;
  return { count: row?.count ?? 0, amount: parseMoney(row?.amount ?? "0", digits) };
}

/** Those of a drawer's cashier while it was open. */
export const readOwnReversals = (
  { tx, tenant }: OperationContext,
  { cashier, opened_at }: Drawer,
  until: string,
): Promise<{ count: number; amount: Minor }> =>
  seeingAll(tx, tenant, () =>
    sumOwnReversals(
      tx,
      tenant,
      tx`received_by = ${cashier} and received_at >= ${opened_at}
        and reversed_at >= ${opened_at} and reversed_at < ${until}`,
    ),
  );
