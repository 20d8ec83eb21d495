// What a holder is called: the office and the bank by a word, a till and a person by code and name.
import { useCallback } from "react";
import { useBookWords } from "../accounts/use-books.ts";

interface Holder {
  readonly holder: string;
  readonly name: string | null;
}

export function useHolderName(): (holder: Holder) => string {
  const { part } = useBookWords();
  return useCallback(
    ({ holder, name }) => (name && name !== holder ? `${name} (${holder})` : part(holder)),
    [part],
  );
}
