// When something is to be ordered again.
import { expect, it } from "vitest";
import { needsReorder } from "../../shared/store/stock.rules.ts";

it("An item is to be ordered from its level down, and never where it has none", () => {
  const at = (quantity: number, reorder_level: number) => needsReorder({ quantity, reorder_level });
  expect([at(6.001, 6), at(6, 6), at(5.999, 6), at(0, 6)]).toEqual([false, true, true, true]);
  expect([at(0, 0), at(-1, 0)]).toEqual([false, false]);
});
