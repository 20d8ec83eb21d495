// Receipts and invoices as PDF.
import { type Invoice, type InvoiceLine, receiptQuery } from "../../shared/billing/index.ts";
import { invoicePdf } from "../../shared/billing/invoice-pdf.ts";
import type { PaymentMethod } from "../../shared/billing/ledger.rules.ts";
import type { Receipt } from "../../shared/billing/receipt.rules.ts";
import { receiptPdf } from "../../shared/billing/receipt-pdf.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { max, negate, parseMoney, ZERO } from "../../shared/kernel/money.ts";
import { type RouteRequest, route } from "../kernel/area.ts";
import { inTenant, inTenantSnapshot, type Row, type Tx } from "../kernel/db.ts";
import type { Tenant } from "../kernel/principal.ts";
import { Reply, tenantOf } from "../kernel/run-operation.ts";
import { readInvoice } from "./records.ts";

function pdf(bytes: Uint8Array, name: string): Reply {
  const file = name.replace(/[^\w.-]/g, "_");
  const headers = {
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="${file}.pdf"`,
  };
  return new Reply(200, Buffer.from(bytes), { headers });
}

/** The record that a path names. @throws Failure NOT_FOUND. */
function target({ principal, params }: RouteRequest): { tenant: Tenant; id: string } {
  const { id = "" } = params;
  if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
  return { tenant: tenantOf(principal), id };
}

interface ReceiptRow extends Row {
  receipt_number: string;
  method: PaymentMethod;
  amount: string;
  balance_after: string;
  occurred_at: string;
}

/** What is due and kept as advance is what it was right after this payment, also on a later copy. */
async function readReceipt(tx: Tx, tenant: Tenant, id: string): Promise<Omit<Receipt, "is_copy">> {
  const [row] = await tx<ReceiptRow[]>`
    select r.receipt_number, r.method, r.amount, r.occurred_at, r.recharged_by, r.previous_expiry_date,
      r.new_expiry_date, c.name, c.customer_code, c.username, p.name as package_name, d.device_code,
      coalesce((select e.balance_after from ledger_entries e
        where e.tenant_id = ${tenant.id} and e.customer = r.customer and e.source_id = r.payment_transaction
          and e.entry_type = 'PAYMENT' order by e.entry_no limit 1), 0) as balance_after
    from recharges r join customers c on c.id = r.customer
      left join packages p on p.id = r.package left join devices d on d.id = r.device
    where r.tenant_id = ${tenant.id} and r.id = ${id}`;
  if (!row) throw new Failure("NOT_FOUND");
  const { settings, digits } = tenant;
  const balance = parseMoney(row.balance_after, digits);
  return {
    company_name: settings.company_name,
    address: settings.address,
    support_phone: settings.support_phone,
    receipt_number: row.receipt_number,
    till: row.device_code as string | null,
    clerk: String(row.recharged_by),
    occurred_at: row.occurred_at,
    timezone: settings.timezone,
    customer_name: String(row.name),
    customer_code: String(row.customer_code),
    username: String(row.username),
    package_name: row.package_name as string | null,
    previous_expiry_date: row.previous_expiry_date as string | null,
    new_expiry_date: row.new_expiry_date as string | null,
    amount: parseMoney(row.amount, digits),
    currency: settings.currency,
    digits,
    method: row.method,
    due_amount: max(negate(balance), ZERO),
    advance_amount: max(balance, ZERO),
    footer: settings.receipt_footer,
  };
}

const receiptRoute = route({
  method: "GET",
  path: "/recharges/{id}/receipt/",
  summary: "A recharge's receipt for paper of 58 or 80 mm",
  area: "billing",
  permission: "billing.recharge.view",
  query: receiptQuery,
  produces: "application/pdf",
  async handler(request) {
    const { tenant, id } = target(request);
    const { width, copy } = request.query;
    const receipt = await inTenant(request.services.db, tenant.id, (tx) => readReceipt(tx, tenant, id));
    const wanted = width ?? String(tenant.settings.receipt_width_mm);
    const at = new Date(receipt.occurred_at);
    const bytes = await receiptPdf({ ...receipt, is_copy: copy === "true" }, wanted === "58" ? 58 : 80, at);
    return pdf(bytes, receipt.receipt_number);
  },
});

type InvoiceWithLines = Invoice & { lines: InvoiceLine[] };

const invoiceRoute = route({
  method: "GET",
  path: "/invoices/{id}/pdf/",
  summary: "An invoice on A4",
  area: "billing",
  permission: "billing.invoice.view",
  produces: "application/pdf",
  async handler(request) {
    const { tenant, id } = target(request);
    const { invoice, customer } = await inTenantSnapshot(request.services.db, tenant.id, async (tx) => {
      const [found, [owner]] = await Promise.all([
        readInvoice(tx, tenant, id),
        tx<
          { name: string; customer_code: string; username: string; phone: string; address: string | null }[]
        >`
          select c.name, c.customer_code, c.username, c.phone, c.address
          from invoices i join customers c on c.id = i.customer where i.tenant_id = ${tenant.id} and i.id = ${id}`,
      ]);
      if (!found || !owner) throw new Failure("NOT_FOUND");
      return { invoice: found as unknown as InvoiceWithLines, customer: owner };
    });
    const { company_name: name, address, support_phone: phone, currency } = tenant.settings;
    const company = { name, address, phone, currency };
    const document = { company, customer, invoice, lines: invoice.lines };
    return pdf(await invoicePdf(document, new Date(invoice.updated_at)), invoice.invoice_number);
  },
});

export const documentRoutes = [receiptRoute, invoiceRoute];
