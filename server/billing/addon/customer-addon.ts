// POST /customer-addons/ and its end: what a customer has beside their package (docs/money-rules.md, "Add-ons").

import {
  type ChargedAddon,
  chargedAtSale,
  daysOfPeriodCharged,
  type SaleCharge,
  wholePrice,
} from "../../../shared/billing/addon/addon.rules.ts";
import {
  addon,
  type CustomerAddon,
  createCustomerAddon,
  customerAddon,
  endCustomerAddon,
} from "../../../shared/billing/index.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { periodOf } from "../../../shared/billing/service/period.rules.ts";
import { addDays, type Day, monthOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import { changeRecord, createRecord } from "../../kernel/resource/write-record.ts";
import { readTaxRates, refreshPrices } from "../../subscribers/index.ts";
import { planBillAtOnce } from "../invoice/immediate-invoice.ts";
import { billedPeriod } from "../invoice/invoiced.ts";
import { systemAccounts } from "../ledger/journal.ts";
import {
  type Locked,
  type LockedForActor,
  lockOwner,
  lockReferred,
  readCredits,
} from "../ledger/snapshot.ts";
import { dated, writeSettlement } from "../ledger/write-settlement.ts";
import { readGiven, reviewGiven } from "../payment/given-money.ts";
import { lockActingReseller, wholesaleOf } from "../reseller/wallet.ts";
import { addPendingCharge, shortenPendingCharges } from "./pending-charge.ts";
import { checkedAddress, giveAddress, takeAddress } from "./static-address.ts";

type Input = InputOf<typeof createCustomerAddon>;

/** How far ahead one is sold. */
const AHEAD_DAYS = 366;

/** @throws Failure VALIDATION for a day that is past or too far ahead. */
function firstDay(ctx: OperationContext, { from_date }: Input): Day {
  const from = from_date ?? ctx.today;
  if (from < ctx.today) throw invalid("from_date", `Not before today, ${ctx.today}`, "PAST");
  if (from > addDays(ctx.today, AHEAD_DAYS))
    throw invalid("from_date", `At most ${AHEAD_DAYS} days ahead`, "TOO_LARGE");
  return from;
}

/** As it is sold. @throws Failure VALIDATION (addon, value), PERMISSION_DENIED for a price of one's own. */
async function soldAs(ctx: OperationContext, input: Input, locked: Locked) {
  const found = await readRecord(ctx.tx, addon, ctx.tenant, input.addon);
  if (!found) throw invalid("addon", "There is no such add-on", "DOES_NOT_EXIST");
  if (!found.is_active) throw invalid("addon", "This add-on is not sold any more");
  const { name: addon_name, kind, source, tax_code, effect } = found;
  const price =
    input.price == null ? parseMoney(found.price, ctx.tenant.digits) : ctx.minor(input.price, "price");
  if (ctx.money(price) !== found.price) ctx.require("billing.invoice.override", { fields: ["price"] });
  const value =
    effect === "STATIC_IP" ? await checkedAddress(ctx, locked, input.value) : (input.value ?? null);
  const days = { from_date: firstDay(ctx, input), to_date: null, charged_to: null };
  return { ...days, addon_name, kind, quantity: input.quantity ?? 1, price, source, tax_code, effect, value };
}

type Sold = Awaited<ReturnType<typeof soldAs>>;

/** What is charged as it is sold; null: nothing, its first recurring bill has it. */
interface Charge {
  line: LineInput;
  amount: Minor;
  at_once: boolean;
  must_be_paid: boolean;
  period: { from: Day; to: Day } | null;
}

function chargeOf(sold: Sold, input: Input, rest: SaleCharge | null): Charge | null {
  const { addon_name, source, tax_code, quantity, price, kind } = sold;
  const line = { source, tax_code };
  const at_once = (input.charge ?? (input.payment ? "NOW" : "NEXT")) === "NOW";
  if (kind === "ONE_OFF") {
    const amount = wholePrice(sold);
    if (amount === 0n) return null;
    const whole = { ...line, description: addon_name, quantity: String(quantity), unit_price: price };
    return { line: whole, amount, at_once, must_be_paid: false, period: null };
  }
  if (rest === null || rest.amount === 0n) return null;
  const { from, to, amount, mode } = rest;
  const part = { ...line, description: `${addon_name} · ${from} – ${to}`, quantity: "1", unit_price: amount };
  const prepaid = mode === "PREPAID";
  return { line: part, amount, at_once: at_once || prepaid, must_be_paid: prepaid, period: { from, to } };
}

/** What buys no days has no margin: a reseller pays all of it. */
async function givenOf(ctx: OperationContext, locked: LockedForActor, { payment }: Input) {
  const given = await readGiven(ctx, payment);
  if (!given) return null;
  const { amount } = given;
  const seller = await lockActingReseller(ctx, locked);
  const wholesale = seller && (await wholesaleOf(ctx, seller, { amount, validity_days: 0, package: null }));
  return { money: { ...given, reseller_charge: wholesale?.charge ?? null }, wholesale };
}

const columnsOf = (ctx: OperationContext, { price, ...sold }: Sold) => ({ ...sold, price: ctx.money(price) });

async function sell(ctx: OperationContext, input: Input): Promise<Row> {
  const [accounts, locked, credits, rates] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockReferred(ctx, "customer", input.customer),
    readCredits(ctx, input.customer),
    readTaxRates(ctx.tx, ctx.tenant),
  ]);
  const { customer } = locked;
  const { billing_mode } = locked.of;
  if (customer.status === "TERMINATED")
    throw new Failure("ILLEGAL_TRANSITION", "Who has left is sold nothing");
  const sold = await soldAs(ctx, input, locked);
  const { from_date, kind } = sold;
  const days = {
    // Whose money buys no days pays by the month; who pays ahead gets no month's bill.
    ...{ from_date, expiry_date: billing_mode === "POSTPAID" ? null : customer.expiry_date },
    validity_days: locked.of.package?.validity_days ?? null,
    billed: billing_mode === "PREPAID" ? null : await billedPeriod(ctx, customer.id, from_date),
  };
  const rest = kind === "RECURRING" ? chargedAtSale(sold, days) : null;
  const charge = chargeOf(sold, input, rest);
  const given = await givenOf(ctx, locked, input);
  const bill = await planBillAtOnce(
    ctx,
    { locked, credits, rates },
    charge?.at_once ? [charge.line] : [],
    given?.money ?? null,
  );
  // What a till has sold for money is sold: the rest stays due.
  const is_sold = ctx.call.command !== null && given !== null;
  if (charge?.must_be_paid && bill.due > 0n && !is_sold)
    throw new Failure("UNDERPAID", undefined, { extra: { to_pay: ctx.money(charge.amount) } });
  const writes = await dated(ctx, bill.writes);
  if (writes.length > 0) await writeSettlement(ctx, accounts, locked, writes);
  if (given) {
    await given.wholesale?.write(given.money.id, ctx.call.occurred_at);
    await reviewGiven(ctx, given.money, customer.id);
  }
  const id = input.id ?? ctx.newId();
  const record = await createRecord(ctx, customerAddon, {
    ...{ id, customer: customer.id, addon: input.addon, ...columnsOf(ctx, sold) },
    ...{ state: "ACTIVE", end_reason: null, invoice: bill.invoice, created_by: ctx.actor.username },
    charged_to: rest?.to ?? null,
  });
  if (charge && !charge.at_once) {
    const { description, source, tax_code } = { source: null, tax_code: null, ...charge.line };
    await addPendingCharge(ctx, {
      ...{ customer: customer.id, customer_addon: id, description, tax_code, period: charge.period },
      ...{ source: source ?? "ADDON", amount: charge.amount },
    });
  }
  await giveAddress(ctx, locked, sold);
  if (kind === "RECURRING") await refreshPrices(ctx, ctx.tx`c.id = ${customer.id}`);
  return record;
}

/** As the rules take it. */
function asCharged(record: CustomerAddon, digits: number): ChargedAddon {
  return { ...record, price: parseMoney(record.price, digits) };
}

/** The last day. @throws Failure VALIDATION. */
function lastDay(
  ctx: OperationContext,
  on: Day | null | undefined,
  { effect, from_date }: CustomerAddon,
): Day {
  const last = on ?? laterOf(ctx.today, from_date);
  if (last < ctx.today) throw invalid("on", `Not before today, ${ctx.today}`, "PAST");
  if (last < from_date) throw invalid("on", `It begins on ${from_date}`, "CONFLICTING");
  // The address is taken off the line as it is ended.
  if (effect === "STATIC_IP" && last > ctx.today) throw invalid("on", "An address is given back today");
  return last;
}

const laterOf = (a: Day, b: Day): Day => (a < b ? b : a);

async function end(ctx: OperationContext, input: InputOf<typeof endCustomerAddon>, id: string): Promise<Row> {
  const { tx, tenant } = ctx;
  const [found] = await tx<{ customer: string }[]>`
    select customer from customer_addons where tenant_id = ${tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  await lockOwner(ctx, found.customer);
  return changeRecord(ctx, endCustomerAddon, id, (before) => {
    if (before.state === "ENDED") {
      if (input.on && input.on !== before.to_date)
        throw new Failure("ILLEGAL_TRANSITION", `It ends on ${before.to_date}`);
      return null;
    }
    const to_date = lastDay(ctx, input.on, before);
    const { reason = null } = input;
    return {
      set: { state: "ENDED", to_date, end_reason: reason },
      note: reason,
      async after() {
        const ended = { ...asCharged(before, tenant.digits), to_date, charged_to: null };
        const left = async (from: Day) => {
          if (before.kind === "ONE_OFF") return null;
          const period = (await billedPeriod(ctx, found.customer, from)) ?? periodOf(monthOf(from));
          return daysOfPeriodCharged({ ...ended, from_date: from }, period);
        };
        await shortenPendingCharges(ctx, id, left);
        await takeAddress(ctx, found.customer, before);
        if (before.kind === "RECURRING") await refreshPrices(ctx, tx`c.id = ${found.customer}`);
      },
    };
  });
}

export const customerAddonOperations = [
  implement(createCustomerAddon, sell),
  implement(endCustomerAddon, end),
];
