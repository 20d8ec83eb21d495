// The time of a day at which an employee came or left; the day stands beside it.
import { useFormat } from "../../kernel/use-format.ts";

export function TimeOf({ at }: { at: string | null }) {
  const format = useFormat();
  return at === null ? "—" : <span title={format.instant(at)}>{format.time(at)}</span>;
}
