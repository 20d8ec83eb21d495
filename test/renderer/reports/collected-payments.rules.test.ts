// The list of payments that stands behind a figure of what was collected holds the same money.
import { expect, test } from "vitest";
import { receivedOn } from "../../../renderer/reports/received-on.ts";
import { transaction } from "../../../shared/billing/index.ts";

const asked = (address: string) => new URLSearchParams(address.split("?")[1]);

test("The payments behind what was collected are those of every method but adjustments and deposits, which bring no money", () => {
  const { method } = transaction.fields;
  const listed = asked(receivedOn("2026-11-01", "2026-11-23")).get("method__in")?.split(",");
  expect([...(listed ?? []), "ADJUSTMENT", "DEPOSIT"].sort()).toEqual([...method.options].sort());
});

test("The payments of one method are asked for by it alone", () => {
  const one = asked(receivedOn("2026-11-01", "2026-11-23", "method=CASH"));
  expect([one.get("method"), one.get("method__in")]).toEqual(["CASH", null]);
  expect(one.get("received_at__gte")).toBe("2026-11-01");
});
