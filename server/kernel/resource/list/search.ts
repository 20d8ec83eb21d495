// What a list's search finds: by an index where there is one, else by a look at each row.
import { invalid } from "../../../../shared/kernel/failure.ts";
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";
import { digitsOf } from "../../../../shared/kernel/normal/phone.ts";
import { searchedSpellings } from "../../../../shared/kernel/normal/searched.ts";
import { fieldsOf, type Resource } from "../../../../shared/kernel/resource.ts";
import type { Fragment, Tx } from "../../db/db.ts";
import { columnsOf } from "../record.ts";
import { asOfNow, isAsBefore, isToldOf } from "./cache-validity.ts";
import { COMMON, COUNTED_MAX, figures } from "./count-cache.ts";
import type { SomeIds } from "./cursor.ts";
import { countIn, idsIn, searches } from "./id-set.ts";
import { type ListRequest, once, PAGE_SIZE_MAX } from "./request.ts";

/** The normal form of a part of a text: the blanks at its ends are within. */
function normalPart(text: string): string {
  const [, before = "", after = ""] = /^(\s*).*?(\s*)$/su.exec(text) ?? [];
  return before + normalText(text) + (text.trim() === "" ? "" : after);
}

/** @throws Failure VALIDATION. */
function checkSearch(text: string): void {
  if (text.includes("\u0000") || text.length > 200) throw invalid("search", "Not a text to search for");
}

/** The searched fields that are telephone numbers. */
const phonesOf = (resource: Resource): readonly string[] =>
  fieldsOf(resource).flatMap(([name, { normal }]) =>
    normal === "phone" && resource.search.includes(name) ? [name] : [],
  );

/** Whose telephone numbers are looked for. */
interface Company {
  settings: { phone_country?: string | null };
}

interface Looked {
  resource: Resource;
  tenant: Company;
}

/** What is looked for in a resource's texts. */
function spellingsFor(resource: Resource, text: string, { settings }: Company): readonly string[] {
  return phonesOf(resource).length > 0
    ? searchedSpellings(text, settings.phone_country ?? null)
    : searchedSpellings(text);
}

const containing = (part: string) => `%${part.replace(/[\\%_]/g, "\\$&")}%`;

/** @throws Failure VALIDATION. */
export function searchCondition(tx: Tx, request: Looked, text: string): Fragment {
  const { resource, tenant } = request;
  if (resource.search.length === 0)
    throw invalid("search", "This list can't be searched", "UNKNOWN_PARAMETER");
  checkSearch(text);
  const spellings = spellingsFor(resource, text, tenant);
  const kinds = columnsOf(resource);
  const phones = phonesOf(resource);
  const parts = resource.search.flatMap((name) =>
    spellings.map((one) => {
      const column = tx`${tx(`t.${name}`)}${kinds[name] === "json" ? tx`::text` : tx``}`;
      return tx`folded_text(${column}) like ${containing(normalPart(one))}`;
    }),
  );
  const digits = spellings.map(digitsOf).filter((one) => one.length > 0);
  const numbers = phones.flatMap((name) =>
    digits.map((one) => tx`digits_of(${tx(`t.${name}`)}) like ${containing(one)}`),
  );
  return [...parts, ...numbers].reduce((a, b) => tx`${a} or ${b}`);
}

/** A list that is searched in structured data, too, has no index of it: each write of the audit log would pay for that. */
export function hasSearchIndex(resource: Resource): boolean {
  const kinds = columnsOf(resource);
  return (
    resource.large !== null &&
    resource.search.length > 0 &&
    !resource.search.some((name) => kinds[name] === "json")
  );
}

/** What an index finds of a searched text: how many records and which, or that they are too many for it to help. */
export type Found = { readonly count: number; readonly ids: readonly string[] } | "many";

/** Beyond so many found, a page of a list is sooner found in its order, by asking of each next record whether it is one of them. */
const LOOKED_UP = COUNTED_MAX / 5;

/** More than the largest page holds: in the order of names each of them would be read for any of their pages. */
const MANY_FOUND = PAGE_SIZE_MAX;

/** Whether those found stand in the order of NEWEST_FIRST (list.ts), unless the caller names another one. */
export const areMany = (found: Found): boolean => found === "many" || found.count > MANY_FOUND;

/** Those found that are few enough to be looked up one by one (`rowsFrom`); else null. */
export const lookedUp = (found: Found | null): readonly string[] | null =>
  found !== null && found !== "many" && found.ids.length <= LOOKED_UP ? found.ids : null;

/** Which of those found are wanted. */
export interface Wanted {
  readonly some: SomeIds;
  /** All of them where there are few. */
  readonly or_few: boolean;
}

/**
 * What the index finds; thousands are known for the next page, as long as no searched text has changed.
 * @returns the ids' bytes in their order (`idsIn`); null: they are too many.
 */
async function searchIndex(
  tx: Tx,
  request: Omit<ListRequest, "url">,
  text: string,
  list: string,
): Promise<{ count: number; bytes: Buffer | null }> {
  const { resource } = request;
  const is_told_of = isToldOf(tx, resource);
  const known = is_told_of ? searches.of(list) : null;
  const asked = spellingsFor(resource, text, request.tenant)
    .map((one) => tx`select id from ${tx(`search_${resource.table}`)}(${one}, ${COMMON}) as id`)
    .reduce((one, other) => tx`${one} union ${other}`);
  const is_as_before = known ? isAsBefore(tx, request, resource.searched_in, known.as_of) : tx`false`;
  // As one row: each of thousands is work for both sides.
  const [found] = await tx<{ is_as_before: boolean; count: number; bytes: Buffer | null; as_of: string }[]>`
    with known as materialized (select ${is_as_before} as is_as_before),
      found as materialized (${asked}),
      counted as materialized (
        select is_as_before, case when is_as_before then 0 else (select count(*)::int from found) end as count from known)
    select is_as_before, count, case when count between 1 and ${COUNTED_MAX}
        then (select string_agg(uuid_send(id), ''::bytea order by id) from found) end as bytes, ${asOfNow(tx)} as as_of
      from counted`;
  if (known && found?.is_as_before) return { count: countIn(known.bytes), bytes: known.bytes };
  const { count = 0, bytes = null, as_of = null } = found ?? {};
  if (is_told_of && bytes && as_of !== null && count > MANY_FOUND) searches.keep(list, { bytes, as_of });
  return { count, bytes: count === 0 ? Buffer.alloc(0) : bytes };
}

/**
 * The records that hold the searched text, where an index answers that; "many" where the list is as soon looked through.
 * Null: it is not searched for, or there is no such index.
 * @param wanted the ids that are asked for; null: all.
 * @throws Failure VALIDATION.
 */
export async function findIds(
  tx: Tx,
  request: Omit<ListRequest, "url">,
  wanted: Wanted | null,
): Promise<Found | null> {
  const { resource, query, tenant } = request;
  const text = once("search", query.search ?? "");
  if (!text || resource.of_platform || !hasSearchIndex(resource)) return null;
  checkSearch(text);
  const list = JSON.stringify(["search", resource.name, tenant.id, text]);
  if (figures.of(list) !== null) return "many";
  const { count, bytes } = await searchIndex(tx, request, text, list);
  if (count >= COMMON) figures.keep(list, { count: COMMON, as_of: null });
  if (!bytes) return "many";
  const isAll = !wanted || (wanted.or_few && count <= MANY_FOUND);
  return { count, ids: idsIn(bytes, isAll ? null : wanted.some) };
}
