// What a person of the staff has with them of an item: what the store gave out, less what was used or brought back. Pure.
import { Failure, invalid } from "../kernel/failure.ts";
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
 * What a person takes, uses or brings back, with its serial numbers as they are kept; none where the item has none.
 * @throws Failure VALIDATION.
 */
export function checkedPieces(
  item: Tracked,
  { quantity, serial_numbers = [] }: { quantity: number; serial_numbers?: readonly string[] | undefined },
): Pieces {
  if (quantity <= 0) throw invalid("quantity", "More than 0", "TOO_SMALL");
  const serials = checkedSerials(
    serial_numbers.map((text) => pieceSerial(item, text)),
    quantity,
  );
  if (!item.serial_tracked) return { quantity, serial_numbers: [] };
  if (serials.length === 0)
    throw invalid("serial_numbers", "Which ones, by their serial numbers", "REQUIRED");
  return { quantity, serial_numbers: serials };
}

/** What a person has once they were given more. What they have already is not given twice. */
export function planGiven(held: Holding, { quantity, serial_numbers }: Pieces): Holding {
  const fresh = serial_numbers.filter((serial) => !held.serial_numbers.includes(serial));
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
 * What a person has left once some was used or brought back.
 * @param isLate it was done offline, and is taken as it is: nothing is left then, and the rest is a shortage.
 * @throws Failure INSUFFICIENT_STOCK.
 */
export function planTaken(held: Holding, { quantity, serial_numbers }: Pieces, isLate: boolean): TakenPlan {
  const unknown = serial_numbers.filter((serial) => !held.serial_numbers.includes(serial));
  const unnamed = held.quantity - held.serial_numbers.length;
  const shortage = rounded(Math.max(0, quantity - held.quantity, unknown.length - unnamed));
  if (shortage > 0 && !isLate) {
    const what = unknown.length > 0 ? unknown.join(", ") : `${held.quantity}`;
    const detail =
      unknown.length > 0 ? `Not in this person's stock: ${what}` : `Only ${what} in this person's stock`;
    throw new Failure("INSUFFICIENT_STOCK", detail, { extra: { in_stock: held.quantity } });
  }
  return {
    quantity: rounded(Math.max(0, held.quantity - quantity + shortage)),
    serial_numbers: held.serial_numbers.filter((serial) => !serial_numbers.includes(serial)),
    shortage,
  };
}
