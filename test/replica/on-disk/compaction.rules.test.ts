// When a log is begun anew: that writes all of it, so it waits until more than half of it is of no use.
import "../../../shared/resources.ts";
import { expect, test } from "vitest";
import { needsCompaction, newHead } from "../../../renderer/kernel/replica/disk/log.ts";

const info = { name: "invoices", schema_version: 1, epoch: "1" };
const head = (batches: number, written: number) => ({ ...newHead(info), batches, written });

test("A log is begun anew when more than half of its records are superseded, and not for a thousand of them", () => {
  expect(needsCompaction(head(800, 200_000), 100_000)).toBe(false);
  expect(needsCompaction(head(800, 200_001), 100_000)).toBe(true);
  expect(needsCompaction(head(5, 1_100), 100)).toBe(false);
  expect(needsCompaction(head(5, 1_101), 100)).toBe(true);
});

test("A log is begun anew when it has two hundred batches more than twice as many as it needs", () => {
  expect(needsCompaction(head(1_000, 100_000), 100_000)).toBe(false);
  expect(needsCompaction(head(1_001, 100_000), 100_000)).toBe(true);
  expect(needsCompaction(head(200, 200), 200)).toBe(false);
  expect(needsCompaction(head(203, 203), 203)).toBe(true);
});
