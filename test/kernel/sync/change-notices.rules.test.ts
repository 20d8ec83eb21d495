// When news of a commit is told: soon where little is done, and many together where much is.
import { expect, it } from "vitest";
import { tellWithin } from "../../../server/kernel/db/change-notices.ts";

/** Commits of which one follows the other in so many milliseconds. */
const every = (ms: number, count: number) => Array.from({ length: count }, (_, at) => at * ms);

it("A commit that comes alone is told at once", () => {
  expect(tellWithin([1_000], 1_000)).toBe(0);
  expect(tellWithin([900, 1_000], 1_000)).toBe(0);
});

it("A commit among few is told soon, and one among hundreds a second with those that follow it", () => {
  expect(tellWithin(every(1, 7), 7)).toBe(5);
  expect(tellWithin(every(10, 20), 190)).toBe(5);
  expect(tellWithin(every(5, 20), 95)).toBe(20);
});

it("What was done a while ago makes nobody wait", () => {
  expect(tellWithin([...every(1, 20), 1_000], 1_000)).toBe(0);
});
