// Which receipts a cashier may reverse who may not reverse others': theirs, of minutes ago, of a drawer that is open still.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOwnReversal } from "../../../shared/billing/shift/own-reversal.rules.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-11-30T08:00:00Z");
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

const minute = fc.integer({ min: 0, max: 100 });

test("A receipt is reversed by its own cashier alone, within the minutes, while its drawer is open", () => {
  const person = fc.constantFrom("a", "b");
  const drawer = fc
    .record({ cashier: person, opened: minute, open_for: fc.option(minute, { nil: null }) })
    .map(({ cashier, opened, open_for }) => ({
      ...{ cashier, opened, closed: open_for === null ? null : opened + open_for },
      span: {
        ...{ cashier, opened_at: at(opened) },
        closed_at: open_for === null ? null : at(opened + open_for),
      },
    }));
  fc.assert(
    fc.property(
      fc.record({ by: person, who: person, taken: minute, after: minute, minutes: fc.nat(60) }),
      fc.array(drawer, { maxLength: 3 }),
      ({ by, who, taken, after, minutes }, drawers) => {
        const now = taken + after;
        const fits = drawers.some(
          ({ cashier, opened, closed }) =>
            cashier === who && opened <= taken && (closed === null || closed > now),
        );
        expect(
          isOwnReversal(
            { received_by: by, received_at: at(taken) },
            drawers.map(({ span }) => span),
            { username: who, at: at(now), minutes },
          ),
        ).toBe(by === who && minutes > 0 && after <= minutes && fits);
      },
    ),
  );
});
