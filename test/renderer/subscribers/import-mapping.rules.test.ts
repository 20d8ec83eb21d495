// A file of customers in anybody's words, as the import reads it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { customersOf, fileOf, meantBy } from "../../../renderer/subscribers/import/cells.rules.ts";
import { fileText } from "../../../renderer/subscribers/import/file-text.rules.ts";
import {
  giveAll,
  leaveOut,
  mend,
  takeTable,
  useImport,
} from "../../../renderer/subscribers/import/import-store.ts";
import { guessColumns, readTable } from "../../../renderer/subscribers/import/mapping.rules.ts";
import { preparedOf, readingOf } from "../../../renderer/subscribers/import/prepared.rules.ts";
import { rowsTold } from "../../../renderer/subscribers/import/problems.rules.ts";
import { parseCsv } from "../../../shared/kernel/csv.ts";

const reading = {
  locale: "en-GB",
  today: "2026-11-22",
  decimal: "." as const,
  choiceNames: (_name: string, value: string) => (value === "ACTIVE" ? ["Active", "সক্রিয়"] : []),
};
const label = (name: string) => ({ phone: "Phone number", username: "Username" })[name] ?? name;

test("Headers of other systems are recognised, each field once, and an unknown one is left out", () => {
  const header = [
    "Client Name",
    "Mobile No.",
    "PPPoE user",
    "Zone",
    "Plan",
    "Valid till",
    "Shoe size",
    "Phone",
  ];
  expect(guessColumns(header, label)).toEqual([
    "name",
    "phone",
    "username",
    "area",
    "package",
    "expiry_date",
    null,
    null,
  ]);
  expect(guessColumns(["নাম", "মোবাইল"], label)).toEqual(["name", "phone"]);
});

test("Cells pasted from a spreadsheet, and a file with semicolons, are the same table as one with commas", () => {
  const table = {
    header: ["Name", "Phone"],
    rows: [
      ["Karim", "0171"],
      ["Rahim, Jr.", "0172"],
    ],
    numbers: [2, 3],
  };
  expect(readTable("Name\tPhone\nKarim\t0171\nRahim, Jr.\t0172\n")).toEqual(table);
  expect(readTable("Name;Phone\r\nKarim;0171\r\nRahim, Jr.;0172")).toEqual(table);
  expect(readTable('Name,Phone\nKarim,0171\n"Rahim, Jr.",0172')).toEqual(table);
});

test("Days, amounts, choices and Bengali digits are read as people write them, and what is not understood stays as it is", () => {
  expect(meantBy("expiry_date", "5/12/2026", reading)).toBe("2026-12-05");
  expect(meantBy("expiry_date", "12/31/2026", reading)).toBe("2026-12-31");
  expect(meantBy("expiry_date", "31/12/2026", { ...reading, locale: "en-US" })).toBe("2026-12-31");
  expect(meantBy("expiry_date", "someday", reading)).toBe("someday");
  expect(meantBy("discount", "1,200.50", reading)).toBe("1200.50");
  expect(meantBy("status", "active", reading)).toBe("ACTIVE");
  expect(meantBy("status", "সক্রিয়", reading)).toBe("ACTIVE");
  expect(meantBy("phone", "০১৭১১", reading)).toBe("01711");
});

test("A line that the server complains of is the row of the table that it came from, also where cells have several lines", () => {
  const text = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "\n", '"', ",", " ") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (names) => {
      const rows = names.map((name, at) => ({ name: `x${name}`, username: `u${at}`, phone: "1" }));
      const { csv, rowAt } = fileOf(rows, { package: "Home 20" });
      const [header, ...lines] = parseCsv(csv);
      expect(header?.cells).toEqual(["name", "username", "phone", "package"]);
      expect(lines.map(({ line }) => rowAt(line))).toEqual(rows.map((_, at) => at));
      expect(lines.map(({ cells }) => cells[3])).toEqual(rows.map(() => "Home 20"));
    }),
  );
});

test.each([
  ["12,500", ",", "fr-TN", "12.500"],
  ["12.500", ",", "fr-TN", "12500"],
  ["1 234,5", ",", "fr-TN", "1234.5"],
  ["1.234,50", ",", "de-DE", "1234.50"],
  ["1,250.50", ".", "en-GB", "1250.50"],
  ["12,5", ".", "en-GB", "12,5"],
  ["১২৫০", ".", "bn-BD", "1250"],
] as const)("An amount of %s, where decimals follow %j, in %s is %s", (cell, decimal, locale, meant) => {
  expect(meantBy("discount", cell, { ...reading, locale, decimal })).toBe(meant);
});

test("A coordinate has a sign, and the decimals of the company's writing", () => {
  expect(meantBy("latitude", "-23,81", { ...reading, locale: "de-DE", decimal: "," })).toBe("-23.81");
});

test("A column that was left out reaches no customer", () => {
  const table = readTable("Name,Secret note\nKarim,do not send");
  expect(customersOf(table, ["name", null], reading)).toEqual([{ name: "Karim" }]);
});

test("A table is read once, however many rows of the page ask for it and whatever is typed into them", () => {
  const table = readTable(
    ["Name,Status", ...Array.from({ length: 50 }, (_, n) => `C${n},Active`)].join("\n"),
  );
  let read = 0;
  const names = (_name: string, value: string) => {
    read += 1;
    return value === "ACTIVE" ? ["Active"] : [];
  };
  const asked = () => preparedOf(useImport.getState(), readingOf("en-IN", "2026-11-22", ".", names));
  takeTable(table, ["name", "status"]);
  const [first, ...others] = Array.from({ length: 100 }, asked);
  const once = read;
  expect(once).toBeGreaterThanOrEqual(50);
  expect(others.every((one) => one === first)).toBe(true);
  for (const typed of ["K", "Ka", "Kar"]) {
    mend([3], "name", typed);
    expect(asked().all[3]).toEqual({ name: typed, status: "ACTIVE" });
  }
  leaveOut([0]);
  expect([asked().rows.length, asked().places[0], read]).toEqual([49, 1, once]);
});

test("What the server tells of lines is told of the table's rows, past those left out and cells of several lines", () => {
  takeTable(
    readTable('Name,Phone,Notes\nLeft,01711000001,\nFirst,1711000002,"two\nlines"\nSecond,1711000003,'),
    ["name", "phone", "notes"],
  );
  leaveOut([0]);
  const { rows, places, forAll } = preparedOf(
    useImport.getState(),
    readingOf("en-IN", reading.today, ".", reading.choiceNames),
  );
  const { csv, rowAt } = fileOf(rows, forAll);
  expect(csv.trimEnd().split("\n")).toHaveLength(4);
  const placeAt = (line: number) => places[rowAt(line)];
  expect(rowsTold([{ line: 2 }, { line: 4 }, { line: 1 }], placeAt)).toEqual([2, 3]);
});

const daysOf = (locale: string, ...cells: string[]) =>
  customersOf(readTable(["Valid until", ...cells].join("\n")), ["expiry_date"], { ...reading, locale }).map(
    ({ expiry_date }) => expiry_date,
  );

test("A column has one order of day and month: that in which its cells are days, else that of the office", () => {
  expect(daysOf("en-IN", "03/04/2027", "03/25/2027")).toEqual(["2027-03-04", "2027-03-25"]);
  expect(daysOf("en-US", "03/04/2027", "25/03/2027")).toEqual(["2027-04-03", "2027-03-25"]);
  expect(daysOf("en-IN", "03/04/2027", "05/06/2027")).toEqual(["2027-04-03", "2027-06-05"]);
  expect(daysOf("en-US", "03/04/2027", "05/06/2027")).toEqual(["2027-03-04", "2027-05-06"]);
});

test("Where no order fits a whole column, the cells that are no day in the column's order stay to be mended", () => {
  expect(daysOf("en-IN", "25/03/2027", "03/25/2027", "03/26/2027", "soon", "2027-01-31")).toEqual([
    "25/03/2027",
    "2027-03-25",
    "2027-03-26",
    "soon",
    "2027-01-31",
  ]);
});

test("What is typed into a wrong row, or for all, is read as a cell of the file is", () => {
  const table = readTable("Name,Valid until,Status\nKarim,31-31-2027,gone\nRahim,soon,Active");
  const asked = () =>
    preparedOf(useImport.getState(), readingOf("en-IN", reading.today, ".", reading.choiceNames));
  takeTable(table, ["name", "expiry_date", "status"]);
  mend([0], "expiry_date", "31.12.2026");
  mend([1], "expiry_date", "31/01/2027");
  mend([0], "status", "সক্রিয়");
  giveAll("promise_date", "5/12/2026");
  expect(asked().rows).toEqual([
    { name: "Karim", expiry_date: "2026-12-31", status: "ACTIVE" },
    { name: "Rahim", expiry_date: "2027-01-31", status: "ACTIVE" },
  ]);
  expect(fileOf(asked().rows, asked().forAll).csv).toContain("2026-12-05");
});

test("A row keeps the number that the spreadsheet gives it, after empty rows and rows of several lines", () => {
  expect(readTable("Name,Phone\nA,1\n\n\nB,2\n").numbers).toEqual([2, 5]);
  expect(readTable('\nName,Phone\n"A\nof two lines",1\nB,2').numbers).toEqual([3, 4]);
});

test("A file is read in the letters that it was saved in, and says where they had to be guessed", () => {
  const saved = (encoding: BufferEncoding, text: string) =>
    Uint8Array.from(Buffer.from(text, encoding)).buffer;
  const text = "Name\nJosé Muñoz";
  expect(fileText(saved("utf8", text))).toEqual({ text, guessed: false });
  expect(fileText(saved("utf8", `\ufeff${text}`))).toEqual({ text, guessed: false });
  expect(fileText(saved("utf16le", `\ufeff${text}`))).toEqual({ text, guessed: false });
  expect(fileText(saved("latin1", text))).toEqual({ text, guessed: true });
  expect(fileText(new ArrayBuffer(0))).toEqual({ text: "", guessed: false });
});
