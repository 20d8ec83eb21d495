// Which texts are one in whatever spelling is said by the declarations: none that is there once is forgotten (contract §1).
import { afterAll, beforeAll, expect, test } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { spelledColumn } from "../../../server/kernel/db/normal/keys.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

let sql: Sql;
let database: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 1);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** Texts of which there is one in the very form in which they stand there, and why that is right. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  "auth_tokens.token_hash": "made by the server",
  "saas_backups.filename": "made by the server",
  "database_backups.filename": "made by the server, or a file of the folder as it is called there",
  "billing_accounts.account_number":
    "made by the server of the customer's code, which is one in every spelling",
  "billing_accounts.code": "of a system account, made by the program",
  "cash_transfers.transfer_number": "numbered by the server",
  "credit_notes.credit_note_number": "numbered by the server",
  "customers.customer_code": "kept beside the key of its normal form: lists are walked in this order",
  "deposits.deposit_number": "numbered by the server",
  "devices.device_code": "given by the server",
  "employees.employee_code": "kept beside the key of its normal form",
  "invoices.billing_month": "a month, of one form",
  "onus.reading_no": "made by the server",
  "onus.serial_number": "in the form of its own kind before it is written (onu-serial.rules.ts)",
  "payment_events.event_id":
    "the provider's own; payments are told apart by payment_ref as well, which has a normal form",
  "payment_transactions.receipt_number": "made by tills and by the server",
  "refunds.refund_number": "numbered by the server",
  "tenant_domains.domain": "in its normal form before it is written (normal-domain.ts)",
  "tenants.subdomain": "lower case letters and digits of ASCII alone are taken",
  "tickets.ticket_number": "numbered by the server",
};

test("Every text that is there once is so in its normal form, or it is said why not", async () => {
  const keys = await sql<{ table: string; column: string; type: string }[]>`
    select distinct t.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where i.indisunique and not i.indisprimary and t.relnamespace = current_schema()::regnamespace`;
  const texts = keys.filter(({ type }) => type === "text");
  const tables = new Map(
    AREAS.flatMap((area) => area.resources).map(({ resource }) => [resource.table, resource]),
  );
  // A choice and a month have one form; names are read by people, and two that differ in case may be meant as two.
  const hasOneForm = (table: string, column: string) => {
    const field = tables.get(table)?.fields[column];
    return column === "name" || (field !== undefined && metaOf(field).kind !== "text");
  };
  const unsaid = texts
    .filter(({ table }) => tables.has(table) || table === "users")
    .filter(({ table, column }) => !column.endsWith("_normal") && !hasOneForm(table, column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !Object.hasOwn(AS_WRITTEN, name));
  expect(unsaid).toEqual([]);
  const declared = texts.filter(({ column }) => column.endsWith("_normal"));
  expect(declared.length).toBeGreaterThan(8);
  for (const { table, column } of declared) {
    const field = tables.get(table)?.fields[spelledColumn(column)];
    if (field) expect(metaOf(field), `${table}.${column}`).toMatchObject({ is_key: true });
  }
});

/** Names of fields that the contract gives a normal form, wherever they are declared. */
const NAMED = {
  code: /^(customer_code|employee_code|sku|code|provider)$/,
  text: /^(trx_id|payment_ref|email)$/,
  phone: /^(phone|phone_number)$/,
  serial: /^(onu_serial|serial_number)$/,
} as const;

/** Declared texts of these names that are compared with nothing. */
const COMPARED_WITH_NOTHING: Readonly<Record<string, string>> = {
  "incident_onu.serial_number": "read off its ONU, in that one's form",
  "billing_account.code": "of a system account, made by the program",
  "router.serial_number": "as the device says it",
  "onboarding_request.phone": "of somebody who is no company yet: a person calls it",
  "report_schedule.email": "an address that is written to, as it stands",
};

test("Every field that the contract gives a normal form says which", () => {
  const wrong = AREAS.flatMap((area) => area.resources).flatMap(({ resource }) =>
    fieldsOf(resource).flatMap(([name, { kind, normal, secret, choices }]) => {
      const wanted = Object.entries(NAMED).find(([, names]) => names.test(name))?.[0];
      const place = `${resource.name}.${name}`;
      if (!wanted || kind !== "text" || secret || choices || Object.hasOwn(COMPARED_WITH_NOTHING, place))
        return [];
      return normal === wanted ? [] : [`${place}: ${normal ?? "none"}, not ${wanted}`];
    }),
  );
  expect(wrong).toEqual([]);
});
