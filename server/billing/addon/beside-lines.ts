// What recurring bills charge beside the package: add-ons by their days, and charges that wait. One statement for however many.
import { addonLine, type ChargedAddon } from "../../../shared/billing/addon/addon.rules.ts";
import type { BesideLine } from "../../../shared/billing/invoice/invoice.rules.ts";
import { lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

/** Whose it is, and the line. */
export type LineOf = BesideLine & { customer: string };

interface BesideRow extends Omit<ChargedAddon, "price"> {
  /** The charge that waits; null: an add-on. */
  charge: string | null;
  customer: string;
  price: string;
}

/** What bills of a month charge some customers beside the package. @param customers as a condition without its column. */
export async function readBesideLines(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  customers: Fragment,
): Promise<LineOf[]> {
  const last = lastDayOf(month);
  const rows = await tx<BesideRow[]>`
    select null::uuid as charge, t.customer, t.addon_name, t.quantity, t.price, t.source, t.tax_code,
      t.from_date, t.to_date, t.charged_to, t.created_at, t.id
    from customer_addons t
    where t.tenant_id = ${tenant.id} and t.kind = 'RECURRING' and t.customer ${customers} and t.from_date <= ${last}
      and (t.to_date is null or t.to_date >= ${`${month}-01`}) and (t.charged_to is null or t.charged_to < ${last})
    union all
    select t.id, t.customer, t.description, 1, t.amount, t.source, t.tax_code,
      null::date, null::date, null::date, t.created_at, t.id
    from pending_charges t
    where t.tenant_id = ${tenant.id} and t.state = 'PENDING' and t.customer ${customers}
    order by created_at, id`;
  return rows.flatMap(({ charge, customer, ...row }): LineOf[] => {
    const price = parseMoney(row.price, tenant.digits);
    const { addon_name: description, source, tax_code } = row;
    if (charge !== null)
      return [{ charge, customer, description, quantity: "1", unit_price: price, source, tax_code }];
    const line = addonLine({ ...row, price }, month);
    return line ? [{ ...line, charge, customer }] : [];
  });
}
