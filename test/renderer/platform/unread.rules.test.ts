// A read that failed: what passes by itself is asked for again, what was refused is not.
import { expect, it } from "vitest";
import { LocalFailure } from "../../../renderer/kernel/connection/local-failure.ts";
import { repeatAfter, Unread } from "../../../renderer/kernel/connection/unread.ts";
import { problemWords } from "../../../renderer/kernel/problem-words.ts";
import { Failure, toProblem } from "../../../shared/kernel/failure.ts";
import { EN } from "../known-words.ts";

const refused = (code: "UNAVAILABLE" | "PERMISSION_DENIED" | "INTERNAL") => {
  const problem = toProblem(new Failure(code));
  return new LocalFailure("PROBLEM", problem.detail, { problem });
};

it("A server that was not reached, or is busy, is asked again by itself; what it refused or got wrong is not", () => {
  expect(repeatAfter(new LocalFailure("OFFLINE", "502"))).toBe(5_000);
  expect(repeatAfter(refused("UNAVAILABLE"))).toBe(5_000);
  for (const error of [
    null,
    refused("PERMISSION_DENIED"),
    refused("INTERNAL"),
    new LocalFailure("TIMEOUT", ""),
  ])
    expect(repeatAfter(error)).toBe(false);
});

it("What is read again and again anyway goes on so, and comes back as soon as everything else does", () => {
  expect(repeatAfter(null, 60_000)).toBe(60_000);
  expect(repeatAfter(refused("INTERNAL"), 60_000)).toBe(60_000);
  expect(repeatAfter(new LocalFailure("OFFLINE", ""), 60_000)).toBe(5_000);
  expect(repeatAfter(new LocalFailure("OFFLINE", ""), 700)).toBe(700);
});

it("A failed read is said in the words of what failed", () => {
  const unread = new Unread(refused("UNAVAILABLE"), () => {}, false);
  expect(problemWords(unread, EN)).toEqual(problemWords(unread.error, EN));
});
