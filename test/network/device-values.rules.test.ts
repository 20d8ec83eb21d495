// What devices answer, read: powers of sixteen bits, rows in the order of their numbers, queries of RouterOS.
import { expect, it } from "vitest";
import { decode } from "../../main/network/olt/decode.ts";
import { anyOf } from "../../main/network/routeros/rows.ts";
import { comesAfter } from "../../main/network/snmp/values.ts";

it("A power of sixteen bits keeps its sign, and is read to the hundredth", () => {
  const kind = { kind: "dbm", scales: [{ scale: 0.01 }], int16: true } as const;
  expect([decode(65536 - 1800, kind), decode(65536 - 2745, kind), decode(250, kind)]).toEqual([
    -18, -27.45, 2.5,
  ]);
});

it("Rows of a table come after each other by the numbers of their index, not by their texts", () => {
  expect([comesAfter("1.3.10", "1.3.9"), comesAfter("1.3.9", "1.3.10")]).toEqual([true, false]);
  expect([comesAfter("1.3.9.1", "1.3.9"), comesAfter("1.3.9", "1.3.9")]).toEqual([true, false]);
});

it("A query of several words asks for the rows of which one holds", () => {
  expect([anyOf(["=name=a"]), anyOf(["=name=a", "=name=b"]), anyOf(["=a", "=b", "=c"])]).toEqual([
    ["=name=a"],
    ["=name=a", "=name=b", "#|"],
    ["=a", "=b", "=c", "#||"],
  ]);
});
