// CSV: what a spreadsheet makes of our files.
import { expect, it } from "vitest";
import { csvLine, parseCsv } from "../../shared/kernel/csv.ts";

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
    expect(csvLine([text]).replaceAll('"', ""), JSON.stringify(text)).toMatch(/^'/);
  for (const text of ["-12.50", "+880 1711-000000", "Anika", "12"])
    expect(csvLine([text]), text).toBe(`${text}\r\n`);
});

it("A cell with a separator of any country is quoted, so that it stays one cell", () => {
  expect(csvLine(["x;=1+1", "a\tb", "a,b", 'a"b'])).toBe('"x;=1+1","a\tb","a,b","a""b"\r\n');
});

it("What was written is read back as it was", () => {
  const cells = ["x;=1+1", "=1", "\n=1", "\uFF1D1", "a\tb", "plain", 'q"q', "line\r\nbreak", "'quoted"];
  expect(parseCsv(csvLine(cells))[0]?.cells).toEqual(cells);
});
