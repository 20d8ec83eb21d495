// Lists of records: pages by position, and how many match, as contract §1 says.
import { invalid } from "../../../../shared/kernel/failure.ts";
import { isOnCluster } from "../../db/cluster/on-cluster.ts";
import type { Fragment, Row, Tx } from "../../db/db.ts";
import { ofTenant, recordMapper, selectFrom } from "../record.ts";
import { conditions } from "./conditions.ts";
import { type Counted, countOf } from "./count.ts";
import {
  formatCursor,
  fromPosition,
  idsOfPage,
  type Order,
  orderBy,
  orderOf,
  type Position,
  parseCursor,
  positionColumns,
  takePosition,
} from "./cursor.ts";
import {
  isSearchedOnly,
  type ListRequest,
  once,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type Query,
  rangesOf,
} from "./request.ts";
import { areMany, findIds } from "./search.ts";
import { countedIn, rowsFrom } from "./sources.ts";

export interface ListAnswer extends Counted {
  next: string | null;
  previous: string | null;
  results: Row[];
}

function wholeNumber(query: Query, name: string, initial: number, most: number): number {
  const given = query[name];
  if (given === undefined) return initial;
  const text = once(name, given);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw invalid(name, `A whole number from 1 to ${most}`);
  return value;
}

/** The address of another page of the same list: a position in place of a page's number. */
function pageUrl(url: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    if (name === "page" || name === "cursor") continue;
    for (const value of [given].flat()) parameters.append(name, value);
  }
  parameters.append("cursor", cursor);
  return `${url}?${parameters}`;
}

/**
 * The order of a search with many results, unless the caller names another: people with a common name stand
 * together in the order of names, behind half of the others. The addresses of its other pages name it.
 */
const NEWEST_FIRST = "-id";

/** Where a page's rows are, what is asked of them, which of them, and in which order. */
interface Cut {
  readonly from: Fragment;
  readonly where: Fragment;
  readonly sorted: Fragment;
  readonly part: Fragment;
}

/**
 * What follows `select` of a page. Behind a range an index is in no order, so the order of the page is walked until enough match:
 * an index that holds the field besides says who they are, before any row is read.
 */
function cutOf(tx: Tx, request: ListRequest, order: Order, { from, where, sorted, part }: Cut): Fragment {
  const { resource, tenant } = request;
  const isWalked = rangesOf(request.query).some((name) => name !== order.terms[0]?.name);
  const isByIndex = isWalked && request.query.search === undefined && resource.view === resource.table;
  if (!isByIndex || isOnCluster(tx)) return tx`from ${from} t where ${where} ${sorted} ${part}`;
  const ids = tx`select t.id from ${countedIn(tx, request, null)} t where ${where} ${sorted} ${part}`;
  return tx`from ${from} t where ${ofTenant(tx, resource, tenant.id, "t")} and t.id = any(array(${ids})) ${sorted}`;
}

interface Page {
  readonly own_order: Order;
  readonly position: Position | null;
  /** It may be in another order than its own. */
  readonly is_open: boolean;
  /** Rows of the page, those that it passes over and the one behind it. */
  readonly most: number;
}

/** What a list's search finds for a page, and whether that is in the order NEWEST_FIRST. */
async function sought(tx: Tx, request: ListRequest, { own_order, position, is_open, most }: Page) {
  // Of a search alone who stands on a page is known by the ids; among those that are filtered besides they are read first.
  const isAlone = request.query.search !== undefined && isSearchedOnly(request);
  const order = is_open && isAlone ? orderOf(request.resource, NEWEST_FIRST) : own_order;
  const some = isAlone ? idsOfPage(order, position, most) : null;
  const ids = await findIds(tx, request, some && { some, or_few: is_open });
  return { ids, is_newest_first: is_open && ids !== null && (isAlone ? areMany(ids) : ids === "many") };
}

/**
 * One page of a list.
 * @throws Failure VALIDATION for an unknown parameter, a value of the wrong kind or an unsortable field.
 */
export async function listRecords(tx: Tx, request: ListRequest): Promise<ListAnswer> {
  const { resource, url, tenant } = request;
  const size = wholeNumber(request.query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX);
  const page = wholeNumber(request.query, "page", 1, 10_000_000);
  const cursor = once("cursor", request.query.cursor ?? "");
  if (cursor && page > 1) throw invalid("page", "A position says where the page begins: leave `page` out");
  const given = request.query.ordering === undefined ? undefined : once("ordering", request.query.ordering);
  const own_order = orderOf(resource, given);
  const position = cursor ? parseCursor(own_order, cursor) : null;
  // Without a position the order is known once it is known how many there are.
  const is_open = given === undefined && !cursor;
  const { ids, is_newest_first } = await sought(tx, request, {
    own_order,
    position,
    is_open,
    most: page * size + 1,
  });
  const order = is_newest_first ? orderOf(resource, NEWEST_FIRST) : own_order;
  const query = is_newest_first ? { ...request.query, ordering: NEWEST_FIRST } : request.query;
  const backwards = position?.direction === "before";
  const { columns } = selectFrom(tx, resource);
  const where = conditions(tx, request, ids);
  const [found, counted] = await Promise.all([
    tx<Row[]>`select ${columns}, ${positionColumns(tx, order)} ${cutOf(tx, request, order, {
      from: rowsFrom(tx, request, ids),
      where: position ? tx`${where} and ${fromPosition(tx, order, position)}` : where,
      sorted: tx`order by ${orderBy(tx, order, position?.direction ?? "after")}`,
      part: tx`limit ${size + 1} offset ${(page - 1) * size}`,
    })}`,
    countOf(tx, request, where, ids),
  ]);
  const isMore = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const map = recordMapper(resource, tenant.digits);
  const taken = rows.map((row) => takePosition(order, row));
  const link = (direction: Position["direction"], edge: { values: (string | null)[] } | undefined) =>
    edge ? pageUrl(url, query, formatCursor(order, { direction, values: edge.values })) : null;
  const isFirst = backwards ? !isMore : !position && page === 1;
  const isLast = backwards ? false : !isMore;
  return {
    ...counted,
    next: isLast ? null : link("after", taken.at(-1)),
    previous: isFirst ? null : link("before", taken[0]),
    results: taken.map(({ record }) => map(record)),
  };
}

/**
 * The next records of a whole list, in order of a column that is unique in the tenant: for files, where nothing is counted.
 * @throws Failure VALIDATION as `listRecords`, and for pages and orders, which a walk has none of.
 */
export async function walkRecords(
  tx: Tx,
  request: Omit<ListRequest, "url">,
  walk: { by: string; after: string | null; limit: number },
): Promise<Row[]> {
  const { resource, query, tenant } = request;
  const foreign = ["page", "page_size", "ordering", "cursor"].find((name) => query[name] !== undefined);
  if (foreign)
    throw invalid(foreign, "A file holds the whole list in an order of its own", "UNKNOWN_PARAMETER");
  const { columns } = selectFrom(tx, resource);
  const key = tx(`t.${walk.by}`);
  const beyond = walk.after === null ? tx`` : tx`and ${key} > ${walk.after}`;
  const found = await findIds(tx, request, null);
  const where = conditions(tx, { ...request, url: "" }, found);
  const rows = await tx<Row[]>`select ${columns} from ${rowsFrom(tx, request, found)} t
    where ${where} ${beyond} order by ${key} limit ${walk.limit}`;
  const map = recordMapper(resource, tenant.digits);
  return rows.map((row) => map({ ...row }));
}
