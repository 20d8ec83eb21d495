// What of the month's bill a till can tell: one line for the whole month, of which nothing was given back yet. Pure.
import type { Invoice, InvoiceLine, PendingCharge, ServicePause } from "../../../shared/billing/index.ts";
import type { OfferTerms } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { Offer } from "../../../shared/billing/offer.ts";
import { type BillPeriod, periodEnd, periodOf } from "../../../shared/billing/service/period.rules.ts";
import type { ServiceCharge } from "../../../shared/billing/service/postpaid.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { Service } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";

/** What this computer has of a customer's bills. */
export interface TillBills {
  readonly invoices: readonly Invoice[];
  readonly lines: readonly InvoiceLine[];
  readonly pending: readonly PendingCharge[];
  readonly services: readonly Service[];
  readonly pauses: readonly ServicePause[];
}

/** The months' bills that stand and are not over. */
export const standingBills = ({ invoices }: Pick<TillBills, "invoices">, months: number, today: Day) =>
  invoices
    .filter(({ is_recurring, voided_at }) => is_recurring && voided_at === null)
    .map((bill) => ({ bill, period: periodOf(bill.billing_month, months) }))
    .filter(({ period }) => periodEnd(period) >= today);

const touches = ({ start, days }: BillPeriod, from: Day, to: Day | null): boolean =>
  from <= periodEnd({ start, days }) && (to === null || to >= start);

/** Whether a bill charges one service for all of its days. */
function isWhole({ services, pauses }: TillBills, period: BillPeriod): boolean {
  const ran = services.filter(
    ({ state, from_date, to_date }) => state !== "CANCELLED" && touches(period, from_date, to_date),
  );
  const paused = pauses.some(
    ({ state, from_date, to_date }) => state !== "CANCELLED" && touches(period, from_date, to_date),
  );
  return ran.length === 1 && (ran[0]?.from_date ?? "") <= period.start && !paused;
}

/** What the bills charged for days that are not over; null where the server alone can tell. */
export function chargesAtTill(records: TillBills, today: Day, digits: number): ServiceCharge[] | null {
  const waits = records.pending.some(
    ({ state, source, period_to }) =>
      state === "PENDING" && source === "PACKAGE" && period_to !== null && period_to >= today,
  );
  if (waits) return null;
  const charges = standingBills(records, 1, today).map(({ bill, period }): ServiceCharge | null => {
    const [line, ...others] = records.lines.filter(({ invoice }) => invoice === bill.id);
    const credited = minorOf(bill.credited_amount, digits);
    if (!line || others.length > 0 || credited !== ZERO || !isWhole(records, period)) return null;
    const amount = subtract(minorOf(bill.total_payable, digits), minorOf(bill.previous_due, digits));
    const { start, days } = period;
    const part = { from: start, to: periodEnd(period), start, days, back: [] };
    return {
      ...{ kind: "invoice_line", id: line.id, invoice: bill.id, amount, left: amount, taxed: null },
      part: { ...part, price: minorOf(line.unit_price, digits) },
    };
  });
  const known = charges.filter((charge) => charge !== null);
  return known.length === charges.length ? known : null;
}

/** The offers that lower months' bills, as the rule takes them. */
export const offersAtTill = (offers: readonly Offer[], digits: number): OfferTerms[] =>
  offers
    .filter(({ is_active, first_periods }) => is_active && first_periods === null)
    .map((offer) => ({
      ...offer,
      percent: String(offer.discount_value),
      fixed: offer.discount_type === "FIXED" ? minorOf(String(offer.discount_value), digits) : ZERO,
    }));
