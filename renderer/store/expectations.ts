// What a movement will leave: at its item, and as a line of the item's history.
import {
  moveStoreItem,
  needsReorder,
  partUse,
  planGiven,
  planMovement,
  planTaken,
  storeMovement,
  takeBackPart,
  usePart,
} from "../../shared/store/index.ts";
import { changed, created } from "../kernel/expected/drafts.ts";
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
  expect(
    usePart,
    (held, { quantity, serial_numbers = [] }) => {
      const { shortage: _, ...left } = planTaken(held, { quantity: Number(quantity), serial_numbers }, false);
      return left;
    },
    ({ id, store_item, staff }, { note, ...input }, moment) => {
      const line = { ...input, note: note ?? "", store_item, staff, held_stock: id, id: moment.command };
      return [created(partUse, { ...line, quantity: Number(input.quantity) }, moment)];
    },
  ),
  expect(
    takeBackPart,
    (held, { seen }) => (seen ? planGiven(held, { ...seen, quantity: Number(seen.quantity) }) : {}),
    (_held, { use }, { now }) => [changed(partUse, use, { taken_back_at: now })],
  ),
];
