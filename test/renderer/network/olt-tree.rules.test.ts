// The tree of OLTs, ports and ONUs: what is shown of it, in which order, and what a port is called.
import { expect, test } from "vitest";
import { conditionOf } from "../../../renderer/network/olt/onu-condition.ts";
import { isPortDown, type TreeRow, treeRows } from "../../../renderer/network/olt/tree/tree-rows.ts";
import type { Olt, Onu } from "../../../shared/network/index.ts";

const olt = (id: string, name: string) => ({ id, name }) as Olt;
const onu = (id: string, of: string, pon_port: string, onu_index: number, more: Partial<Onu> = {}) =>
  ({
    ...{ id, olt: of, pon_port, onu_index, customer: null, serial_number: id },
    ...{ status: "ONLINE", signal: "GOOD", rx_power_dbm: -20 },
    ...more,
  }) as Onu;

const olts = [olt("b", "OLT 10"), olt("a", "OLT 9")];
const onus = [
  onu("a1", "a", "0/1/10", 2),
  onu("a2", "a", "0/1/10", 1, { signal: "WEAK", rx_power_dbm: -26 }),
  onu("a3", "a", "0/1/9", 1, { status: "LOS", signal: "NONE", rx_power_dbm: null }),
  onu("b1", "b", "0/1/1", 1),
];
const everything = { opened: new Set(["a", "b", "a 0/1/9", "a 0/1/10"]), only_trouble: false, isFound: null };
const keys = (rows: readonly TreeRow[]) => rows.map(({ key }) => key);

test("Closed OLTs are one row each, in the order of their numbers", () => {
  const rows = treeRows(olts, [], { ...everything, opened: new Set() });
  expect(keys(rows)).toEqual(["a", "b"]);
});

test("Opened rows show their ports and ONUs in order, and a closed port none", () => {
  expect(keys(treeRows(olts, onus, everything))).toEqual([
    ...["a", "a 0/1/9", "a3", "a 0/1/10", "a2", "a1"],
    ...["b", "b 0/1/1"],
  ]);
});

test("Only those in trouble are listed where that is asked for, and the port is told whole", () => {
  const rows = treeRows(olts, onus, { ...everything, only_trouble: true });
  expect(keys(rows)).toEqual(["a", "a 0/1/9", "a3", "a 0/1/10", "a2", "b"]);
  expect(rows[3]).toMatchObject({ total: 2, online: 2, weak: 1, weakest_dbm: -26 });
});

test("What is looked for is shown opened, and nothing else", () => {
  const isFound = ({ id }: Onu) => id === "b1";
  expect(keys(treeRows(olts, onus, { ...everything, opened: new Set(), isFound }))).toEqual([
    "b",
    "b 0/1/1",
    "b1",
  ]);
});

test("A port is down with three lost of five, not with two of two", () => {
  const lost = (n: number, of: number) =>
    Array.from({ length: of }, (_, at) => onu(`x${at}`, "a", "0/1/1", at, at < n ? { status: "LOS" } : {}));
  const port = (all: Onu[]) => treeRows([olt("a", "A")], all, everything)[1];
  for (const [n, of, expected] of [
    [3, 5, true],
    [2, 2, false],
    [3, 10, false],
  ] as const) {
    const row = port(lost(n, of));
    expect(row?.kind === "port" && isPortDown(row)).toBe(expected);
  }
});

test("An ONU's condition is what took it down, else its light", () => {
  expect(conditionOf({ status: "DYING_GASP", signal: "NONE" })).toBe("DYING_GASP");
  expect(conditionOf({ status: "ONLINE", signal: "CRITICAL" })).toBe("CRITICAL");
  expect(conditionOf({ status: "ONLINE", signal: "NONE" })).toBe("UP");
});
