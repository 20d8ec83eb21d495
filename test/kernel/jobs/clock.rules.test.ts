// A clock against the time that passed.
import fc from "fast-check";
import { expect, it } from "vitest";
import { LEEWAY_MS, lookAt, type Reading, type Seen } from "../../../server/kernel/jobs/clock.rules.ts";

const HOUR = 3_600_000;
const first: Reading = { boot: "a", uptime_ms: 10 * HOUR, now_ms: Date.UTC(2026, 10, 28) };
const later = (before: Reading, passed: number, moved = 0): Reading => ({
  ...before,
  uptime_ms: before.uptime_ms + passed,
  now_ms: before.now_ms + passed + moved,
});

it("A clock that goes on with the time that passes is believed, however long nobody looked", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400 * 24 * HOUR), { maxLength: 20 }), (pauses) => {
      let seen = lookAt(null, first);
      for (const passed of pauses) seen = lookAt(seen, later(seen, passed));
      expect(seen).toMatchObject({ off_ms: 0, off_since_ms: null });
    }),
  );
});

it("A clock that moved by more than an hour is off until it has moved back, however it was moved", () => {
  const step = fc.record({ passed: fc.nat(24 * HOUR), moved: fc.integer({ min: -90, max: 90 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let seen = lookAt(null, first);
      let is_off = false;
      let sum = 0;
      for (const { passed, moved } of steps) {
        const by = moved * 24 * HOUR;
        seen = lookAt(seen, later(seen, passed, by));
        sum += by;
        is_off = Math.abs(sum) > LEEWAY_MS;
        expect(seen.off_since_ms !== null).toBe(is_off);
        if (is_off) expect(seen.off_ms).toBe(sum);
      }
    }),
  );
});

it("Each further jump is a move of its own, which nobody has confirmed yet", () => {
  const jumped = lookAt(lookAt(null, first), later(first, 0, 48 * HOUR));
  const still = lookAt(jumped, later(jumped, HOUR));
  expect(still.off_since_ms).toBe(jumped.off_since_ms);
  const again = lookAt(still, later(still, 0, 48 * HOUR));
  expect(again.off_since_ms).toBe(again.now_ms);
});

it("After a new start nobody knows how long the machine was off, but it was not for less than no time", () => {
  const seen: Seen = lookAt(null, first);
  const restarted = (now_ms: number) => lookAt(seen, { boot: "b", uptime_ms: 0, now_ms });
  expect(restarted(first.now_ms + 30 * 24 * HOUR).off_since_ms).toBeNull();
  const behind = restarted(first.now_ms - 30 * 24 * HOUR);
  expect(behind).toMatchObject({ off_ms: -30 * 24 * HOUR });
  // The network has put it right.
  expect(lookAt(behind, later(behind, HOUR, 30 * 24 * HOUR)).off_since_ms).toBeNull();
});
