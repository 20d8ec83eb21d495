// Whose cash somebody may hand over (contract §4.16).
import type { Acting } from "../ledger/holder.rules.ts";

/** What somebody answers for alone: the till's that they sit at, and what they carry. */
export const ownHolders = ({ username, till }: Acting): readonly string[] =>
  till === null ? [username] : [till, username];
