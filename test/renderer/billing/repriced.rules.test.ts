// Whom a package's form says that a new price reaches, and from when.
import { expect, test } from "vitest";
import { type Payer, repricedBy } from "../../../renderer/billing/package/repriced.ts";

const TODAY = "2026-12-15";
const payer = (id: string, more: Partial<Payer> = {}): Payer => ({
  ...{ id, package: "p", status: "ACTIVE", expiry_date: null },
  ...more,
});
const of = (customers: readonly Payer[], billed: readonly string[] = []) =>
  repricedBy("p", customers, { today: TODAY, billed: new Set(billed) });

test("Each pays it from their next period on: after paid days, after the month's bill, else at once", () => {
  const people = [
    payer("a", { expiry_date: "2026-12-15" }),
    payer("b", { expiry_date: "2027-02-28" }),
    payer("c", { expiry_date: "2026-12-14" }),
    payer("d"),
    payer("e"),
  ];
  expect(of(people, ["d", "b"])).toEqual({
    ...{ customers: 5, at_once: 2 },
    ...{ first: "2026-12-16", last: "2027-03-01" },
  });
});

test("Who left or has another package is not counted", () => {
  const people = [payer("a", { status: "TERMINATED" }), payer("b", { package: "q" })];
  expect(of(people)).toEqual({ customers: 0, at_once: 0, first: null, last: null });
});
