// What a movement makes of an item's stock. Pure.
import { Failure, invalid } from "../kernel/failure.ts";
import { normalText } from "../kernel/normal/normal-text.ts";

export const MOVEMENT_TYPES = ["IN", "OUT", "ADJUST"] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** Stock is kept to three decimals (metres of cable); sums of binary fractions are brought back to them. */
export const rounded = (quantity: number): number => Math.round(quantity * 1_000) / 1_000;

/** What is known of an item's movements behind the moment of one that comes in late. */
export interface Since {
  /** The stock was counted after it: the count has it in already. */
  is_counted: boolean;
  /** By how much the stock has changed since. */
  change: number;
}

const NOTHING_SINCE: Since = { is_counted: false, change: 0 };

export interface StockPlan {
  /** What is left. */
  quantity_after: number;
  /** By how much the stock changes, with its sign. */
  quantity_change: number;
  /** What was taken beyond what the books had; only of work that was done offline. */
  shortage: number;
}

/** How much a movement moves. @throws Failure VALIDATION, INSUFFICIENT_STOCK. */
function checkQuantity(type: MovementType, quantity: number): void {
  if (type === "ADJUST" && quantity < 0)
    throw new Failure("INSUFFICIENT_STOCK", "A count can't be below zero");
  if (type !== "ADJUST" && quantity <= 0) throw invalid("quantity", "More than 0", "TOO_SMALL");
}

/**
 * Plans a movement. IN and OUT move `quantity`; ADJUST says how much was counted, and so what the stock was at that moment.
 * Work that was done offline is taken as it is: a count counts for its own moment, what a later count has seen already
 * changes nothing, and where the books hold less than was taken, nothing is left and the rest is a shortage.
 * @param in_stock what the books hold now.
 * @param since what happened after a movement that was made offline; null: it is made now.
 * @throws Failure VALIDATION, INSUFFICIENT_STOCK.
 */
export function planMovement(
  in_stock: number,
  { movement_type, quantity }: { movement_type: MovementType; quantity: number },
  since: Since | null = null,
): StockPlan {
  checkQuantity(movement_type, quantity);
  const { is_counted, change } = since ?? NOTHING_SINCE;
  if (is_counted) return { quantity_after: in_stock, quantity_change: 0, shortage: 0 };
  const wished = rounded(
    movement_type === "ADJUST"
      ? quantity + change
      : in_stock + (movement_type === "IN" ? quantity : -quantity),
  );
  if (wished < 0 && since === null)
    throw new Failure("INSUFFICIENT_STOCK", `Only ${in_stock} in stock`, { extra: { in_stock } });
  const quantity_after = Math.max(0, wished);
  return {
    quantity_after,
    quantity_change: rounded(quantity_after - in_stock),
    shortage: rounded(quantity_after - wished),
  };
}

/**
 * The serial numbers of a movement, each once.
 * @throws Failure VALIDATION where they are not as many as the things that move.
 */
export function checkedSerials(serials: readonly string[], quantity: number): string[] {
  if (new Set(serials.map(normalText)).size < serials.length)
    throw invalid("serial_numbers", "A serial number is given twice", "REPEATED");
  if (serials.length > 0 && serials.length !== quantity)
    throw invalid("serial_numbers", "As many serial numbers as things that move", "CONFLICTING");
  return [...serials];
}

/** Whether an item is to be ordered again; the table's own column says the same. */
export const needsReorder = ({
  quantity,
  reorder_level,
}: {
  quantity: number;
  reorder_level: number;
}): boolean => reorder_level > 0 && quantity <= reorder_level;
