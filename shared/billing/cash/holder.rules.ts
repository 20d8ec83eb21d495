// Whose cash somebody may hand over (contract §4.16).
import type { Acting } from "../ledger/holder.rules.ts";

/** Where the cash lies that somebody takes now: at the till that they sit at, and with them. */
export const ownHolders = ({ username, till }: Acting): readonly string[] =>
  till === null ? [username] : [till, username];
