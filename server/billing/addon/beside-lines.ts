// What recurring bills charge beside the package: add-ons by their days, and charges that wait. One statement for however many.
import { addonLine, type ChargedAddon } from "../../../shared/billing/addon/addon.rules.ts";
import type { BesideLine } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { BillPeriod } from "../../../shared/billing/service/period.rules.ts";
import type { Month } from "../../../shared/kernel/day.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type StoredPart, toPart } from "../service/parts.ts";

/** An add-on, or a charge that waits. */
export interface BesideRow extends Omit<ChargedAddon, "price"> {
  /** The charge that waits; null: an add-on. */
  charge: string | null;
  customer: string;
  price: string;
  period: StoredPart | null;
}

/** What bills that begin with a month charge some customers beside the package. @param customers as a condition without its column. */
export async function readBesideLines(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  customers: Fragment,
): Promise<BesideRow[]> {
  return tx<BesideRow[]>`
    select null::uuid as charge, t.customer, t.addon_name, t.quantity, t.price, t.source, t.tax_code,
      t.from_date, t.to_date, t.charged_to, null::jsonb as period, t.created_at, t.id
    from customer_addons t
    where t.tenant_id = ${tenant.id} and t.kind = 'RECURRING' and t.customer ${customers}
      and (t.to_date is null or t.to_date >= ${`${month}-01`})
    union all
    select t.id, t.customer, t.description, 1, t.amount, t.source, t.tax_code,
      null::date, null::date, null::date, t.period, t.created_at, t.id
    from pending_charges t
    where t.tenant_id = ${tenant.id} and t.state = 'PENDING' and t.customer ${customers}
    order by created_at, id`;
}

/** The lines that they are on the bill of a period. */
export function besideLines(rows: readonly BesideRow[], period: BillPeriod, digits: number): BesideLine[] {
  return rows.flatMap(({ charge, period: stored, ...row }): BesideLine[] => {
    const price = parseMoney(row.price, digits);
    const { addon_name: description, source, tax_code } = row;
    if (charge === null) {
      const line = addonLine({ ...row, price }, period);
      return line ? [{ ...line, charge }] : [];
    }
    const line = { description, quantity: "1", unit_price: price, source, tax_code };
    return [{ ...line, charge, ...(stored && { period: toPart(stored, digits) }) }];
  });
}
