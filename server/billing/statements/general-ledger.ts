// GET /reports/general-ledger/: the journal of some days as a file that accounting programs import (docs/bookkeeping.md).
import { Readable } from "node:stream";
import {
  GENERAL_LEDGER_COLUMNS,
  type GeneralLedgerQuery,
  generalLedgerQuery,
  type LedgerEntry,
  ledgerEntry,
} from "../../../shared/billing/index.ts";
import { ENTRY_TYPES } from "../../../shared/billing/ledger/entry-words.ts";
import { CSV_BOM, type CsvWriting, csvLine, csvNumber, csvWriting } from "../../../shared/kernel/csv.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { textIn } from "../../../shared/kernel/formatting/language.ts";
import { route } from "../../kernel/area.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import { csvHeaders } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { Reply, tenantOf } from "../../kernel/operation/run-operation.ts";
import { isNarrowed } from "../../kernel/resource/own-records.ts";
import { fixDigits } from "../../kernel/resource/record.ts";
import type { Services } from "../../kernel/services.ts";
import { entriesBySide } from "../ledger/trial-balance.ts";
import { documentNumber } from "./document-numbers.ts";

type Days = Pick<GeneralLedgerQuery, "from" | "to" | "limit">;
type Column = (typeof GENERAL_LEDGER_COLUMNS)[number];

interface Line extends Record<Exclude<Column, "currency" | "description">, string | null> {
  entry_type: LedgerEntry["entry_type"];
  entry_no: string;
  date: Day;
  debit: string;
  credit: string;
}

/** Read at a time. */
const ENTRIES = 2_000;

/** Where a page ends, and what had been posted when the file was begun: a journal is in it as a whole or not at all. */
interface Place {
  date: Day;
  entry_no: string;
  snapshot: string;
}

/** The next entries by day and number, each with the accounts that it stands on; walks the index of entry_date. */
function readEntries(
  tx: Tx,
  tenantId: string,
  { to, limit = ENTRIES }: Days,
  { date, entry_no, snapshot }: Place,
): Promise<Line[]> {
  return tx<Line[]>`
    with page as materialized (
      select e.id from ledger_entries e
      where e.tenant_id = ${tenantId} and e.entry_date between ${date} and ${to}
        and (e.entry_date, e.entry_no) > (${date}::date, ${entry_no}::bigint)
        and pg_visible_in_snapshot(e.changed_xid, ${snapshot}::pg_snapshot)
      order by e.entry_date, e.entry_no limit ${limit}
    )
    select e.entry_no::text as entry_no, e.journal as journal_id, to_char(e.entry_date, 'YYYY-MM-DD') as date,
      side.account, side.debit, side.credit, e.entry_type, e.source_type as document_type,
      ${documentNumber(tx, tenantId)} as document, c.customer_code as partner, c.name as partner_name,
      (select t.code from tax_codes t where t.tenant_id = ${tenantId} and t.id = e.tax_code) as tax_code,
      e.source, e.holder, e.posted_by
    from ${entriesBySide(tx)}
      left join lateral (
        select o.customer from ledger_entries o
        where o.tenant_id = ${tenantId} and o.journal = e.journal and o.customer is not null limit 1
      ) owner on true
      left join customers c on c.tenant_id = e.tenant_id and c.id = owner.customer
    where e.tenant_id = ${tenantId} and e.id in (select id from page)
    order by e.entry_date, e.entry_no, side.account desc`;
}

/** Each page is a transaction of its own, so that a slow reader holds none open. */
const nextPage = (services: Services, tenant: Tenant, days: Days, place: Place) =>
  inTenant(services.db, tenant, (tx) => readEntries(tx, tenant.id, days, place));

function cellsOf(line: Line, { digits, settings }: Tenant, writing: CsvWriting): unknown[] {
  const kind = textIn(settings.language, ENTRY_TYPES[line.entry_type]);
  const known = {
    ...line,
    debit: csvNumber(fixDigits(line.debit, digits), writing),
    credit: csvNumber(fixDigits(line.credit, digits), writing),
    currency: settings.currency,
    description: [kind, line.document, line.partner_name].filter(Boolean).join(" · "),
  };
  return GENERAL_LEDGER_COLUMNS.map((column) => known[column]);
}

async function* file(
  services: Services,
  tenant: Tenant,
  days: Days,
  snapshot: string,
): AsyncGenerator<string> {
  const writing = csvWriting(tenant.settings.decimal_separator);
  yield CSV_BOM + csvLine(GENERAL_LEDGER_COLUMNS, writing);
  for (let place: Place | null = { date: days.from, entry_no: "0", snapshot }; place; ) {
    const lines: Line[] = await nextPage(services, tenant, days, place);
    yield lines.map((line) => csvLine(cellsOf(line, tenant, writing), writing)).join("");
    const last = lines.at(-1);
    const is_full = new Set(lines.map(({ entry_no }) => entry_no)).size === ENTRIES;
    place =
      last && is_full && days.limit === undefined
        ? { date: last.date, entry_no: last.entry_no, snapshot }
        : null;
  }
}

export const generalLedgerRoute = route({
  method: "GET",
  path: "/reports/general-ledger/",
  operation_id: "getGeneralLedger",
  summary: "The journal between two days as a CSV file for accounting programs",
  area: "billing",
  permission: "reporting.report.view",
  query: generalLedgerQuery,
  produces: "text/csv",
  is_of_all: true,
  long: true,
  async handler({ services, principal, query }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    if (isNarrowed(ledgerEntry, tenant.rowScope))
      throw new Failure("PERMISSION_DENIED", "This is for who may see the whole ledger");
    if (query.to < query.from) throw invalid("to", "Not before the first day");
    const [begun] = await inTenant(
      services.db,
      tenant,
      // Of a row of theirs: entries are stamped where the company lies, and what has ended there is asked of that node.
      (tx) => tx<{ snapshot: string }[]>`
        select pg_current_snapshot()::text as snapshot from company_settings where tenant_id = ${tenant.id}`,
    );
    const lines = Readable.from(file(services, tenant, query, begun?.snapshot ?? ""));
    return new Reply(200, lines, { headers: csvHeaders("general-ledger") });
  },
});
