// Who holds, or held, money, in words: the office and the bank by theirs, a till and a person as they are called.
import { useBookWords } from "../accounts/use-books.ts";

export function HolderText({ holder }: { holder: string }) {
  return useBookWords().part(holder);
}
