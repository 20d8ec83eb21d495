// GET /customers/{id}/statement/: a customer's account between two days, as JSON, CSV or on A4 in the company's language.
import {
  type LedgerEntry,
  type Statement,
  type StatementQuery,
  statementAnswer,
  statementQuery,
} from "../../../shared/billing/index.ts";
import { ENTRY_TYPES } from "../../../shared/billing/ledger/entry-words.ts";
import { accountLines } from "../../../shared/billing/statements/account-lines.rules.ts";
import { CSV_BOM, csvFigures, csvWriting } from "../../../shared/kernel/csv.ts";
import { type Day, dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Language, textIn, textsIn } from "../../../shared/kernel/formatting/language.ts";
import { tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import {
  add,
  formatMoney,
  type Minor,
  max,
  negate,
  parseMoney,
  subtract,
  ZERO,
} from "../../../shared/kernel/money.ts";
import { route } from "../../kernel/area.ts";
import { inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import { letterheadOf, pdf, target } from "../../kernel/http/pdf-answer.ts";
import { csvHeaders } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { Reply } from "../../kernel/operation/run-operation.ts";
import { documentKind } from "../../kernel/pdf/pdf-workers.ts";
import { readAgeing } from "../ledger/ageing.ts";
import { documentNumber } from "./document-numbers.ts";
import type { StatementDocument, statementPdf } from "./statement-pdf.ts";
import { STATEMENT_TEXTS } from "./statement-words.ts";

const STATEMENT = documentKind<typeof statementPdf>(
  import.meta.resolve("./statement-pdf.ts"),
  "statementPdf",
);

type Asked = Required<Pick<StatementQuery, "from" | "to" | "language">>;
type Owner = StatementDocument["customer"] & { id: string };

interface EntryRow extends LedgerEntry {
  document: string | null;
}

/** The days and language that are asked for. @throws Failure VALIDATION for days that end before they begin. */
function askedOf({ settings }: Tenant, query: StatementQuery): Asked {
  const { to = dayOf(new Date(), settings.timezone), language = settings.language } = query;
  const { from = `${monthOf(to)}-01` } = query;
  if (to < from) throw invalid("to", "Not before the first day");
  return { from, to, language };
}

/** What the account stood at before a day: what was owed and what had been paid ahead. */
async function readStanding(tx: Tx, tenant: Tenant, customer: string, until: Day) {
  const [row] = await tx<{ due: string; advance: string }[]>`
    select coalesce(sum(e.debit - e.credit + e.advance_change), 0) as due, coalesce(sum(e.advance_change), 0) as advance
    from ledger_entries e
    where e.tenant_id = ${tenant.id} and e.customer = ${customer} and e.entry_date <= ${until}`;
  const [due, advance] = [row?.due ?? "0", row?.advance ?? "0"].map((text) =>
    parseMoney(text, tenant.digits),
  );
  return { due: due ?? ZERO, advance: advance ?? ZERO };
}

const readEntries = (tx: Tx, tenant: Tenant, customer: string, { from, to }: Asked) => tx<EntryRow[]>`
  select e.id, e.journal, e.entry_type, to_char(e.entry_date, 'YYYY-MM-DD') as entry_date, e.source_type, e.source_id,
    e.debit, e.credit, ${documentNumber(tx, tenant.id)} as document
  from ledger_entries e
  where e.tenant_id = ${tenant.id} and e.customer = ${customer} and e.entry_date between ${from} and ${to}
  order by e.entry_date, e.entry_no`;

async function readStatement(tx: Tx, tenant: Tenant, owner: Owner, asked: Asked): Promise<Statement> {
  const { digits, settings } = tenant;
  const { from, to, language } = asked;
  const [entries, closing, ageing] = await Promise.all([
    readEntries(tx, tenant, owner.id, asked),
    readStanding(tx, tenant, owner.id, to),
    readAgeing(tx, tenant, { as_of: to, customer: owner.id }),
  ]);
  const documents = new Map(entries.map(({ id, document }) => [id, document]));
  const lines = accountLines(entries, digits);
  const shown = (amount: Minor) => formatMoney(amount, digits);
  const moved = (side: (amount: Minor) => Minor) => add(...lines.map(({ amount }) => side(amount)));
  const debitOf = (amount: Minor) => max(amount, ZERO);
  const creditOf = (amount: Minor) => max(negate(amount), ZERO);
  const closing_balance = subtract(closing.advance, closing.due);
  const opening_balance = add(
    closing_balance,
    moved((amount) => amount),
  );
  let balance = opening_balance;
  return {
    customer: { id: owner.id, customer_code: owner.customer_code, name: owner.name },
    currency: settings.currency,
    ...{ from, to },
    opening_balance: shown(opening_balance),
    entries: lines.map(({ day, main, amount }) => {
      balance = subtract(balance, amount);
      const document = documents.get(main.id) ?? null;
      return {
        date: day,
        entry_type: main.entry_type,
        document_type: main.source_type,
        document,
        description: [textIn(language, ENTRY_TYPES[main.entry_type]), document].filter(Boolean).join(" · "),
        debit: shown(debitOf(amount)),
        credit: shown(creditOf(amount)),
        balance: shown(balance),
      };
    }),
    total_debit: shown(moved(debitOf)),
    total_credit: shown(moved(creditOf)),
    closing_balance: shown(closing_balance),
    due_amount: shown(closing.due),
    advance_amount: shown(closing.advance),
    ageing,
  };
}

/** The statement as a file: days and amounts as the company's programs read them, words in the language. */
function csvOf(statement: Statement, language: Language, { settings }: Tenant): string {
  const words = textsIn(language, STATEMENT_TEXTS);
  const { from, to, opening_balance, closing_balance, total_debit, total_credit } = statement;
  const rows = [
    [words.date, words.document, words.description, words.debit, words.credit, words.balance_told],
    [from, "", words.opening, "", "", opening_balance],
    ...statement.entries.map((entry) => [
      ...[entry.date, entry.document, entry.description, entry.debit, entry.credit, entry.balance],
    ]),
    [to, "", words.closing, total_debit, total_credit, closing_balance],
  ];
  const writing = csvWriting(settings.decimal_separator);
  return CSV_BOM + rows.map((cells) => csvFigures(cells, writing)).join("");
}

async function readOwner(tx: Tx, tenant: Tenant, id: string): Promise<Owner> {
  const [owner] = await tx<Owner[]>`
    select c.id, c.customer_code, c.username, c.name, c.phone from customers c
    where c.tenant_id = ${tenant.id} and c.id = ${id}`;
  if (!owner) throw new Failure("NOT_FOUND");
  return owner;
}

export const statementRoute = route({
  method: "GET",
  path: "/customers/{id}/statement/",
  operation_id: "getCustomerStatement",
  summary: "A customer's account between two days; format=csv or pdf for a file in the company's language",
  area: "billing",
  permission: "finance.billing_account.view",
  query: statementQuery,
  output: statementAnswer,
  files: ["text/csv", "application/pdf"],
  async handler(request) {
    const { tenant, id } = target(request);
    const asked = askedOf(tenant, request.query);
    const { owner, statement } = await inTenantSnapshot(request.services.db, tenant, async (tx) => {
      const owner = await readOwner(tx, tenant, id);
      return { owner, statement: await readStatement(tx, tenant, owner, asked) };
    });
    const { from, to, language } = asked;
    const name = `statement-${owner.customer_code}-${from}-${to}`;
    switch (request.query.format) {
      case "csv":
        return new Reply(200, csvOf(statement, language, tenant), { headers: csvHeaders(name) });
      case "pdf": {
        const style = { language, format: tenantFormat(tenant.settings, language) };
        const document = { company: letterheadOf(tenant), customer: owner, statement };
        return pdf(request, name, STATEMENT, document, new Date(`${to}T00:00:00Z`), style);
      }
      default:
        return statement;
    }
  },
});
