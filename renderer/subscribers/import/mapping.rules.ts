// A file of customers in anybody's words, brought to the columns that the import takes: which column is which, what cells mean. Pure.
import { CsvError, type CsvSeparator, csvLine, parseCsv } from "../../../shared/kernel/csv.ts";
import { type Day, isDay } from "../../../shared/kernel/day.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { typedDay } from "../../kernel/form/day-text.ts";
import { plainDigits } from "../../kernel/money-format.ts";

export type CustomerField = keyof typeof customer.fields & string;

/** The fields that a file may fill, the needed ones first. */
export const IMPORTED: readonly CustomerField[] = fieldsOf(customer)
  .filter(([name, { writable, kind }]) => writable !== "never" && kind !== "json" && name !== "onu")
  .map(([name]) => name as CustomerField);

export const isNeeded = (name: CustomerField): boolean => metaOf(customer.fields[name]).required;

/** What other systems call a field; compared without spaces, signs and case. */
const OTHER_NAMES: Partial<Record<CustomerField, readonly string[]>> = {
  name: ["customername", "fullname", "subscriber", "client", "clientname", "নাম", "গ্রাহকেরনাম"],
  username: ["user", "login", "pppoe", "pppoeusername", "pppoeuser", "pppoename", "userid", "ইউজারনেম"],
  password: ["secret", "pppoepassword", "pass", "পাসওয়ার্ড"],
  phone: ["mobile", "mobileno", "phoneno", "phonenumber", "contact", "cell", "msisdn", "ফোন", "মোবাইল"],
  customer_code: ["code", "id", "clientcode", "clientid", "customerid", "accountno", "কোড"],
  email: ["mail", "emailaddress"],
  address: ["fulladdress", "homeaddress", "location", "ঠিকানা"],
  area: ["zone", "subzone", "neighbourhood", "এলাকা"],
  national_id: ["nid", "nationalid", "idcard"],
  package: ["plan", "profile", "packagename", "bandwidth", "প্যাকেজ"],
  router: ["nas", "server", "mikrotik", "রাউটার"],
  expiry_date: ["expiry", "expires", "expiredate", "expirydate", "validtill", "validuntil", "মেয়াদ"],
  joined_at: ["joined", "joindate", "joiningdate", "created", "connectiondate", "since"],
  ip_address: ["ip", "staticip", "framedip"],
  mac_address: ["mac", "callerid"],
  onu_serial: ["onu", "onusn", "onuserial", "serial", "sn", "gponsn"],
  connection_type: ["type", "service", "connection"],
  discount: ["monthlydiscount"],
  notes: ["note", "remark", "remarks", "comment", "comments"],
};

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, "");

/** Which field each column of a header is meant to be; null: none that is known. Each field is taken once. */
export function guessColumns(
  header: readonly string[],
  labelOf: (name: CustomerField) => string,
): (CustomerField | null)[] {
  const taken = new Set<CustomerField>();
  const names = IMPORTED.map((field) => ({
    field,
    names: new Set([field, labelOf(field), ...(OTHER_NAMES[field] ?? [])].map(plain)),
  }));
  return header.map((title) => {
    const found = names.find(({ field, names }) => !taken.has(field) && names.has(plain(title)));
    if (found) taken.add(found.field);
    return found?.field ?? null;
  });
}

const SEPARATORS: readonly CsvSeparator[] = [",", ";", "\t"];

/** A table as it was pasted or read from a file. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads a file, or cells pasted from a spreadsheet; what separates them is what the first line has most of.
 * @throws CsvError where it is no table.
 */
export function readTable(text: string): Table {
  const [first = ""] = text.split(/\r\n|\n|\r/, 1);
  const counted = SEPARATORS.map((separator) => ({ separator, n: first.split(separator).length }));
  const { separator } = counted.reduce((most, one) => (one.n > most.n ? one : most));
  const [header, ...rows] = parseCsv(text, separator);
  if (!header) throw new CsvError(1);
  const width = header.cells.length;
  const even = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, at) => (cells[at] ?? "").trim());
  return { header: even(header.cells), rows: rows.map(({ cells }) => even(cells)) };
}

export interface Reading {
  readonly locale: string;
  readonly today: Day;
  /** What a choice's values are called, in every language that a file may be in. */
  readonly choiceNames: (name: CustomerField, value: string) => readonly string[];
}

const DAY_FIRST = "en-GB";
const MONTH_FIRST = "en-US";

/** What a cell means in the words of the API; what is not understood is left for the server to name. */
export function meantBy(name: CustomerField, cell: string, { locale, today, choiceNames }: Reading): string {
  const { kind, choices = [] } = metaOf(customer.fields[name]);
  const text = cell.trim();
  if (text === "") return "";
  if (kind === "date" || kind === "instant") {
    if (isDay(text)) return text;
    // 31/12 is a day in any order: a file from elsewhere is not written in this computer's.
    return (
      typedDay(text, locale, today) ??
      typedDay(text, DAY_FIRST, today) ??
      typedDay(text, MONTH_FIRST, today) ??
      text
    );
  }
  if (kind === "money" || kind === "decimal") return plainDigits(text).replaceAll(/[\s,](?=\d{3}\b)/g, "");
  if (kind === "choice") {
    const is = (value: string) =>
      [value, ...choiceNames(name, value)].some((one) => plain(one) === plain(text));
    return choices.find(is) ?? text;
  }
  return name === "phone" ? plainDigits(text) : text;
}

export type Row = Readonly<Partial<Record<CustomerField, string>>>;

/** The rows of a table as customers. */
export function customersOf(
  { rows }: Table,
  columns: readonly (CustomerField | null)[],
  reading: Reading,
): Row[] {
  return rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((name, at) => (name ? [[name, meantBy(name, cells[at] ?? "", reading)] as const] : [])),
    ),
  );
}

/** The file as the server takes it, and of which row each of its lines tells. */
export function fileOf(rows: readonly Row[], forAll: Row): { csv: string; rowAt: (line: number) => number } {
  const names = IMPORTED.filter((name) => isNeeded(name) || forAll[name] || rows.some((row) => row[name]));
  const lines = rows.map((row) => csvLine(names.map((name) => row[name] || forAll[name] || "")));
  const begins: number[] = [];
  let line = 2;
  for (const text of lines) {
    begins.push(line);
    line += text.match(/\n/g)?.length ?? 1;
  }
  return {
    csv: csvLine(names) + lines.join(""),
    rowAt: (at) => begins.findLastIndex((begin) => begin <= at),
  };
}
