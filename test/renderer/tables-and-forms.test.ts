// Lists and forms: order, CSV that no spreadsheet runs, bodies and errors from the declaration.
import { expect, test } from "vitest";
import { meantName, typedOn } from "../../renderer/kernel/form/choice-keys.ts";
import { recordShape } from "../../renderer/kernel/form/form-shape.ts";
import { bodyOf, errorsOf, formValues } from "../../renderer/kernel/form/form-values.ts";
import { tenantFormat } from "../../renderer/kernel/money-format.ts";
import { type Column, csvOf, sorted } from "../../renderer/kernel/table/columns.ts";
import { customer } from "../../shared/subscribers/index.ts";

interface Row {
  name: string;
  due: bigint | null;
}

const columns: Column<Row>[] = [
  { id: "name", header: "Name", width: 100, value: ({ name }) => name },
  { id: "due", header: "Due, now", width: 100, value: ({ due }) => due },
];
const rows: Row[] = [
  { name: "Ünal", due: 5n },
  { name: "abdul 10", due: null },
  { name: "Abdul 9", due: 70n },
];

test("Order is the reader's, numbers within words count, and what has no value stays last", () => {
  const names = (sort: { id: string; desc: boolean }) =>
    sorted(rows, columns, sort, "en").map(({ name }) => name);
  expect(names({ id: "name", desc: false })).toEqual(["Abdul 9", "abdul 10", "Ünal"]);
  expect(names({ id: "due", desc: false })).toEqual(["Ünal", "Abdul 9", "abdul 10"]);
  expect(names({ id: "due", desc: true })).toEqual(["Abdul 9", "Ünal", "abdul 10"]);
  expect(sorted(rows, columns, null, "en")).toBe(rows);
});

test("CSV quotes what must be, and a formula from outside is text", () => {
  const nasty: Row[] = [
    { name: '=HYPERLINK("http://x")', due: -5n },
    { name: "two\nlines", due: null },
  ];
  expect(csvOf(nasty, columns, { timezone: "UTC", decimal: "." })).toBe(
    '\ufeffName,"Due, now"\r\n"\'=HYPERLINK(""http://x"")",-5\r\n"two\nlines",\r\n',
  );
});

test("A file's times are those of the tenant's clock, so that its days are those of the receipts", () => {
  const at: Column<string> = { id: "at", header: "Received", width: 100, value: (row) => row };
  expect(
    csvOf(["2026-11-26T19:37:11.095Z", "2026-11-26"], [at], { timezone: "Asia/Dhaka", decimal: "." }),
  ).toBe("\ufeffReceived\r\n2026-11-27 01:37:11\r\n2026-11-26\r\n");
});

test("Where decimals follow a comma, cells are separated by semicolons; a code that looks like a number stays", () => {
  const sums: Column<Row> = {
    id: "due",
    header: "Due",
    width: 90,
    value: (row) => row.due,
    text: () => "-12.50",
  };
  const code: Column<Row> = { id: "code", header: "Code", width: 90, value: (row) => row.name };
  expect(csvOf([{ name: "12.05", due: 1n }], [code, sums], { timezone: "UTC", decimal: "," })).toBe(
    '\ufeffCode;Due\r\n12.05;"-12,50"\r\n',
  );
});

const BDT = tenantFormat({ currency: "BDT", locale: "bn-BD" }, "en");
const { fields, schema } = recordShape(customer, true);
const names = ["name", "username", "phone", "email", "password", "discount", "latitude"];

test("A new record's body holds what was given; an edit's only what changed", () => {
  const empty = formValues(fields, names, null, BDT);
  expect(empty.discount).toBe("0");
  const given = {
    ...empty,
    name: " Rahima ",
    username: "rahima",
    phone: "০১৭",
    discount: "1,000.50",
    latitude: "২৩.৭",
  };
  expect(bodyOf(fields, given, null, BDT)).toEqual({
    name: "Rahima",
    username: "rahima",
    phone: "০১৭",
    discount: "1000.50",
    latitude: "23.7",
  });
  const known = { name: "Rahima", email: "r@x.example", password: "never shown" };
  const before = formValues(fields, names, known, BDT);
  expect(before.password).toBe("");
  expect(bodyOf(fields, { ...before, email: "" }, before, BDT)).toEqual({ email: null });
  expect(bodyOf(fields, { ...before, password: "fresh" }, before, BDT)).toEqual({ password: "fresh" });
});

test("A decimal that is none in the tenant's way of writing is refused at its field, not changed", () => {
  const given = { name: "A", username: "a", phone: "1", discount: "12,5" };
  for (const discount of ["12,5", "1.200", "a"]) {
    const body = bodyOf(fields, { ...given, discount }, null, BDT);
    expect(Object.keys(errorsOf(schema, body)), discount).toEqual(["discount"]);
  }
  const comma = tenantFormat({ currency: "UAH", locale: "uk-UA", decimal_separator: "," }, "en");
  expect(bodyOf(fields, given, null, comma).discount).toBe("12.50");
  expect(formValues(fields, ["discount"], { discount: "12.50" }, comma).discount).toBe("12,50");
});

test("The declaration's own rules are the form's errors, by code and limit", () => {
  expect(errorsOf(schema, { name: "A", username: "a b", phone: "1" })).toEqual({
    username: { code: "INVALID", says: "No spaces" },
  });
  expect(errorsOf(schema, { name: "", phone: "1".repeat(50) })).toEqual({
    name: { code: "REQUIRED", limit: 1 },
    username: { code: "REQUIRED" },
    phone: { code: "TOO_LONG", limit: 40 },
  });
  expect(errorsOf(recordShape(customer, false).schema, { email: "r@x.example" })).toEqual({});
});

test("A letter chooses the next value that begins with it, a word the one that begins so", () => {
  const leaves = ["Casual", "Sick", "Annual", "Unpaid", "Study", "Sabbatical"];
  const chosen = (from: number, typed: string) => leaves[meantName(leaves, from, typed)];
  expect(["s", "S", "u", "x"].map((letter) => chosen(-1, letter))).toEqual([
    "Sick",
    "Sick",
    "Unpaid",
    undefined,
  ]);
  expect([chosen(1, "s"), chosen(4, "ss"), chosen(5, "sss")]).toEqual(["Study", "Sabbatical", "Sick"]);
  expect([chosen(1, "st"), chosen(4, "st"), chosen(4, "sab")]).toEqual(["Study", "Study", "Sabbatical"]);
  expect(meantName([], -1, "s")).toBe(-1);
  const s = typedOn({ text: "", at: 0 }, "s", 5_000);
  expect([typedOn(s, "t", 5_400).text, typedOn(s, "t", 6_500).text]).toEqual(["st", "t"]);
});
