// The days that a report of the books is about, as the address has them.
import { useSearchParams } from "react-router";
import { addDays, isDay, monthOf } from "../../../shared/kernel/day.ts";
import { useFormat } from "../../kernel/use-format.ts";

interface Days {
  readonly from: string;
  readonly to: string;
  /** Whether they can be asked for: days, in their order. */
  readonly ok: boolean;
  ask(next: { from?: string; to?: string }): void;
}

/** Else this month until today. */
export function useDays(): Days {
  const { today } = useFormat();
  const [params, setParams] = useSearchParams();
  const to = params.get("to") ?? today();
  const from = params.get("from") ?? `${monthOf(today())}-01`;
  const ask: Days["ask"] = (next) =>
    setParams(
      (before) => {
        for (const [name, day] of Object.entries({ from, to, ...next })) before.set(name, day);
        return before;
      },
      { replace: true },
    );
  return { from, to, ok: isDay(from) && isDay(to) && from <= to, ask };
}

/** The month before the one that a day is in: what an accountant asks for at the beginning of a month. */
export function lastMonth(today: string): { from: string; to: string } {
  const to = addDays(`${monthOf(today)}-01`, -1);
  return { from: `${monthOf(to)}-01`, to };
}
