// GET /reports/tax/ and /reports/tax/invoices/: the ledger's lines that bear a tax code, and TAX itself (contract §4.14).

import {
  ledgerEntry,
  TAX_DOCUMENTS,
  type TaxDocuments,
  type TaxReport,
  taxDocumentsAnswer,
  taxDocumentsQuery,
  taxReportAnswer,
  taxReportQuery,
} from "../../../shared/billing/index.ts";
import { type Day, dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { add, formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { fixDigits } from "../../kernel/resource/record.ts";
import { documentNumber } from "./document-numbers.ts";

interface Span {
  from: Day;
  to: Day;
}

/** @throws Failure VALIDATION for a time that ends before it begins. */
function spanOf({ settings }: Tenant, query: Partial<Span>): Span {
  const { to = dayOf(new Date(), settings.timezone) } = query;
  const { from = `${monthOf(to)}-01` } = query;
  if (to < from) throw invalid("to", "Not before the first day");
  return { from, to };
}

/** The entries of a time that tax is read from: the taxes, and what was taxed, which is every other line with a code. */
const entriesOf = (tx: Tx, tenant: Tenant, { from, to }: Span): Fragment => tx`
  select e.tenant_id, e.journal, e.entry_no, e.entry_date, e.source_type, e.source_id, e.tax_code, c.code, c.rate,
    case when a.code = 'TAX' then 0 else e.credit - e.debit end as net,
    case when a.code = 'TAX' then e.credit - e.debit else 0 end as tax
  from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    left join tax_codes c on c.tenant_id = e.tenant_id and c.id = e.tax_code
  where e.tenant_id = ${tenant.id} and e.entry_date between ${from} and ${to}
    and (e.tax_code is not null or a.code = 'TAX')`;

interface TaxedRow {
  code: string | null;
  rate: string | null;
  net: string;
  tax: string;
}

function taxed({ code, rate, net, tax }: TaxedRow, digits: number) {
  const fixed = { net: fixDigits(net, digits), tax: fixDigits(tax, digits) };
  return { code, rate: rate === null ? null : Number(rate), ...fixed };
}

/** What is owed to the state for these days, by code. */
export async function readTaxReport(tx: Tx, tenant: Tenant, span: Span): Promise<TaxReport> {
  const { digits } = tenant;
  const rows = await tx<TaxedRow[]>`
    select code, rate, sum(net) as net, sum(tax) as tax from (${entriesOf(tx, tenant, span)}) entries
    group by code, rate having sum(net) <> 0 or sum(tax) <> 0 order by code nulls last, rate`;
  const codes = rows.map((row) => taxed(row, digits));
  const total = (figure: "net" | "tax") =>
    formatMoney(add(...codes.map((row) => parseMoney(row[figure], digits))), digits);
  return { ...span, codes, total_net: total("net"), total_tax: total("tax") };
}

export const taxReportRoute = reportRoute({
  path: "/reports/tax/",
  operation_id: "getTaxReport",
  summary: "Tax by code and rate, by the accounting day",
  area: "billing",
  permission: "reporting.report.view",
  counts: [ledgerEntry],
  query: taxReportQuery,
  output: taxReportAnswer,
  read: (tx, tenant, query) => readTaxReport(tx, tenant, spanOf(tenant, query)),
  rows: ({ codes, total_net, total_tax }) => [
    ["code", "rate", "net", "tax"],
    ...codes.map(({ code, rate, net, tax }) => [code, rate, net, tax]),
    ["TOTAL", "", total_net, total_tax],
  ],
});

type Document = TaxDocuments["results"][number];

/** The documents of a time by code, in the order of booking: what was charged, and what gave some of it back. */
async function readDocuments(
  tx: Tx,
  tenant: Tenant,
  asked: Span & { code: string | undefined; page: number | null },
): Promise<Document[]> {
  const { code, page } = asked;
  const rows = await tx<(Document & TaxedRow)[]>`
    with document as (
      select tenant_id, journal, source_type, source_id, code, rate, min(entry_date) as entry_date, min(entry_no) as entry_no,
        sum(net) as net, sum(tax) as tax
      from (${entriesOf(tx, tenant, asked)}) entries ${code === undefined ? tx`` : tx`where code = ${code}`}
      group by tenant_id, journal, source_type, source_id, code, rate
      order by min(entry_no), code
      ${page === null ? tx`` : tx`limit ${TAX_DOCUMENTS + 1} offset ${(page - 1) * TAX_DOCUMENTS}`}
    )
    select e.*, ${documentNumber(tx, tenant.id)} as number, p.id as customer, p.name as customer_name
    from document e
      left join lateral (select l.customer from ledger_entries l
        where l.tenant_id = ${tenant.id} and l.journal = e.journal and l.customer is not null limit 1) whose on true
      left join customers p on p.tenant_id = ${tenant.id} and p.id = whose.customer
    order by e.entry_no, e.code`;
  return rows.map(({ entry_date, source_type, source_id, number, customer, customer_name, ...row }) => ({
    ...{ entry_date, source_type, source_id, number, customer, customer_name },
    ...taxed(row, tenant.digits),
  }));
}

export const taxDocumentsRoute = reportRoute({
  path: "/reports/tax/invoices/",
  operation_id: "getTaxInvoices",
  summary: "The invoices that tax was charged on, and what gave some of it back",
  area: "billing",
  permission: "reporting.report.view",
  counts: [ledgerEntry],
  query: taxDocumentsQuery,
  output: taxDocumentsAnswer,
  async read(tx, tenant, { code, page = "1", format, ...query }) {
    const span = spanOf(tenant, query);
    const asked = { ...span, code, page: format === "csv" ? null : Number(page) };
    const found = await readDocuments(tx, tenant, asked);
    const results = asked.page === null ? found : found.slice(0, TAX_DOCUMENTS);
    return { ...span, page: Number(page), has_more: results.length < found.length, results };
  },
  rows: ({ results }) => [
    ["date", "document", "number", "customer", "code", "rate", "net", "tax"],
    ...results.map((row) => [
      ...[row.entry_date, row.source_type, row.number, row.customer_name],
      ...[row.code, row.rate, row.net, row.tax],
    ]),
  ],
});
