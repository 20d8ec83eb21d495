// When a desktop locks itself.
import fc from "fast-check";
import { expect, test } from "vitest";
import { idleness, WARNING_MS } from "../../../renderer/kernel/shell/idle.rules.ts";

test("A company that set 0 never has a desktop locked by itself", () => {
  fc.assert(fc.property(fc.nat(), (idle) => idleness(idle, 0) === "busy"));
});

test("A desktop is busy until a minute before the limit, warns for that minute, and is locked from the limit on", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_440 }), fc.nat(), (minutes, idle) => {
      const limit = minutes * 60_000;
      const expected = idle >= limit ? "over" : idle >= limit - WARNING_MS ? "warned" : "busy";
      expect(idleness(idle, minutes)).toBe(expected);
    }),
  );
});
