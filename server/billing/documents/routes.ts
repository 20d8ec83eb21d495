// Receipts and invoices as PDF.

import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import {
  type Invoice,
  type InvoiceLine,
  invoicesQuery,
  receiptQuery,
} from "../../../shared/billing/index.ts";
import type { PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import type { KeptReceipt } from "../../../shared/billing/payment/payment.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { type Route, route } from "../../kernel/area.ts";
import { type Fragment, inTenant, inTenantSnapshot, type Row, type Tx } from "../../kernel/db/db.ts";
import { letterheadOf, paperStyleOf, pdf, target } from "../../kernel/http/pdf-answer.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { documentKind } from "../../kernel/pdf/pdf-workers.ts";
import { readInvoice } from "../records.ts";
import type { InvoiceDocument, InvoiceTax, invoicesPdf } from "./invoice-pdf.ts";
import type { receiptPdf } from "./receipt-pdf.ts";

const INVOICES = documentKind<typeof invoicesPdf>(import.meta.resolve("./invoice-pdf.ts"), "invoicesPdf");
const RECEIPT = documentKind<typeof receiptPdf>(import.meta.resolve("./receipt-pdf.ts"), "receiptPdf");

interface ReceiptRow extends Row {
  receipt_number: string;
  method: PaymentMethod;
  receipt: KeptReceipt;
  received_at: string;
  reversed_at: string | null;
  reversed_by: string;
  name: string;
  customer_code: string;
  username: string;
  package_name: string | null;
}

/** What the receipt said as the money was taken, also on a later copy; a payment that was taken back says so. */
async function readReceipt(tx: Tx, tenant: Tenant, which: Fragment): Promise<Omit<Receipt, "is_copy">> {
  const [row] = await tx<ReceiptRow[]>`
    select t.receipt_number, t.method, t.receipt, t.received_at, t.reversed_at, t.reversed_by,
      c.name, c.customer_code, c.username, p.name as package_name
    from payment_transactions t join customers c on c.tenant_id = t.tenant_id and c.id = t.customer
      left join recharges r on r.tenant_id = t.tenant_id and r.id = t.recharge
      left join packages p on p.tenant_id = r.tenant_id and p.id = r.package
    where t.tenant_id = ${tenant.id} and t.receipt is not null and ${which}`;
  if (!row) throw new Failure("NOT_FOUND");
  const { settings, digits } = tenant;
  const { receipt, reversed_at, reversed_by } = row;
  return {
    company_name: settings.company_name,
    address: settings.address,
    support_phone: settings.support_phone,
    receipt_number: row.receipt_number,
    till: receipt.till,
    clerk: receipt.clerk,
    occurred_at: row.received_at,
    timezone: settings.timezone,
    customer_name: row.name,
    customer_code: row.customer_code,
    username: row.username,
    package_name: row.package_name,
    previous_expiry_date: receipt.expiry_before,
    new_expiry_date: receipt.expiry_after,
    amount: parseMoney(receipt.amount, digits),
    currency: settings.currency,
    digits,
    method: row.method,
    due_amount: parseMoney(receipt.due_after, digits),
    advance_amount: parseMoney(receipt.advance_after, digits),
    footer: settings.receipt_footer,
    tax_number: settings.tax_number,
    legal_text: settings.legal_text,
    reversed: reversed_at === null ? null : { at: reversed_at, by: reversed_by },
  };
}

function receiptRoute(
  operation_id: string,
  path: string,
  permission: PermissionCode,
  column: "id" | "recharge",
): Route {
  return route({
    method: "GET",
    path,
    operation_id,
    summary:
      "The receipt as it was given, for paper of 58 or 80 mm; a copy says so, and so does one that was reversed",
    area: "billing",
    permission,
    query: receiptQuery,
    produces: "application/pdf",
    async handler(request) {
      const { tenant, id } = target(request);
      const { width, copy } = request.query;
      const receipt = await inTenant(request.services.db, tenant, (tx) =>
        readReceipt(tx, tenant, tx`${tx(`t.${column}`)} = ${id}`),
      );
      const wanted = width ?? String(tenant.settings.receipt_width_mm);
      const at = new Date(receipt.occurred_at);
      const shown = { ...receipt, is_copy: copy === "true" };
      const width_mm = wanted === "58" ? 58 : 80;
      return pdf(request, receipt.receipt_number, RECEIPT, shown, width_mm, at, paperStyleOf(tenant));
    },
  });
}

/** An invoice's taxes by code, as it charged them. */
function readTaxes(tx: Tx, tenant: Tenant, id: string): Promise<InvoiceTax[]> {
  return tx<InvoiceTax[]>`
    select c.code, c.rate, sum((part->>'net')::numeric)::text as net, sum((part->>'tax')::numeric)::text as tax
    from invoices i cross join jsonb_array_elements(i.charges) part
      left join tax_codes c on c.tenant_id = i.tenant_id and c.id = (part->>'tax_code')::uuid
    where i.tenant_id = ${tenant.id} and i.id = ${id} and (c.id is not null or (part->>'tax')::numeric <> 0)
    group by c.code, c.rate order by c.code nulls last, c.rate`;
}

type InvoiceWithLines = Invoice & { lines: InvoiceLine[] };

type Recipient = InvoiceDocument["customer"];

/** A bill with all that its paper says. @throws Failure NOT_FOUND, with `extra`. */
async function readBill(
  tx: Tx,
  tenant: Tenant,
  id: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<InvoiceDocument & { made_at: string }> {
  const [found, taxes, [customer]] = await Promise.all([
    readInvoice(tx, tenant, id),
    readTaxes(tx, tenant, id),
    tx<Recipient[]>`
      select c.name, c.customer_code, c.username, c.phone, c.address
      from invoices i join customers c on c.tenant_id = i.tenant_id and c.id = i.customer where i.tenant_id = ${tenant.id} and i.id = ${id}`,
  ]);
  if (!found || !customer) throw new Failure("NOT_FOUND", undefined, { extra });
  const invoice = found as InvoiceWithLines;
  const made_at = String(invoice.updated_at);
  return { company: letterheadOf(tenant), customer, invoice, lines: invoice.lines, taxes, made_at };
}

const invoiceRoute = route({
  method: "GET",
  path: "/invoices/{id}/pdf/",
  operation_id: "getInvoicePdf",
  summary: "An invoice on A4",
  area: "billing",
  permission: "billing.invoice.view",
  produces: "application/pdf",
  async handler(request) {
    const { tenant, id } = target(request);
    const bill = await inTenantSnapshot(request.services.db, tenant, (tx) => readBill(tx, tenant, id));
    const title = bill.invoice.invoice_number;
    const about = { title, made_at: new Date(bill.made_at) };
    return pdf(request, title, INVOICES, [bill], about, paperStyleOf(tenant));
  },
});

const printRoute = route({
  method: "GET",
  path: "/invoices/print/",
  operation_id: "printInvoices",
  summary: "Several invoices as one document on A4, each on pages of its own, in the order asked for",
  area: "billing",
  permission: "billing.invoice.view",
  query: invoicesQuery,
  produces: "application/pdf",
  async handler(request) {
    const { principal, services, query } = request;
    if (!principal) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    const bills = await inTenantSnapshot(services.db, tenant, (tx) =>
      // Of many it says which one there is not.
      Promise.all(query.ids.map((id) => readBill(tx, tenant, id, { invoice: id }))),
    );
    const latest = Math.max(...bills.map(({ made_at }) => Date.parse(made_at)));
    const title = `${bills.length} × ${tenant.settings.company_name}`;
    const about = { title, made_at: new Date(latest) };
    return pdf(request, "bills", INVOICES, bills, about, paperStyleOf(tenant));
  },
});

export const documentRoutes = [
  receiptRoute("getRechargeReceipt", "/recharges/{id}/receipt/", "billing.recharge.view", "recharge"),
  receiptRoute("getTransactionReceipt", "/transactions/{id}/receipt/", "finance.transaction.view", "id"),
  invoiceRoute,
  printRoute,
];
