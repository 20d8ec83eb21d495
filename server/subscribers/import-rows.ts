// A CSV file of customers, checked: columns by their names, each row by the same schema as POST /customers/.

import {
  CsvError,
  type CsvRow,
  type CsvWriting,
  parseCsv,
  plainNumber,
  writingOf,
} from "../../shared/kernel/csv.ts";
import { isDay } from "../../shared/kernel/day.ts";
import { Failure, type FieldCode } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import { hasLostZero } from "../../shared/kernel/normal/phone.ts";
import { resourceNamed } from "../../shared/kernel/registry.ts";
import { createSchema, fieldsOf } from "../../shared/kernel/resource.ts";
import { customer, type ImportAnswer, MAX_IMPORT_ROWS } from "../../shared/subscribers/index.ts";
import type { Row } from "../kernel/db/db.ts";
import { normalColumn } from "../kernel/db/normal/keys.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { validate } from "../kernel/operation/run-operation.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import { checkFields } from "./customer.ts";

export type RowError = ImportAnswer["errors"][number];

export interface ImportRow {
  line: number;
  /** As POST /customers/ would take it. */
  input: Draft<typeof customer>;
}

/** Far more than customers have fields. */
const MAX_COLUMNS = 200;

const METAS = new Map(fieldsOf(customer));
const UNIQUE = ["username", "customer_code"] as const;
const schema = createSchema(customer).omit({ id: true });

function checkHeader({ line, cells }: CsvRow): RowError[] {
  if (cells.length > MAX_COLUMNS)
    return [fileError(line, "TOO_MANY_COLUMNS", `A file has at most ${MAX_COLUMNS} columns`)];
  const errors: RowError[] = [];
  const refuse = (field: string, code: FieldCode, message: string) =>
    errors.push({ line, field: field.slice(0, 50), code, message });
  for (const [index, name] of cells.entries()) {
    const meta = METAS.get(name);
    if (!meta)
      refuse(name, "UNKNOWN_COLUMN", "Customers have no such field: rename the column or take it out");
    else if (name === "onu")
      refuse(name, "READ_ONLY", "An ONU is found by its serial number: give onu_serial");
    else if (meta.writable === "never")
      refuse(name, "READ_ONLY", "This is kept by the server: take the column out");
    else if (cells.indexOf(name) !== index) refuse(name, "DUPLICATE_COLUMN", "This column is there twice");
  }
  for (const [name, { required }] of METAS)
    if (required && !cells.includes(name)) refuse(name, "REQUIRED", "This column is missing");
  return errors;
}

/** What the cells of reference columns mean: a record's name or its id → its id. */
async function readNames(
  ctx: OperationContext,
  header: readonly string[],
): Promise<Map<string, ReadonlyMap<string, string>>> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const column of header) {
    const { references } = METAS.get(column) ?? {};
    if (!references) continue;
    const table = resourceNamed(references)?.table;
    const records = table
      ? await ctx.tx<{ id: string; name: string }[]>`
          select id, name from ${ctx.tx(table)} where tenant_id = ${ctx.tenant.id}`
      : [];
    names.set(column, new Map(records.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const])));
  }
  return names;
}

/** Days in joined_at are the days' beginnings where the tenant is. */
async function readDays(ctx: OperationContext, header: readonly string[], rows: readonly CsvRow[]) {
  const column = header.indexOf("joined_at");
  const days = [...new Set(rows.map(({ cells }) => cells[column] ?? ""))].filter(isDay);
  if (days.length === 0) return new Map<string, string>();
  const begins = await ctx.tx<{ day: string; at: string }[]>`
    select day, day::timestamp at time zone ${ctx.tenant.settings.timezone} as at
    from jsonb_array_elements_text(${ctx.tx.json(days)}) as day`;
  return new Map(begins.map(({ day, at }) => [day, at]));
}

interface Meanings {
  header: readonly string[];
  names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  days: ReadonlyMap<string, string>;
  writing: CsvWriting;
}

/** One row's fields; an empty cell leaves its field out. */
function toInput(row: CsvRow, { header, names, days, writing }: Meanings, errors: RowError[]): Row {
  const input: Row = {};
  for (const [index, name] of header.entries()) {
    const text = row.cells[index]?.trim() ?? "";
    if (text === "") continue;
    const known = names.get(name);
    const id = known?.get(isId(text) ? text.toLowerCase() : text);
    if (known && id === undefined) {
      const message = `There is no such ${name}: ${text.slice(0, 50)}`;
      errors.push({ line: row.line, field: name, code: "DOES_NOT_EXIST", message });
    } else {
      const { kind } = METAS.get(name) ?? {};
      const meant = kind === "money" || kind === "decimal" ? plainNumber(text, writing) : text;
      input[name] = id ?? (name === "joined_at" ? days.get(text) : undefined) ?? meant;
    }
  }
  return input;
}

/** What POST /customers/ would say to the row; its values as the schema made them. */
function checkRow(
  ctx: OperationContext,
  line: number,
  input: Row,
  errors: RowError[],
): Draft<typeof customer> {
  try {
    const valid = checkFields(validate(schema, input));
    const { discount } = valid;
    return discount === undefined
      ? valid
      : { ...valid, discount: ctx.money(ctx.minor(discount, "discount")) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const told = new Set<string>();
    for (const { field, code, message } of error.errors ?? []) {
      if (told.has(field)) continue;
      told.add(field);
      const missing = input[field] === undefined;
      errors.push({
        line,
        field,
        code: missing ? "REQUIRED" : code,
        message: missing ? "This needs a value" : message,
      });
    }
    return input;
  }
}

/** What another row of the file or a customer of the tenant has already. */
async function findDuplicates(ctx: OperationContext, rows: readonly ImportRow[]): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (const field of UNIQUE) {
    const first = new Map<string, number>();
    for (const { line, input } of rows) {
      const value = input[field];
      if (typeof value !== "string") continue;
      const form = normalText(value);
      const before = first.get(form);
      if (before === undefined) first.set(form, line);
      else errors.push({ line, field, code: "NOT_UNIQUE", message: `The same as in line ${before}` });
    }
    const values = ctx.tx.json([...first.keys()]);
    const taken = await ctx.tx<{ value: string }[]>`
      select ${ctx.tx(normalColumn(field))} as value from customers where tenant_id = ${ctx.tenant.id}
        and ${ctx.tx(normalColumn(field))} in (select jsonb_array_elements_text(${values}))`;
    for (const { value } of taken)
      errors.push({ line: first.get(value) ?? 0, field, code: "NOT_UNIQUE", message: "Already in use" });
  }
  return errors;
}

/** Phone numbers that a spreadsheet may have taken for amounts: the zero before them is gone. */
export function lostZeros(ctx: OperationContext, rows: readonly ImportRow[]): RowError[] {
  const { phone_country } = ctx.tenant.settings;
  const message = "There is no zero before this number: a spreadsheet may have taken it away";
  return rows.flatMap(({ line, input: { phone } }) =>
    typeof phone === "string" && hasLostZero(phone, phone_country)
      ? [{ line, field: "phone", code: "ZERO_LOST" as const, message }]
      : [],
  );
}

/** Addresses that another line of the same router has, in the file or already: the same rule as `keep_addresses_apart`. */
async function findTakenAddresses(ctx: OperationContext, rows: readonly ImportRow[]): Promise<RowError[]> {
  const errors: RowError[] = [];
  const first = new Map<string, { line: number; router: string; ip_address: string }>();
  for (const { line, input } of rows) {
    const { router, ip_address, status } = input;
    if (!router || !ip_address || status === "TERMINATED") continue;
    const place = `${router} ${ip_address}`;
    const before = first.get(place);
    const message = `The same router and address as in line ${before?.line}`;
    if (before) errors.push({ line, field: "ip_address", code: "NOT_UNIQUE", message });
    else first.set(place, { line, router, ip_address });
  }
  const taken = await ctx.tx<{ line: number }[]>`
    select w.line from jsonb_to_recordset(${ctx.tx.json([...first.values()])}) as w(line int, router uuid, ip_address text)
    where exists (select from customers c where c.tenant_id = ${ctx.tenant.id} and c.router = w.router
      and c.ip_address = w.ip_address and c.status <> 'TERMINATED')`;
  const message = "Another line of the router has this address";
  for (const { line } of taken) errors.push({ line, field: "ip_address", code: "NOT_UNIQUE", message });
  return errors;
}

const fileError = (line: number, code: FieldCode, message: string): RowError => ({
  line,
  field: "csv",
  code,
  message,
});

/** The file's rows, or why it can't be read as rows at all. */
function readFile(
  csv: string,
): { header: CsvRow; rows: CsvRow[]; writing: CsvWriting } | { errors: RowError[] } {
  try {
    const writing = writingOf(csv);
    const [header, ...rows] = parseCsv(csv, writing.separator);
    if (!header) return { errors: [fileError(1, "EMPTY", "The file holds no header")] };
    const cells = header.cells.map((name) => name.trim());
    return { header: { ...header, cells }, rows, writing };
  } catch (error) {
    if (error instanceof CsvError) return { errors: [fileError(error.line, "MALFORMED", error.message)] };
    throw error;
  }
}

/** What is wrong with the file as a whole, before any row is looked at. */
function checkFile(header: CsvRow, rows: readonly CsvRow[]): RowError[] {
  const errors = checkHeader(header);
  const surplus = rows[MAX_IMPORT_ROWS];
  if (surplus)
    errors.push(fileError(surplus.line, "TOO_MANY_ROWS", `A file has at most ${MAX_IMPORT_ROWS} rows`));
  return errors;
}

/** All rows of the file with all that is wrong with them, in order of the lines. */
export async function readRows(
  ctx: OperationContext,
  csv: string,
): Promise<{ total: number; rows: ImportRow[]; errors: RowError[] }> {
  const file = readFile(csv);
  if ("errors" in file) return { total: 0, rows: [], errors: file.errors };
  const { header, rows, writing } = file;
  const total = rows.length;
  const errors = checkFile(header, rows);
  if (errors.length > 0) return { total, rows: [], errors };
  const names = await readNames(ctx, header.cells);
  const days = await readDays(ctx, header.cells, rows);
  const read = rows.flatMap((row) => {
    const { line, cells } = row;
    if (cells.length !== header.cells.length) {
      const message = `This row has ${cells.length} cells, the header ${header.cells.length}`;
      errors.push(fileError(line, "CELL_COUNT", message));
      return [];
    }
    const input = toInput(row, { header: header.cells, names, days, writing }, errors);
    return [{ line, input: checkRow(ctx, line, input, errors) }];
  });
  errors.push(...(await findDuplicates(ctx, read)), ...(await findTakenAddresses(ctx, read)));
  return { total, rows: read, errors: errors.sort((a, b) => a.line - b.line) };
}
