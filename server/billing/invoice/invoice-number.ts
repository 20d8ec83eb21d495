// Invoice numbers: `<invoice_prefix><yyyymm>-<sequence>`, counted per month.
import type { Month } from "../../../shared/kernel/day.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { nextNumber } from "../../kernel/resource/counters.ts";

/**
 * Those of the numbers that invoices have already. One is looked up by equality, which the unique index answers under
 * every plan; many are planned anew: a plan that is kept for the average tenant reads the whole of a large one.
 */
async function usedNumbers(tx: Tx, tenantId: string, numbers: readonly string[]): Promise<Set<string>> {
  const places = numbers.map((_number, index) => `$${index + 2}`).join(", ");
  const text = `select invoice_number from invoices where tenant_id = $1 and invoice_number in (${places})`;
  const taken = await tx.unsafe<{ invoice_number: string }[]>(text, [tenantId, ...numbers], {
    prepare: numbers.length === 1,
  });
  return new Set(taken.map((row) => row.invoice_number));
}

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
    const used = await usedNumbers(tx, tenant.id, made);
    numbers.push(...made.filter((number) => !used.has(number)));
  }
  return numbers;
}
