// What a change of package comes to by the records of this computer: the server's own rule on what the till has. Pure.
import type { CustomerAddon, Recharge, ServiceChange } from "../../../shared/billing/index.ts";
import { customerPrice } from "../../../shared/billing/invoice/price.rules.ts";
import type { Offer } from "../../../shared/billing/offer.ts";
import {
  type ChangeSnapshot,
  type Covering,
  describeChange,
  planChange,
  type SoldPackage,
} from "../../../shared/billing/service/change.rules.ts";
import type { ChangePreview } from "../../../shared/billing/service/service-change.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Minor, withDecimals } from "../../../shared/kernel/money.ts";
import type { Customer, ServicePackage, TaxRate } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import { chargesAtTill, offersAtTill, standingBills, type TillBills } from "./till-invoices.ts";

/** What this computer knows of a customer's service. */
export interface TillRecords extends TillBills {
  readonly customer: Customer;
  readonly packages: readonly ServicePackage[];
  readonly rates: readonly TaxRate[];
  readonly recharges: readonly Recharge[];
  readonly changes: readonly ServiceChange[];
  readonly addons: readonly CustomerAddon[];
  readonly offers: readonly Offer[];
}

interface Moment {
  readonly today: Day;
  readonly digits: number;
}

/** What was asked for. */
export interface Wanted {
  readonly package: string;
  readonly when?: ServiceChange["when"] | undefined;
  readonly effective_date?: Day | undefined;
  readonly settle?: ServiceChange["settle"] | undefined;
}

/** How far ahead an order may be. */
const FURTHEST = 366;

type Priced = Pick<ServicePackage, "price" | "validity_days" | "billing_months" | "tax_code">;

const soldOf = (
  { price, validity_days, billing_months, tax_code }: Priced,
  named: { id: string; name: string },
  rates: readonly TaxRate[],
  digits: number,
): SoldPackage => ({
  ...named,
  price: minorOf(price, digits),
  ...{ validity_days, billing_months, tax_code, rates },
});

/** What the customer has, as it was sold to them; where nothing says so, as the package is now. */
function runningOf({ customer, services, packages, rates }: TillRecords, digits: number): SoldPackage | null {
  const running = services.find(({ state }) => state === "ACTIVE");
  if (running && running.package === customer.package)
    return soldOf(running, { id: running.package, name: running.package_name }, rates, digits);
  const pack = packages.find(({ id }) => id === customer.package);
  return pack ? soldOf(pack, pack, rates, digits) : null;
}

function coversOf({ recharges, changes }: TillRecords, { today, digits }: Moment): Covering[] {
  const covering = (
    kind: Covering["kind"],
    { id, covers_from, covers_to }: Pick<Recharge, "id" | "covers_from" | "covers_to">,
    of: { payment_transaction: string | null; amount: string; days: number },
  ): Covering[] =>
    covers_from && covers_to && covers_to >= today
      ? [{ kind, id, ...of, covers_from, covers_to, amount: minorOf(of.amount, digits) }]
      : [];
  return [
    ...recharges
      .filter(({ is_reversed }) => !is_reversed)
      .flatMap((one) => covering("recharge", one, { ...one, days: one.validity_days })),
    ...changes
      .filter(({ state }) => state === "DONE")
      .flatMap((one) =>
        covering("service_change", one, {
          payment_transaction: null,
          amount: one.cost,
          days: one.covered_days,
        }),
      ),
  ];
}

function addonsOf({ addons, rates }: TillRecords, { today, digits }: Moment): ChangeSnapshot["addons"] {
  return addons
    .filter(({ kind, state }) => kind === "RECURRING" && state === "ACTIVE")
    .map(({ price, quantity, tax_code, charged_to }) => {
      const whole = (minorOf(price, digits) * BigInt(quantity)) as Minor;
      const of = { price: whole, validity_days: 1, tax_code, rates };
      return { charged_to, amount: customerPrice(of, { discount: 0n as Minor }, today).amount };
    });
}

/** What the rule goes by. @param charges what bills charged for their days, as far as it is known here. */
function snapshotOf(
  records: TillRecords,
  to: ServicePackage,
  charges: ChangeSnapshot["charges"],
  moment: Moment,
): ChangeSnapshot {
  const { customer, rates } = records;
  const { today, digits } = moment;
  const from = runningOf(records, digits);
  return {
    today,
    expiry_date: customer.expiry_date,
    discount: minorOf(customer.discount, digits),
    from,
    to: soldOf(to, to, rates, digits),
    covers: coversOf(records, moment),
    addons: addonsOf(records, moment),
    billing_mode: customer.billing_mode,
    billed: standingBills(records, from?.billing_months ?? 1, today).map(({ period }) => period),
    charges,
    offers: offersAtTill(records.offers, digits),
  };
}

/**
 * What the change comes to, as the server would show it; null where the package is not here. Bills of which more is to be known than
 * is here, or of several months, are settled at the server: of them nothing is shown.
 * @throws Failure as the server would.
 */
export function tillPreview(records: TillRecords, wanted: Wanted, moment: Moment): ChangePreview | null {
  const to = records.packages.find(({ id }) => id === wanted.package);
  if (!to) return null;
  const by_month = (runningOf(records, moment.digits)?.billing_months ?? 1) === 1;
  const charges = by_month ? chargesAtTill(records, moment.today, moment.digits) : null;
  const snapshot = snapshotOf(records, to, charges ?? [], moment);
  const figures = planChange(snapshot, { ...wanted, furthest: FURTHEST });
  const told = withDecimals(describeChange(snapshot, figures), moment.digits);
  const at_server = figures.mode === "POSTPAID" && charges === null;
  const warnings = [...told.warnings, ...(at_server ? ["BILLS_AT_SERVER"] : [])];
  const none = { lines: [], charge_amount: told.credit_amount };
  return { ...told, ...(at_server ? none : {}), customer: records.customer.id, warnings };
}
