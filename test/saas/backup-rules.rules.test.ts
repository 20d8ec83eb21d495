// When a backup or a proof is due, and which backups are kept.
import { expect, test } from "vitest";
import { isDue, outdated } from "../../shared/saas/backup.rules.ts";

const at = (text: string) => new Date(`${text}Z`);

const UTC = "UTC";

test("What was never done is due, what was done just now is not, at any hour", () => {
  expect(isDue(null, at("2026-11-21T12:00"), 1, UTC)).toBe(true);
  expect(isDue(at("2026-11-21T02:00"), at("2026-11-21T12:00"), 1, UTC)).toBe(false);
});

test("A server that runs day and night does daily work at night, one that is off at night does it by day", () => {
  const last = at("2026-11-20T02:41");
  expect(isDue(last, at("2026-11-20T23:41"), 1, UTC)).toBe(false);
  expect(isDue(last, at("2026-11-21T01:41"), 1, UTC)).toBe(true);
  // Half a day late: no night came.
  expect(isDue(last, at("2026-11-21T13:00"), 1, UTC)).toBe(false);
  expect(isDue(last, at("2026-11-21T14:41"), 1, UTC)).toBe(true);
});

test("The night is the company's own, so that heavy work is not done for it in its office hours", () => {
  const last = at("2026-11-19T20:00");
  // 7 in the morning in Dhaka, 1 at night in Greenwich.
  expect(isDue(last, at("2026-11-21T01:00"), 1, "Asia/Dhaka")).toBe(false);
  expect(isDue(last, at("2026-11-20T19:00"), 1, "Asia/Dhaka")).toBe(true);
  expect(isDue(last, at("2026-11-20T22:59"), 1, "Asia/Dhaka")).toBe(true);
  expect(isDue(last, at("2026-11-20T23:00"), 1, "Asia/Dhaka")).toBe(false);
  expect(isDue(last, at("2026-11-20T19:00"), 1, "UTC")).toBe(false);
});

test("A weekly proof is due in the seventh night, and at the latest half a day after the week", () => {
  const last = at("2026-11-14T02:00");
  expect(isDue(last, at("2026-11-20T02:00"), 7, UTC)).toBe(false);
  expect(isDue(last, at("2026-11-21T02:00"), 7, UTC)).toBe(true);
  expect(isDue(last, at("2026-11-21T13:59"), 7, UTC)).toBe(false);
  expect(isDue(last, at("2026-11-21T14:00"), 7, UTC)).toBe(true);
});

test("The last backup of each of seven days and four weeks is kept, and the newest whatever is configured", () => {
  const days = Array.from({ length: 60 }, (_, back) => ({
    id: String(back),
    taken_at: new Date(at("2026-11-21T02:00").getTime() - back * 86_400_000),
  }));
  const kept = (options: { daily: number; weekly: number }) => {
    const old = new Set(outdated(days, options));
    return days.filter(({ id }) => !old.has(id)).map(({ taken_at }) => taken_at.toISOString().slice(5, 10));
  };
  const sundays = ["11-15", "11-08", "11-01"];
  expect(kept({ daily: 7, weekly: 4 })).toEqual(
    ["11-21", "11-20", "11-19", "11-18", "11-17", "11-16", ...sundays].toSorted().reverse(),
  );
  expect(kept({ daily: 1, weekly: 1 })).toEqual(["11-21"]);
  expect(kept({ daily: 0, weekly: 0 })).toEqual(["11-21"]);
  expect(outdated([], { daily: 7, weekly: 4 })).toEqual([]);
});
