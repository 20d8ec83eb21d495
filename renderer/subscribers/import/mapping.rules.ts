// A file of customers in anybody's words, brought to the columns that the import takes: which column is which. Pure.
import { CsvError, parseCsv, separatorOf } from "../../../shared/kernel/csv.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { customer } from "../../../shared/subscribers/index.ts";

export type CustomerField = keyof typeof customer.fields & string;

/** The fields that a file may fill, the needed ones first. */
export const IMPORTED: readonly CustomerField[] = fieldsOf(customer)
  .filter(([name, { writable, kind }]) => writable !== "never" && kind !== "json" && name !== "onu")
  .map(([name]) => name as CustomerField);

export const isNeeded = (name: CustomerField): boolean => metaOf(customer.fields[name]).required;

/** What other systems call a field. */
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

/** A name as it is compared: without spaces, signs and case. */
export const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, "");

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

/** A table as it was pasted or read from a file. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of each row as a spreadsheet counts: the header and empty rows are counted, and a row of several lines is one. */
  readonly numbers: readonly number[];
}

/**
 * Reads a file, or cells pasted from a spreadsheet.
 * @throws CsvError where it is no table.
 */
export function readTable(text: string): Table {
  const [header, ...rows] = parseCsv(text, separatorOf(text));
  if (!header) throw new CsvError(1);
  const width = header.cells.length;
  const even = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, at) => (cells[at] ?? "").trim());
  return {
    header: even(header.cells),
    rows: rows.map(({ cells }) => even(cells)),
    numbers: rows.map(({ row }) => row),
  };
}
