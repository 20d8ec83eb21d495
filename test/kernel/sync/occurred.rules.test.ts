// When a command counts as having happened.
import { describe, expect, it } from "vitest";
import { effectiveOccurredAt } from "../../../shared/kernel/sync/occurred.ts";

const received_at = new Date("2026-11-20T12:00:00.000Z");
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

describe("the clock that counts", () => {
  it.each([
    ["2026-11-20T12:05:00.000Z", false],
    ["2026-11-20T12:05:00.001Z", true],
    ["2026-10-06T12:00:00.000Z", false],
    ["2026-10-06T11:59:59.999Z", true],
    ["2026-11-20T17:59:00+06:00", false],
    ["yesterday", true],
  ])("The clock that counts for %s is the receiver's: %s", (text, flagged) => {
    const said = new Date(text);
    const occurred_at = flagged ? received_at : said;
    expect(effectiveOccurredAt(said, { received_at })).toEqual({
      ...{ occurred_at, flagged },
      judged_at: occurred_at > received_at ? received_at : occurred_at,
    });
  });
});

describe("what came before binds what comes after", () => {
  const not_before = at("11:00:00.000");
  it.each([
    ["at the bound", "11:00:00.000", undefined, "11:00:00.000", false],
    ["behind it", "11:30:00.000", undefined, "11:30:00.000", false],
    ["a millisecond before it", "10:59:59.999", undefined, "12:00:00.000", true],
    ["before it, and shown to be slow by as much", "10:58:00.000", "11:57:00.000", "11:00:00.000", false],
    ["before it, and shown to be right", "10:58:00.000", "12:00:00.000", "12:00:00.000", true],
    ["before it, by a clock an hour slow", "10:30:00.000", "11:00:00.000", "11:30:00.000", true],
    [
      "before it, by a clock that would have to be slower",
      "09:30:00.000",
      "11:00:00.000",
      "12:00:00.000",
      true,
    ],
  ])("A clock that dates a command %s", (_, said, sent, counts, flagged) => {
    const sent_at = sent ? at(sent) : null;
    const occurred = effectiveOccurredAt(at(said), { received_at, sent_at, not_before });
    expect(occurred).toMatchObject({ occurred_at: at(counts), flagged });
  });

  it("A clock that is ahead by less than the tolerance is put right where it is judged against an end", () => {
    const occurred = effectiveOccurredAt(at("12:02:00.000"), { received_at, sent_at: at("12:03:00.000") });
    expect(occurred).toEqual({
      ...{ occurred_at: at("12:02:00.000"), judged_at: at("11:59:00.000"), flagged: false },
    });
  });
});
