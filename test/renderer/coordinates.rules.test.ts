// A place as it is typed or pasted, and how a form's fields stand.
import { expect, test } from "vitest";
import { addressText, apart, coordinatesText, readCoordinates } from "../../renderer/helpdesk/coordinates.ts";
import { laidOut } from "../../renderer/kernel/resource/form/laid-out.ts";
import { task } from "../../shared/helpdesk/index.ts";

const location = task.fields.location;

test("An address is read with its area once, whether it names it itself or not", () => {
  expect(addressText({ address: "House 7, Road 6, Mirpur 10", area: "mirpur 10" })).toBe(
    "House 7, Road 6, Mirpur 10",
  );
  expect(addressText({ address: "House 7, Road 6", area: "Kafrul" })).toBe("House 7, Road 6, Kafrul");
  expect(addressText({ address: null, area: "Kafrul" })).toBe("Kafrul");
  expect(addressText({ address: null, area: null })).toBe("");
});

test("A place that is typed becomes numbers, in the reader's digits and with a comma too; half a place is refused", () => {
  expect(coordinatesText({ latitude: "", longitude: " " })).toBe("");
  expect(JSON.parse(coordinatesText({ latitude: "23.81", longitude: "৯০.৪১" }))).toEqual({
    latitude: 23.81,
    longitude: 90.41,
  });
  const typed = (latitude: string, longitude: string) =>
    location.safeParse(JSON.parse(coordinatesText({ latitude, longitude }))).success;
  expect(typed("23,5", "-90.25")).toBe(true);
  expect(typed("23.5", "")).toBe(false);
  expect(typed("91", "10")).toBe(false);
  expect(readCoordinates(coordinatesText({ latitude: "23.5", longitude: "90" }))).toEqual({
    latitude: "23.5",
    longitude: "90",
  });
});

test("Two numbers that are pasted into one field are taken apart; one number, also with a comma, stays where it is", () => {
  const before = { latitude: "x", longitude: "y" };
  expect(apart("23.81234, 90.41234", before)).toEqual({ latitude: "23.81234", longitude: "90.41234" });
  expect(apart("23,81", before)).toBe(before);
  expect(apart("23.81", before)).toBe(before);
});

test("A text that would stand alone in its row takes the whole of it, and boxes to tick stand together below", () => {
  const kinds: Record<string, string> = { a: "text", b: "prose", c: "text", d: "flag", e: "date", f: "flag" };
  const parts = laidOut(Object.keys(kinds), (name) => kinds[name] ?? "");
  expect(parts.map((part) => part.map(({ name, full }) => `${name}${full ? " full" : ""}`))).toEqual([
    ["a full", "b full", "c", "e"],
    ["d", "f"],
  ]);
});
