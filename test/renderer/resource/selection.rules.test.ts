// Which rows are chosen with Shift: all between the last one touched and this one.
import { expect, test } from "vitest";
import { rowsBetween } from "../../../renderer/kernel/table/selection.ts";

const SHOWN = ["a", "b", "c", "d"];

test("Rows are chosen from the one to the other, both included, upwards as downwards", () => {
  expect(rowsBetween(SHOWN, "b", "d")).toEqual(["b", "c", "d"]);
  expect(rowsBetween(SHOWN, "c", "a")).toEqual(["a", "b", "c"]);
  expect(rowsBetween(SHOWN, "b", "b")).toEqual(["b"]);
});

test("A row is chosen alone where none was touched before, or that one is shown no more", () => {
  expect([rowsBetween(SHOWN, null, "c"), rowsBetween(SHOWN, "z", "c")]).toEqual([["c"], ["c"]]);
});
