// What a person of the staff has with them of an item: what the store gave out, less what was used or brought back. Pure.
import { Failure, invalid } from "../kernel/failure.ts";
import { normalText } from "../kernel/normal/normal-text.ts";
import { onuSerial } from "../network/index.ts";
import { checkedSerials, rounded } from "./stock.rules.ts";

export interface Holding {
  readonly quantity: number;
  /** Of things with serial numbers: which ones. */
  readonly serial_numbers: string[];
}

/** What moves: so many, or so much, and of things with serial numbers which. */
export interface Pieces {
  readonly quantity: number;
  readonly serial_numbers: string[];
}

interface Tracked {
  readonly serial_tracked: boolean;
  readonly is_onu: boolean;
}

/** A serial number as it is kept: an ONU's in the form in which OLTs tell of it, whatever its label looks like. */
export const pieceSerial = ({ is_onu }: Pick<Tracked, "is_onu">, text: string): string =>
  (is_onu ? onuSerial(text) : null) ?? text.trim();

/**
 * What moves, with its serial numbers as they are kept; none where none are named.
 * @throws Failure VALIDATION.
 */
export const namedPieces = (
  item: Pick<Tracked, "is_onu">,
  { quantity, serial_numbers = [] }: { quantity: number; serial_numbers?: readonly string[] | undefined },
): Pieces => ({
  quantity,
  serial_numbers: checkedSerials(
    serial_numbers.map((text) => pieceSerial(item, text)),
    quantity,
  ),
});

/** Whether a serial number, however it is spelt, is among these. */
export function among(serials: readonly string[]): (serial: string) => boolean {
  const there = new Set(serials.map(normalText));
  return (serial) => there.has(normalText(serial));
}

/**
 * What a person takes, uses or brings back, with its serial numbers as they are kept; none where the item has none.
 * @throws Failure VALIDATION.
 */
export function checkedPieces(
  item: Tracked,
  moved: { quantity: number; serial_numbers?: readonly string[] | undefined },
): Pieces {
  const { quantity } = moved;
  if (quantity <= 0) throw invalid("quantity", "More than 0", "TOO_SMALL");
  const pieces = namedPieces(item, moved);
  if (!item.serial_tracked) return { quantity, serial_numbers: [] };
  if (pieces.serial_numbers.length === 0)
    throw invalid("serial_numbers", "Which ones, by their serial numbers", "REQUIRED");
  return pieces;
}

/** What a person has once they were given more. What they have already is not given twice. */
export function planGiven(held: Holding, { quantity, serial_numbers }: Pieces): Holding {
  const has = among(held.serial_numbers);
  const fresh = serial_numbers.filter((serial) => !has(serial));
  const known = serial_numbers.length - fresh.length;
  return {
    quantity: rounded(held.quantity + quantity - known),
    serial_numbers: [...held.serial_numbers, ...fresh],
  };
}

export interface TakenPlan extends Holding {
  /** How much was taken that the books did not have with this person; only of work that was done offline. */
  readonly shortage: number;
}

/**
 * What is left with a person, or in the store, once some was used, taken out or brought back. Pieces that were never named leave by
 * any name, or without one; those that were leave by theirs.
 * @param isLate it was done offline, and is taken as it is: nothing is left then, and the rest is a shortage.
 * @param where it is taken from, as a refusal says it.
 * @throws Failure INSUFFICIENT_STOCK.
 */
export function planTaken(
  held: Holding,
  { quantity, serial_numbers }: Pieces,
  isLate: boolean,
  where = "in this person's stock",
): TakenPlan {
  const has = among(held.serial_numbers);
  const unknown = serial_numbers.filter((serial) => !has(serial));
  const unnamed = held.quantity - held.serial_numbers.length;
  const shortage = rounded(Math.max(0, quantity - held.quantity, unknown.length - unnamed));
  if (shortage > 0 && !isLate) {
    const detail =
      unknown.length > 0 ? `Not ${where}: ${unknown.join(", ")}` : `Only ${held.quantity} ${where}`;
    throw new Failure("INSUFFICIENT_STOCK", detail, { extra: { in_stock: held.quantity } });
  }
  const leaves = among(serial_numbers);
  return {
    quantity: rounded(Math.max(0, held.quantity - quantity + shortage)),
    serial_numbers: held.serial_numbers.filter((serial) => !leaves(serial)),
    shortage,
  };
}
