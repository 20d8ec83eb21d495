// What bills charged a customer's service for days that are not over, and what waits to be charged for them: read under the lock of
// the customer's account.
import { type ChargedPart, costOfPart, periodOf } from "../../../shared/billing/service/period.rules.ts";
import type { ServiceCharge } from "../../../shared/billing/service/postpaid.rules.ts";
import { type Day, lastDayOf, type Month, monthOf } from "../../../shared/kernel/day.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { readTaxRates } from "../../subscribers/index.ts";
import { readCreditable } from "../credit-note/credit-note.ts";
import { type StoredPart, toPart } from "./parts.ts";

interface LineRow {
  id: string;
  invoice: string;
  billing_month: Month;
  unit_price: string;
  period: StoredPart | null;
}

interface PendingRow {
  id: string;
  amount: string;
  tax_code: string | null;
  period: StoredPart;
}

/** A month's line of a package says nothing of days: it is for all of them. */
function partOfLine({ billing_month, period, unit_price }: LineRow, digits: number): ChargedPart {
  if (period) return toPart(period, digits);
  const { start, days } = periodOf(billing_month);
  const price = parseMoney(unit_price, digits);
  return { from: start, to: lastDayOf(billing_month), start, days, price, back: [] };
}

/** Of lines of bills what they charged with tax, and what credit notes left of it; and what waits. */
export async function readServiceCharges(
  ctx: OperationContext,
  customer: string,
  from: Day,
): Promise<ServiceCharge[]> {
  const { tx, tenant } = ctx;
  const { digits } = tenant;
  const [lines, waiting, rates] = await Promise.all([
    tx<LineRow[]>`
      select l.id, l.invoice, i.billing_month, l.unit_price, l.period
      from invoices i join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice = i.id
      where i.tenant_id = ${tenant.id} and i.customer = ${customer} and i.voided_at is null
        and (i.is_recurring and i.billing_month >= ${monthOf(from)} and l.position = 0 and l.period is null
          or l.period ->> 'to' >= ${from} and (i.is_recurring or i.id in (select s.invoice from service_changes s
            where s.tenant_id = ${tenant.id} and s.customer = ${customer} and s.mode = 'POSTPAID')))
      order by i.billing_month, l.position, l.id`,
    tx<PendingRow[]>`
      select id, amount, tax_code, period from pending_charges
      where tenant_id = ${tenant.id} and customer = ${customer} and state = 'PENDING'
        and period ->> 'to' >= ${from} order by id`,
    readTaxRates(tx, tenant),
  ]);
  const bills = [...new Set(lines.map(({ invoice }) => invoice))];
  const left = new Map<string, Awaited<ReturnType<typeof readCreditable>>[number]>();
  for (const bill of bills)
    for (const line of await readCreditable(ctx, bill))
      if (line.invoice_line !== null) left.set(line.invoice_line, line);
  return [
    ...lines.flatMap((line): ServiceCharge[] => {
      const of = left.get(line.id);
      if (!of) return [];
      const { id, invoice } = line;
      const part = partOfLine(line, digits);
      return [{ kind: "invoice_line", id, invoice, part, amount: of.amount, left: of.left, taxed: null }];
    }),
    ...waiting.map(({ id, tax_code, ...row }): ServiceCharge => {
      const part = toPart(row.period, digits);
      const amount = costOfPart(part.price, part, part.from, part.to);
      return {
        ...{ kind: "pending_charge", id, invoice: null, part, amount, left: parseMoney(row.amount, digits) },
        taxed: { tax_code, rates },
      };
    }),
  ];
}
