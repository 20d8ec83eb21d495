// What a person chose of a table, columns and order, kept on this computer.
import { useLocalStorage } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import type { Sort } from "./columns.ts";

/** What is kept: the order, and which columns. */
export interface KeptChoice {
  /** Null: as the list begins. */
  readonly sort: Sort | null;
  /** Only what differs from the columns' own choice. */
  readonly shown: Readonly<Record<string, boolean>>;
}

export interface TableChoice {
  readonly sort: Sort | null;
  readonly visibility: Record<string, boolean>;
  toggleSort(id: string): void;
  show(id: string, shown: boolean): void;
  readonly kept: KeptChoice;
  /** Takes over another choice as a whole. */
  take(kept: KeptChoice): void;
}

/** A column as far as choosing goes. */
export interface Choosable {
  readonly id: string;
  readonly hidden?: boolean;
}

/** @param given how the list begins. */
export function useTableChoice(
  key: string,
  columns: readonly Choosable[],
  given: Sort | null = null,
): TableChoice {
  const { id: first, desc: falling = false } = given ?? {};
  const sort = useMemo(() => (first === undefined ? null : { id: first, desc: falling }), [first, falling]);
  const [kept, setKept] = useLocalStorage<KeptChoice>({
    key: `lastmile.table.${key}`,
    defaultValue: { sort: null, shown: {} },
    getInitialValueInEffect: false,
  });
  const visibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, hidden }) => [id, kept.shown[id] ?? !hidden])),
    [columns, kept.shown],
  );
  const toggleSort = useCallback(
    (id: string) =>
      setKept((before) => {
        const now = before.sort ?? sort;
        const desc = now?.id === id ? !now.desc : false;
        return { ...before, sort: { id, desc } };
      }),
    [setKept, sort],
  );
  const show = useCallback(
    (id: string, shown: boolean) =>
      setKept((before) => ({ ...before, shown: { ...before.shown, [id]: shown } })),
    [setKept],
  );
  return { sort: kept.sort ?? sort, visibility, toggleSort, show, kept, take: setKept };
}
