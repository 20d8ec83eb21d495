// How a move of somebody's cash is called on their day sheet, and that the sheet adds up. Pure.
import { add, type Minor, ZERO } from "../../kernel/money.ts";
import type { DayMove } from "./cash-reports.ts";

/** An entry on a holder's cash: above zero comes in. */
export interface CashEntry {
  source_type: string;
  amount: Minor;
  /** Of a handover: whom it is from. */
  from: string | null;
}

/** What an entry is on the sheet of a holder. A handover that was called off counts against what was handed over. */
export function moveOf({ source_type, amount, from }: CashEntry, holder: string): DayMove {
  switch (source_type) {
    case "payment_transaction":
    case "reseller_ledger":
      return amount > 0n ? "TAKEN" : "REVERSED";
    case "deposit":
      return amount > 0n ? "TAKEN" : "OTHER";
    case "cash_transfer":
      return from === holder ? "HANDED_OVER" : "RECEIVED";
    case "shift":
      return "OVER_SHORT";
    default:
      return "OTHER";
  }
}

/** The sheet's sums: opening + all moves = closing. */
export function sumMoves(entries: readonly CashEntry[], holder: string): Readonly<Record<DayMove, Minor>> {
  const sums: Record<DayMove, Minor> = {
    ...{ TAKEN: ZERO, REVERSED: ZERO, HANDED_OVER: ZERO, RECEIVED: ZERO, OVER_SHORT: ZERO, OTHER: ZERO },
  };
  for (const entry of entries) {
    const move = moveOf(entry, holder);
    sums[move] = add(sums[move], entry.amount);
  }
  return sums;
}
