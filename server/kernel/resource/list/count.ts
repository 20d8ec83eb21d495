// How many records a list has, as contract §1 says.
import type { Fragment, Tx } from "../../db/db.ts";
import { isNarrowed } from "../own-records.ts";
import { asOfNow, isAsBefore, isToldOf } from "./cache-validity.ts";
import { COMMON, COUNTED_MAX, type Figure, figures } from "./count-cache.ts";
import { isFiltered, isSearchedOnly, type ListRequest, listedBy } from "./request.ts";
import type { Found } from "./search.ts";
import { countedIn } from "./sources.ts";

export interface Counted {
  /** How many match in all; beyond what is counted, a lower bound. */
  count: number;
  /** Said where it is not. */
  count_is_exact?: false;
}

/** Fewer are counted as soon as it is asked whether they are as many as before. */
const KEPT_FROM = 1_000;

/**
 * The known count where nothing has changed since; else it is counted again, in the same statement.
 * @returns also since when that is to be asked; null: as before.
 */
async function countUnlessAsBefore(
  tx: Tx,
  request: ListRequest,
  known: Figure | null,
  matching: Fragment,
): Promise<{ count: number; as_of: string | null }> {
  const anew = tx`(select count(*) ${matching})`;
  const count =
    known === null || known.as_of === null
      ? anew
      : tx`case when ${isAsBefore(tx, request, request.resource.table, known.as_of)} then null else ${anew} end`;
  const [row] = await tx<{ count: number | null; as_of: string }[]>`
    select ${count} as count, ${asOfNow(tx)} as as_of from (values (1)) counted`;
  if (known !== null && row?.count === null) return { count: known.count, as_of: null };
  return { count: row?.count ?? 0, as_of: row?.as_of ?? null };
}

/** How many match: exactly while that is cheap; of a whole large table the kept figure. */
export async function countOf(
  tx: Tx,
  request: ListRequest,
  where: Fragment,
  found: Found | null,
): Promise<Counted> {
  const isWhole = !isFiltered(request);
  const answer = (count: number): Counted =>
    isWhole || count <= COUNTED_MAX ? { count } : { count: COUNTED_MAX + 1, count_is_exact: false };
  // The index has counted them.
  if (found !== null && isSearchedOnly(request))
    return answer(found === "many" ? COUNTED_MAX + 1 : found.count);
  const key = listedBy(request);
  const known = figures.of(key);
  if (known !== null && known.count > COMMON) return answer(known.count);
  const table = countedIn(tx, request, found);
  const matching = (most: number) => tx`from (select 1 from ${table} t where ${where} limit ${most}) counted`;
  const upTo = async (most: number) => {
    const [row] = await tx<{ count: number }[]>`select count(*) as count ${matching(most)}`;
    return row?.count ?? 0;
  };
  // Whose own records alone are counted, another one's change may give or take.
  const isKnown = isToldOf(tx, request.resource) && !isNarrowed(request.resource, request.tenant.rowScope);
  const { count, as_of } = isKnown
    ? await countUnlessAsBefore(tx, request, known, matching(COUNTED_MAX + 1))
    : { count: await upTo(COUNTED_MAX + 1), as_of: null };
  if (count <= COUNTED_MAX) {
    if (as_of !== null && count >= KEPT_FROM) figures.keep(key, { count, as_of });
    return answer(count);
  }
  if (known !== null && known.count > COUNTED_MAX) return answer(known.count);
  const [all] = isWhole
    ? await tx<{ count: number }[]>`select count(*) as count from ${table} t where ${where}`
    : [{ count: await upTo(COMMON + 1) }];
  figures.keep(key, { count: all?.count ?? count, as_of: null });
  return answer(all?.count ?? count);
}
