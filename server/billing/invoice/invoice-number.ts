// Invoice numbers: `<invoice_prefix><yyyymm>-<sequence>`, counted per month.
import type { Month } from "../../../shared/kernel/day.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { nextNumber } from "../../kernel/resource/counters.ts";

/**
 * The next numbers of a month. Those that somebody gave to an invoice by hand are passed over. The month's counter stays
 * locked until the commit, and is always taken after the accounts.
 */
export async function nextInvoiceNumbers(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  count: number,
): Promise<string[]> {
  const prefix = `${tenant.settings.invoice_prefix}${month.replace("-", "")}-`;
  const numbers: string[] = [];
  while (numbers.length < count) {
    const missing = count - numbers.length;
    const first = await nextNumber(tx, tenant.id, `invoice:${month}`, missing);
    const made = Array.from(
      { length: missing },
      (_, index) => prefix + String(first + index).padStart(4, "0"),
    );
    const taken = await tx<{ invoice_number: string }[]>`select invoice_number from invoices
      where tenant_id = ${tenant.id} and invoice_number in (select unnest(${made}::text[]))`;
    const used = new Set(taken.map((row) => row.invoice_number));
    numbers.push(...made.filter((number) => !used.has(number)));
  }
  return numbers;
}
