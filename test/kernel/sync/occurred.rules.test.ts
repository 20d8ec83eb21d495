// When a command counts as having happened.
import { describe, expect, it } from "vitest";
import { effectiveOccurredAt } from "../../../shared/kernel/sync/occurred.ts";

describe("the clock that counts", () => {
  const received = new Date("2026-11-20T12:00:00.000Z");
  it.each([
    ["2026-11-20T12:05:00.000Z", false],
    ["2026-11-20T12:05:00.001Z", true],
    ["2026-10-06T12:00:00.000Z", false],
    ["2026-10-06T11:59:59.999Z", true],
    ["2026-11-20T17:59:00+06:00", false],
    ["yesterday", true],
  ])("The clock that counts for %s is the receiver's: %s", (text, flagged) => {
    const said = new Date(text);
    expect(effectiveOccurredAt(said, received)).toEqual({ occurred_at: flagged ? received : said, flagged });
  });
});
