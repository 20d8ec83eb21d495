// Resellers' balances: who is charged, under which lock, and the entry that goes with each move. The row is locked after
// the customer, their account and invoices, and moves in the same transaction as the ledger's account RESELLER.
import { resellerLedger } from "../../../shared/billing/index.ts";
import type { ServicePrice } from "../../../shared/billing/invoice/price.rules.ts";
import {
  balanceAfterCharge,
  type Wallet,
  wholesaleCharge,
} from "../../../shared/billing/reseller/wholesale.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { add, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { accountingDay, postedBy } from "../ledger/journal.ts";
import { bookedOn } from "../ledger/ledger-rows.ts";
import type { LockedForActor } from "../ledger/snapshot.ts";

/** A reseller under the lock of their row. */
export interface LockedReseller extends Wallet {
  id: string;
}

async function lock(ctx: OperationContext, which: Fragment): Promise<LockedReseller | null> {
  const { tx, tenant } = ctx;
  const [row] = await tx<{ id: string; balance: string; credit_limit: string }[]>`
    select id, balance, credit_limit from resellers where tenant_id = ${tenant.id} and ${which} for no key update`;
  if (!row) return null;
  const minor = (text: string) => parseMoney(text, tenant.digits);
  return { id: row.id, balance: minor(row.balance), credit_limit: minor(row.credit_limit) };
}

/** The reseller for whom the one who acts signs in, as it was read under a customer's locks; null for everybody else. */
export async function lockActingReseller(
  ctx: OperationContext,
  { acting_reseller }: LockedForActor,
): Promise<LockedReseller | null> {
  if (acting_reseller === null) return null;
  ctx.sharesWhatItRead = true;
  return lock(ctx, ctx.tx`id = ${acting_reseller} and "user" = ${ctx.actor.user_id}`);
}

/** @throws Failure NOT_FOUND. */
export async function lockReseller(ctx: OperationContext, id: string): Promise<LockedReseller> {
  const found = await lock(ctx, ctx.tx`id = ${id}`);
  if (!found) throw new Failure("NOT_FOUND");
  return found;
}

/** What moves a balance. */
export interface Move {
  id?: string;
  entry_type: "TOPUP" | "CHARGE" | "REFUND" | "ADJUSTMENT";
  amount: Minor;
  balance_after: Minor;
  method?: string | null;
  reference?: string | null;
  holder?: string | null;
  reason?: string | null;
  reverses?: string | null;
  payment_transaction?: string;
  occurred_at?: Date;
  /** The accounting day of its journal, where it is another than that of the ordinary rule. */
  entry_date?: Day | null;
}

/** Writes a move of a locked reseller's balance with its entry. */
export async function moveBalance(ctx: OperationContext, reseller: string, move: Move): Promise<void> {
  const { tx, tenant, call } = ctx;
  const balance = ctx.money(move.balance_after);
  const occurred_at = move.occurred_at ?? call.occurred_at;
  const by = { ...postedBy(ctx, occurred_at), onLate() {} };
  const booked_on = bookedOn(tenant, occurred_at, accountingDay(tenant, by, move.entry_date));
  const row: Row = {
    ...{ tenant_id: tenant.id, id: move.id ?? ctx.newId(), reseller, entry_type: move.entry_type },
    ...{ amount: ctx.money(move.amount), balance_after: balance },
    ...{ method: move.method ?? null, reference: move.reference ?? null },
    ...{ holder: move.holder ?? null, reason: move.reason ?? null, reverses: move.reverses ?? null },
    payment_transaction: move.payment_transaction ?? null,
    ...{ posted_by: ctx.actor.username, occurred_at, booked_on },
  };
  ctx.markChanged("resellers", resellerLedger.collection);
  await Promise.all([
    tx`update resellers set balance = ${balance} where tenant_id = ${tenant.id} and id = ${reseller}`,
    tx`insert into reseller_ledger ${tx(row)}`,
  ]);
}

/** What a payment costs a reseller, worked out under the lock of their row. */
export interface Wholesale {
  charge: Minor;
  /** Takes it off their balance, for this payment. */
  write(payment_transaction: string, occurred_at: Date): Promise<void>;
}

/** The rate in force for a reseller; null: they pay the package's price. */
export async function rateOf(ctx: OperationContext, reseller: string, pack: string): Promise<Minor | null> {
  const [row] = await ctx.tx<{ custom_rate: string }[]>`select custom_rate from reseller_pricing
    where tenant_id = ${ctx.tenant.id} and reseller = ${reseller} and package = ${pack} and is_active`;
  return row ? parseMoney(row.custom_rate, ctx.tenant.digits) : null;
}

/**
 * What money that a reseller's user took costs the reseller.
 * @throws Failure CREDIT_LIMIT_EXCEEDED.
 */
export async function wholesaleOf(
  ctx: OperationContext,
  reseller: LockedReseller,
  sold: {
    amount: Minor;
    validity_days: number;
    package: (Pick<ServicePrice, "price" | "validity_days"> & { id: string }) | null;
  },
): Promise<Wholesale> {
  const pack = sold.package;
  const rate = pack && {
    rate: (await rateOf(ctx, reseller.id, pack.id)) ?? pack.price,
    validity_days: pack.validity_days,
  };
  return chargedTo(ctx, reseller, wholesaleCharge(sold.amount, sold.validity_days, rate));
}

/** A charge for money that is still to be written. @throws Failure CREDIT_LIMIT_EXCEEDED. */
export function chargedTo(ctx: OperationContext, reseller: LockedReseller, charge: Minor): Wholesale {
  const balance_after = balanceAfterCharge(reseller, charge);
  return {
    charge,
    async write(payment_transaction, occurred_at) {
      if (charge === 0n) return;
      const move = {
        entry_type: "CHARGE",
        amount: charge,
        balance_after,
        payment_transaction,
        occurred_at,
      } as const;
      await moveBalance(ctx, reseller.id, move);
    },
  };
}

/** Gives a reseller back what a payment cost them, where it cost a reseller anything; the payment is under its lock. */
export async function refundReseller(
  ctx: OperationContext,
  payment_transaction: string,
  entry_date: Day | null,
): Promise<void> {
  const { tx, tenant } = ctx;
  const [charged] = await tx<{ reseller: string; amount: string }[]>`
    select reseller, amount from reseller_ledger
    where tenant_id = ${tenant.id} and payment_transaction = ${payment_transaction} and entry_type = 'CHARGE'`;
  if (!charged) return;
  const { id, balance } = await lockReseller(ctx, charged.reseller);
  const amount = parseMoney(charged.amount, tenant.digits);
  await moveBalance(ctx, id, {
    ...{ entry_type: "REFUND", amount, balance_after: add(balance, amount), payment_transaction, entry_date },
  });
}
