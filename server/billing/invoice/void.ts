// POST /invoices/{id}/void/, and what it would change (contract §4.11).
import { invoice, voidInvoice } from "../../../shared/billing/index.ts";
import { describeVoid, planVoid, type VoidSnapshot } from "../../../shared/billing/invoice/void.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { readTakenCharges } from "../addon/pending-charge.ts";
import { ownerOfInvoice, readCharged } from "../credit-note/charged-invoice.ts";
import { invoiceColumns, lockOwner, planContext, toInvoiceMoney } from "../ledger/snapshot.ts";
import { type ReversibleDocument, reversalPreview, reverseDocument } from "../payment/reverse-document.ts";

/** @throws Failure NOT_FOUND, INVOICE_SETTLED, REVERSE_THE_ADJUSTMENT. */
export async function findInvoice(ctx: OperationContext, id: string): Promise<ReversibleDocument> {
  const { tx, tenant } = ctx;
  const customer = await ownerOfInvoice(ctx, id);
  const [locked, rows, charged, reversed, taken] = await Promise.all([
    lockOwner(ctx, customer),
    tx<Row[]>`select ${invoiceColumns(tx)} from invoices t where t.tenant_id = ${tenant.id}
      and (t.id = ${id} or t.id in (select (part->>'invoice')::uuid
        from invoices i, jsonb_array_elements(i.carried_from || i.given_up) part
        where i.tenant_id = ${tenant.id} and i.id = ${id}))`,
    readCharged(ctx, id),
    tx<{ invoice: string }[]>`select invoice from adjustments
      where tenant_id = ${tenant.id} and customer = ${customer} and is_reversed and invoice is not null`,
    readTakenCharges(tx, tenant, id),
  ]);
  const invoices = rows.map((row) => toInvoiceMoney(row, tenant.digits));
  const found = invoices.find((one) => one.id === id);
  if (!found) throw new Failure("NOT_FOUND");
  const taken_back = reversed.map((charge) => charge.invoice);
  const snapshot: VoidSnapshot = {
    ...charged,
    ...{ customer: locked.customer, invoice: found, earlier: invoices, taken_back, taken },
  };
  const context = planContext(tenant, ctx.call.received_at);
  const plan = planVoid(snapshot, context);
  return { on: invoice, id, locked, plan, changes: describeVoid(snapshot, context) };
}

export const voidOperations = [
  implement(voidInvoice, async (ctx, { reason }, id) => {
    await reverseDocument(ctx, voidInvoice, findInvoice, id, reason);
    return requireRecord(ctx, invoice, id);
  }),
];

export const voidRoutes = [reversalPreview(voidInvoice, "/invoices/{id}/void-preview/", findInvoice)];
