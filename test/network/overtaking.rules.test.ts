// Which jobs of one router keep their order.
import { expect, it } from "vitest";
import { wouldUndo } from "../../main/network/router/overtaking.rules.ts";
import { desired } from "./helpers/fixtures.ts";

it("A whole sync keeps its order with whatever writes rows, and with nothing that writes none", () => {
  const whole = desired({ complete: true });
  const rows = desired({
    complete: false,
    remove: [{ customer_id: "0190a0a0-0000-7000-8000-000000000001", username: "a", connection: "PPPOE" }],
  });
  const none = desired({ complete: false, users: [], remove: [], profiles: [] });
  expect([wouldUndo(whole, rows), wouldUndo(rows, whole), wouldUndo(whole, whole)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([wouldUndo(whole, none), wouldUndo(none, whole)]).toEqual([false, false]);
});
