// CSV: what a spreadsheet makes of our files.
import { expect, it } from "vitest";
import {
  csvFigures,
  csvLine,
  csvWriting,
  PLAIN_CSV,
  parseCsv,
  plainNumber,
  writingOf,
} from "../../shared/kernel/csv.ts";

it("A text that a spreadsheet would run is kept from it, whatever the sign is written like", () => {
  for (const text of [
    "=1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\uFF1D1+1",
    "\uFF20x",
    "+cmd",
    "-cmd",
    "\uFF0Bcmd",
    "\uFF0Dcmd",
  ])
    expect(csvLine([text], PLAIN_CSV).replaceAll('"', ""), JSON.stringify(text)).toMatch(/^'/);
  for (const text of ["-12.50", "+880 1711-000000", "Anika", "12"])
    expect(csvLine([text], PLAIN_CSV), text).toBe(`${text}\r\n`);
});

it("A cell with a separator of any country is quoted, so that it stays one cell", () => {
  expect(csvLine(["x;=1+1", "a\tb", "a,b", 'a"b'], PLAIN_CSV)).toBe('"x;=1+1","a\tb","a,b","a""b"\r\n');
});

it("What was written is read back as it was", () => {
  const cells = ["x;=1+1", "=1", "\n=1", "\uFF1D1", "a\tb", "plain", 'q"q', "line\r\nbreak", "'quoted"];
  expect(parseCsv(csvLine(cells, PLAIN_CSV))[0]?.cells).toEqual(cells);
});

it("Where the comma is the decimal sign, semicolons separate cells and numbers have the comma; the file says so itself", () => {
  const cells = ["1234.50", "-0.25", 12, "12", "10.0.0.1", "2026-11-28", "a;b", "=1", "1,5", null];
  const german = csvWriting(",");
  const file = csvLine(["code", "sum"], german) + csvFigures(cells, german);
  expect(csvFigures(cells, german)).toBe('"1234,50";"-0,25";12;12;10.0.0.1;2026-11-28;"a;b";\'=1;"1,5";\r\n');
  expect(writingOf(file)).toEqual(german);
  const read = parseCsv(file, ";")[1]?.cells ?? [];
  expect(read.slice(0, 2).map((text) => plainNumber(text, german))).toEqual(["1234.50", "-0.25"]);
  for (const plain of [".", undefined])
    expect(csvFigures(cells, csvWriting(plain)), String(plain)).toBe(csvLine(cells, PLAIN_CSV));
});
