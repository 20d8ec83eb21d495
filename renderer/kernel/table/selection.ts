// Which rows of a list are chosen for something that is done to many.
import { useCallback, useMemo, useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Chooses a row or leaves it; with `through`, every row from the last one touched to this. */
  toggle(id: string, through?: boolean): void;
  all(chosen: boolean): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** The rows from one to another, upwards or downwards; that other alone where the one is not shown. */
export function rowsBetween(shown: readonly string[], one: string | null, other: string): readonly string[] {
  const [from, to] = [one === null ? -1 : shown.indexOf(one), shown.indexOf(other)];
  return from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [other];
}

/** @param shown Ids of the rows in their order: only what is shown can be chosen, and what goes is chosen no more. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const [last, setLast] = useState<string | null>(null);
  const ids = useMemo(() => {
    if (chosen.size === 0) return NONE;
    return new Set(shown.filter((id) => chosen.has(id)));
  }, [chosen, shown]);
  const toggle = useCallback(
    (id: string, through = false) => {
      const range = through ? rowsBetween(shown, last, id) : [id];
      setChosen((before) => {
        const next = new Set(before);
        const choose = !before.has(id);
        for (const one of range) choose ? next.add(one) : next.delete(one);
        return next;
      });
      setLast(id);
    },
    [last, shown],
  );
  const all = useCallback((choose: boolean) => setChosen(choose ? new Set(shown) : NONE), [shown]);
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(() => ({ ids, toggle, all, clear }), [ids, toggle, all, clear]);
}
