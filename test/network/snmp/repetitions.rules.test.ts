// How large questions are: back to large ones soon after a bad minute of the network, ever later where the device chokes.
import { expect, test } from "vitest";
import { Repetitions } from "../../../main/network/snmp/repetitions.ts";

const SHORT_ROWS = { rows: 25, bytes: 800 };

test("After a bad minute of the network large questions are asked again, and the pause starts anew", () => {
  const pace = new Repetitions();
  pace.settle(1, 0);
  expect(pace.next(1, { rows: 1, bytes: 80 }, 29_000)).toBe(1);
  expect(pace.next(1, { rows: 1, bytes: 80 }, 31_000)).toBe(25);
  expect(pace.next(25, SHORT_ROWS, 31_100)).toBe(40);
  pace.settle(10, 40_000);
  expect(pace.size(69_000)).toBe(10);
  expect(pace.size(71_000)).toBe(25);
});

test("A device that chokes again and again on large questions is tried with them ever less often", () => {
  const pace = new Repetitions();
  let now = 0;
  const pauses = [1, 2, 3, 4, 5, 6].map(() => {
    pace.settle(25, now);
    const began = now;
    while (pace.next(25, SHORT_ROWS, now) === 25) now += 10_000;
    return (now - began) / 1_000;
  });
  expect(pauses).toEqual([30, 120, 480, 1_920, 3_600, 3_600]);
});

test("Long rows are asked for in no larger questions than short ones are at first", () => {
  expect(new Repetitions().next(25, { rows: 25, bytes: 4_000 }, 0)).toBe(25);
});
