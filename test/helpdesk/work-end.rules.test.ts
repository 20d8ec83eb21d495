// What a technician types at the end of a job, on a phone's keyboard and in a hurry.
import { expect, it } from "vitest";
import { missingOf, typedPower } from "../../renderer/helpdesk/technician-day/end.rules.ts";

const END = { notes: "New connector", signed_by: "", left: false, why: "" };
const SHOWN = { rx_before_dbm: null, rx_after_dbm: null, photos: 0 };

it("A power is read with a point and with a comma, with its sign and without, in digits of either script", () => {
  for (const text of ["28.75", "-28,75", "− 28,75", "28.75 dBm", "২৮.৭৫", " –28٫75dbm "])
    expect(typedPower(text), text).toBe(-28.75);
  expect(typedPower("0")).toBe(0);
});

it("Nothing typed is no power, and what can't be read is told from it", () => {
  expect(typedPower("  ")).toBe(null);
  for (const text of ["28.755", "1.234,5", "weak", "-", "dBm", "283"])
    expect(typedPower(text), text).toBe("UNREADABLE");
});

it("A job is not finished while a power stands there that can't be read, whether a template asks for one or none", () => {
  expect([...missingOf(null, END, SHOWN)]).toEqual([]);
  expect([...missingOf(null, END, { ...SHOWN, rx_after_dbm: typedPower("28.755") })]).toEqual([
    "rx_after_dbm",
  ]);
  expect([...missingOf(null, END, { ...SHOWN, rx_before_dbm: typedPower("weak") })]).toEqual([
    "rx_before_dbm",
  ]);
});
