// Which events are chosen: names, heads with a star, a star. What is given as a whole holds for later versions, too. Pure.
import { EVENT_TYPES, headOf, patternsFor, wants } from "../../shared/integrations/index.ts";

const EVERYTHING = "*";

/** The heads with their types, in the order of the declaration. A test is sent by hand, whatever is chosen. */
export const EVENT_TREE = [...new Set(EVENT_TYPES.map(({ type }) => headOf(type)))]
  .map((head) => ({ head, types: EVENT_TYPES.filter(({ type }) => headOf(type) === head) }))
  .filter(({ types }) => types.some(({ insert, update, delete: gone }) => insert || update || gone));

/** `all` is what a pattern stands for: `customer.*`, `*`, or one name. */
export function stateOf(pattern: string, chosen: readonly string[]): "all" | "some" | "none" {
  const head = pattern === EVERYTHING ? EVERYTHING : `${headOf(pattern)}.*`;
  if ([EVERYTHING, head, pattern].some((one) => chosen.includes(one))) return "all";
  const below = EVENT_TYPES.filter(({ type }) => patternsFor(type).includes(pattern));
  return below.some(({ type }) => wants(chosen, type)) ? "some" : "none";
}

/** What is below a pattern, one step down. */
const below = (pattern: string): string[] => {
  if (pattern === EVERYTHING) return EVENT_TREE.map(({ head }) => `${head}.*`);
  return EVENT_TREE.filter(({ head }) => `${head}.*` === pattern).flatMap(({ types }) =>
    types.map(({ type }) => type),
  );
};

const covers = (outer: string, inner: string): boolean =>
  outer === inner || outer === EVERYTHING || outer === `${headOf(inner)}.*`;

function without(given: string, away: string): string[] {
  if (covers(away, given)) return [];
  return covers(given, away) ? below(given).flatMap((one) => without(one, away)) : [given];
}

/** The names with this one chosen, or not any more. */
export const withEvent = (chosen: readonly string[], pattern: string, on: boolean): string[] =>
  on
    ? [...chosen.filter((one) => !covers(pattern, one)), pattern]
    : chosen.flatMap((one) => without(one, pattern));
