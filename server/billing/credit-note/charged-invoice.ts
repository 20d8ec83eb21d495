// What an invoice charged, and what credit notes gave back of it so far: read under the lock of its customer's account.

import type { ChargedInvoice, CreditedLine } from "../../../shared/billing/credit-note/credit-note.rules.ts";
import { invoiceLine } from "../../../shared/billing/index.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { readRecordsBy } from "../../kernel/resource/record.ts";
import { readPosted } from "../ledger/posted.ts";

/**
 * Whose an invoice is. A charge by hand is undone as what it is, so that its adjustment never says what is no longer so.
 * @throws Failure NOT_FOUND, REVERSE_THE_ADJUSTMENT.
 */
export async function ownerOfInvoice({ tx, tenant }: OperationContext, id: string): Promise<string> {
  const [found] = await tx<{ customer: string; adjustment: string | null }[]>`
    select i.customer, a.id as adjustment from invoices i
      left join adjustments a on a.tenant_id = i.tenant_id and a.customer = i.customer and a.invoice = i.id
    where i.tenant_id = ${tenant.id} and i.id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const { customer, adjustment } = found;
  if (adjustment === null) return customer;
  throw new Failure("REVERSE_THE_ADJUSTMENT", "This is an adjustment's charge: reverse the adjustment", {
    extra: { adjustment },
  });
}

/** Ask for it together with the lock, after it. */
export async function readCharged(ctx: OperationContext, invoice: string): Promise<ChargedInvoice> {
  const { tx, tenant } = ctx;
  const money = (value: unknown) => parseMoney(String(value), tenant.digits);
  const [lines, posted, credited] = await Promise.all([
    readRecordsBy(tx, invoiceLine, tenant, { column: "invoice", value: invoice, order: "position" }),
    readPosted(ctx, tx`= ${invoice}`),
    tx<(CreditedLine & Row)[]>`select l.invoice_line, l.quantity, l.amount from credit_note_lines l
      join credit_notes n on n.tenant_id = l.tenant_id and n.id = l.credit_note
      where l.tenant_id = ${tenant.id} and n.invoice = ${invoice} and not n.is_reversed`,
  ]);
  return {
    lines: lines.map((line) => ({
      id: line.id,
      description: line.description,
      source: line.source,
      tax_code: line.tax_code,
      quantity: String(line.quantity),
      tax_amount: money(line.tax_amount),
      total: money(line.total),
    })),
    posted: posted.get(invoice) ?? [],
    credited: credited.map((line) => ({ ...line, amount: money(line.amount) })),
  };
}
