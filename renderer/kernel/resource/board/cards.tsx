// What stands on a board: a live list for each column.
import { type ReactNode, useMemo } from "react";
import { addDays } from "../../../../shared/kernel/day.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useExpectedRows, useWaitingIds } from "../../expected/use-expected.ts";
import { useFormat } from "../../use-format.ts";
import type { AnyRecord } from "../fields.ts";
import { type Asked, matcher } from "../list/filter.ts";
import type { AnyBoard } from "../resource-options.ts";
import { type Source, useSource } from "../source/use-source.ts";
import { columnsOn, inOrder, RECENT_DAYS, withoutField } from "./board-columns.ts";

export interface ColumnOfCards {
  readonly value: string;
  /** Its records are done with: the latest are shown. */
  readonly closed: boolean;
  readonly source: Source;
  readonly cards: readonly AnyRecord[];
  /** How many there are. */
  readonly count: number;
}

/** Records that something still waits about: these stand on the board whenever they were changed last. */
function useWaiting(resource: Resource): readonly AnyRecord[] {
  const ids = useWaitingIds(resource.collection);
  const rows = useExpectedRows(resource, ids.length > 0 ? { selector: { id: { $in: ids } } } : null);
  return ids.length > 0 && rows ? rows : [];
}

function useColumn(
  resource: Resource,
  board: AnyBoard,
  asked: Asked,
  value: string,
  waiting: readonly AnyRecord[],
): ColumnOfCards {
  const { today, timezone } = useFormat();
  const closed = board.closed.includes(value);
  const day = today();
  const { query, filter } = asked;
  const wanted = useMemo(
    () => ({ query, filter: { ...withoutField(filter, board.by), [board.by]: value } }),
    [query, filter, board.by, value],
  );
  const narrowed = useMemo(() => {
    const since = { updated_at__gte: addDays(day, -RECENT_DAYS) };
    return closed ? { ...wanted, filter: { ...wanted.filter, ...since } } : wanted;
  }, [wanted, closed, day]);
  const source = useSource(resource, narrowed, null);
  const cards = useMemo(() => {
    const matches = matcher(resource, wanted.filter, timezone);
    const known = new Set(source.rows.map(({ id }) => id));
    const late = closed && query === "" ? waiting.filter((one) => !known.has(one.id) && matches(one)) : [];
    return inOrder(resource, closed ? ["-updated_at"] : board.order, [...source.rows, ...late]);
  }, [resource, board.order, closed, query, wanted, source.rows, waiting, timezone]);
  const count = resource.replica ? cards.length : (source.total ?? cards.length);
  return { value, closed, source, cards, count };
}

interface Asking {
  resource: Resource;
  board: AnyBoard;
  asked: Asked;
  waiting: readonly AnyRecord[];
  /** Columns whose cards are still to be read. */
  left: readonly string[];
  found: readonly ColumnOfCards[];
  children: (columns: readonly ColumnOfCards[]) => ReactNode;
}

function NextColumn(props: Asking & { value: string }) {
  const { resource, board, asked, waiting, value, found } = props;
  const column = useColumn(resource, board, asked, value, waiting);
  return <Columns {...props} found={[...found, column]} />;
}

/** One live list for each column, one inside the other: hooks stand in no loop. */
function Columns(props: Asking) {
  const [value, ...left] = props.left;
  return value === undefined ? (
    props.children(props.found)
  ) : (
    <NextColumn {...props} value={value} left={left} />
  );
}

/** Reads the columns of a board with their cards. */
export function Cards(props: Pick<Asking, "resource" | "board" | "asked" | "children">) {
  const { resource, board } = props;
  return <Columns {...props} waiting={useWaiting(resource)} left={columnsOn(resource, board)} found={[]} />;
}
