// POST /recharges/ (contract §4.4).
import { rechargeCreate } from "../../../shared/billing/index.ts";
import {
  customerPrice,
  isBelowPrice,
  isBelowPromo,
  promoUsed,
  type ServicePrice,
} from "../../../shared/billing/invoice/price.rules.ts";
import { planRecharge, type RechargeInput } from "../../../shared/billing/payment/settlement.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because } from "../../../shared/platform/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implementInSteps } from "../../kernel/operation/run-operation.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { refreshPrices } from "../../subscribers/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockReferred, packageRates, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, settleAtEnd } from "../ledger/write-settlement.ts";
import { refuseBackdating } from "../period/backdate.ts";
import { newAllocations, newRecharge } from "../records.ts";
import { lockActingReseller, wholesaleOf } from "../reseller/wallet.ts";
import { cashOf, reviewLateCash } from "../shift/late-cash.ts";
import { type Batched, settlePayment } from "./payment.ts";
import { receiptNumber, reviewReplaced } from "./receipt-number.ts";
import { reviewClock, takenAt } from "./taken-at.ts";

type Input = InputOf<typeof rechargeCreate>;

/** What a package costs, by its id. */
export interface NamedPackage extends ServicePrice {
  id: string;
  name: string;
}

interface NamedRow extends Omit<NamedPackage, "price" | "rates"> {
  price: string;
  rates: NamedPackage["rates"] | null;
}

/** A package by id. @throws Failure VALIDATION when there is none. */
export async function referredPackage(
  ctx: OperationContext,
  id: string | null | undefined,
): Promise<NamedPackage | null> {
  if (!id) return null;
  const [found] = await ctx.tx<NamedRow[]>`
    select p.id, p.name, p.price, p.validity_days, p.tax_code, ${packageRates(ctx.tx)} as rates
    from packages p where p.tenant_id = ${ctx.tenant.id} and p.id = ${id}`;
  if (!found) throw invalid("package", "There is no such package", "DOES_NOT_EXIST");
  return { ...found, price: parseMoney(found.price, ctx.tenant.digits), rates: found.rates ?? [] };
}

/** Money of a day, and the days that it is to buy. */
interface Asked {
  amount: Minor;
  validity_days: number;
  day: Day;
}

/** Whether money is too little for the days by the price of what the customer has; without a package, of what is named. */
export function isTooLittle(
  locked: Locked,
  named: ServicePrice | null,
  { amount, validity_days, day }: Asked,
): boolean {
  const pack = locked.of.package ?? named;
  if (pack?.promo_of && validity_days > 0)
    return isBelowPromo(amount, validity_days, pack, locked.customer, day);
  return isBelowPrice(amount, validity_days, pack && customerPrice(pack, locked.customer, day));
}

const BELOW_PRICE = "billing.recharge.below_price";

/** Money that a till has taken for too many days: kept as a payment, which extends nothing, for a person to look at. */
async function takeWithoutDays(ctx: OperationContext, input: Input, gathered: Batched): Promise<Row> {
  const { validity_days } = input;
  const payment = await settlePayment(ctx, gathered);
  const amount = ctx.money(gathered.amount);
  const payload = { ...input, kind: rechargeCreate.name };
  const review_item = await addReviewItem(ctx, {
    kind: "BELOW_PRICE",
    ...because("BELOW_PRICE", { amount, days: validity_days }, { payload }),
    amount,
    customer: gathered.locked.customer.id,
    payment_transaction: gathered.transaction_id,
  });
  return { ...payment, below_price: true, review_item };
}

/** The package that a recharge is for: as named, else the customer's. */
export function packageOf(locked: Locked, named: { id: string } | null): string | null {
  return (named ?? locked.of.package)?.id ?? null;
}

async function readRecharge(ctx: OperationContext, input: Input) {
  const amount = ctx.minor(input.amount);
  refuseBackdating(ctx, "occurred_at", input.occurred_at ? new Date(input.occurred_at) : null);
  const occurred = takenAt(ctx, input.occurred_at);
  const [accounts, receipt, named, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    receiptNumber(ctx, input.receipt_number ?? null),
    referredPackage(ctx, input.package),
    lockReferred(ctx, "customer_id", input.customer_id),
  ]);
  const seller = await lockActingReseller(ctx, locked);
  return { amount, occurred, accounts, receipt, named, locked, seller };
}

type Read = Awaited<ReturnType<typeof readRecharge>>;

async function createRecharge(ctx: OperationContext, input: Input, _id: string, read: Read): Promise<Row> {
  const { amount, occurred, accounts, receipt, named, locked, seller } = read;
  // Who pays by the month's bill buys no days: their recharge is a payment.
  const validity_days = locked.of.billing_mode === "POSTPAID" ? 0 : input.validity_days;
  const sold = { amount, validity_days, package: locked.of.package ?? named };
  // What a reseller takes of their customers is their business: they pay the wholesale rate for it.
  const wholesale = seller && (await wholesaleOf(ctx, seller, sold));
  const day = dayOf(occurred.at, ctx.tenant.settings.timezone);
  const asked = { amount, validity_days, day };
  if (!wholesale && isTooLittle(locked, named, asked) && !ctx.can(BELOW_PRICE)) {
    // A command's money is in the till already, and is never refused.
    if (ctx.call.command === null) ctx.require(BELOW_PRICE);
    const known = { accounts, receipt, locked, amount, occurred, said: input };
    return takeWithoutDays(ctx, input, { ...known, transaction_id: newId(), trx_id: receipt.number });
  }
  const request: RechargeInput = {
    amount,
    method: input.method ?? "CASH",
    package: packageOf(locked, named),
    validity_days,
    recharge_id: input.id ?? newId(),
    received_at: occurred.at.toISOString(),
    occurred_on: day,
    reseller_charge: wholesale?.charge ?? null,
    promo: locked.of.package && promoUsed(locked.of.package, validity_days),
  };
  const plan = planRecharge(locked, request, planContext(ctx.tenant, ctx.call.received_at));
  const { id } = plan.recharge;
  const taken = {
    trx_id: receipt.number,
    receipt_number: receipt.number,
    reference: input.reference ?? null,
  };
  const money = {
    amount: ctx.money(amount),
    customer: locked.customer.id,
    payment_transaction: plan.transaction.id,
  };
  const writes = await dated(ctx, [{ plan, taken }], occurred.at);
  const { rows, done } = settleAtEnd(ctx, accounts, locked, writes, occurred.at);
  await done;
  await reviewReplaced(ctx, receipt, money);
  await reviewClock(ctx, occurred, input.occurred_at, money);
  await reviewLateCash(ctx, { ...money, at: occurred.at, amount: cashOf(plan.postings) });
  // It is charged against the payment, which has to be there.
  if (wholesale || plan.promo) await ctx.flush();
  if (plan.promo) await refreshPrices(ctx, ctx.tx`c.id = ${locked.customer.id}`);
  await wholesale?.write(plan.transaction.id, occurred.at);
  const record = newRecharge(ctx, locked, rows, named ?? locked.of.package);
  ctx.audit(rechargeCreate, {
    id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, plan.customer) },
    note: input.reason ?? undefined,
  });
  return { ...record, allocations: newAllocations(ctx, locked, rows) };
}

export const rechargeOperations = [implementInSteps(rechargeCreate, readRecharge, createRecharge)];
