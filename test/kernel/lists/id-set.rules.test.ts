// Of the ids that a search has found, as bytes in their order, a page takes some.
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { KnownOfLists } from "../../../server/kernel/resource/list/count-cache.ts";
import { idsIn } from "../../../server/kernel/resource/list/id-set.ts";

/** Few bytes that differ, so that ids stand close to each other. */
const uuid = fc
  .tuple(fc.nat({ max: 15 }), fc.nat({ max: 15 }))
  .map(([first, last]) => `0197c00${first.toString(16)}-0003-7000-8000-00000000000${last.toString(16)}`);

const bytesOf = (ids: readonly string[]) => Buffer.from(ids.join("").replaceAll("-", ""), "hex");

it("A page's ids are those behind its position in its order, as many as are wanted", () => {
  const some = fc.record({
    descending: fc.boolean(),
    behind: fc.option(uuid),
    most: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(uuid, { maxLength: 60 }), some, (found, { descending, behind, most }) => {
      const ids = found.toSorted();
      const bytes = bytesOf(ids);
      expect(idsIn(bytes, null)).toEqual(ids);
      const wanted = (descending ? ids.toReversed() : ids).filter(
        (id) => behind === null || (descending ? id < behind : id > behind),
      );
      expect(idsIn(bytes, { descending, behind, most })).toEqual(wanted.slice(0, most));
    }),
  );
});

it("What is known of lists is so many at most, the oldest goes first, and nothing is known for longer than a minute", () => {
  vi.useFakeTimers();
  const known = new KnownOfLists<number>(3);
  for (const list of ["a", "b", "c", "a", "d"]) known.keep(list, 1);
  expect(["a", "b", "c", "d"].map((list) => known.of(list))).toEqual([1, null, 1, 1]);
  vi.advanceTimersByTime(60_000);
  expect(known.of("a")).toBeNull();
  vi.useRealTimers();
});
