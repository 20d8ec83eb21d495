// What a movement will leave: at its item, and as a line of the item's history.
import { moveStoreItem, needsReorder, planMovement, storeMovement } from "../../shared/store/index.ts";
import { created } from "../kernel/expected/drafts.ts";
import { expect } from "../kernel/expected/rules.ts";

export const storeExpectations = [
  expect(
    moveStoreItem,
    (item, movement) => {
      const quantity = planMovement(item.quantity, {
        ...movement,
        quantity: Number(movement.quantity),
      }).quantity_after;
      return { quantity, needs_reorder: needsReorder({ ...item, quantity }) };
    },
    (item, movement, moment) => {
      const plan = planMovement(item.quantity, { ...movement, quantity: Number(movement.quantity) });
      const line = {
        ...movement,
        ...plan,
        note: movement.note ?? "",
        store_item: item.id,
        id: moment.command,
      };
      return [created(storeMovement, line, moment)];
    },
  ),
];
