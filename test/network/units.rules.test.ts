// Durations and rate limits as RouterOS writes them.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatRateLimit,
  normaliseRateLimit,
  parseDuration,
  parseRate,
} from "../../shared/network/units.rules.ts";

test.each([
  ["2d20h12m20s", 245_540],
  ["1w2d", 777_600],
  ["5s", 5],
  ["0s", 0],
  ["20m", 1_200],
  ["1m500ms", 60],
  ["12.5s", 12],
  ["1d02:03:04", 93_784],
  ["00:00:09", 9],
  ["never", null],
  ["", null],
  ["5x", null],
])("The duration %s is %s seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each([
  ["10M", 10_000_000],
  ["2500k", 2_500_000],
  ["50000000", 50_000_000],
  ["1G", 1_000_000_000],
  ["2.5M", 2_500_000],
  ["fast", null],
  ["", null],
])("The rate %s is %s bits per second", (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

test.each([
  ["10M/50M", "10000k/50000000"],
  ["10M", "10M/10M"],
  ["10M/50M", "10M/50M 0/0 0/0 0/0 8"],
  ["10M/50M 20M/80M 8M/40M 16/16 8", "10M/50M 20M/80M 8M/40M 16s/16s"],
])("%s and %s are the same limit", (left, right) => {
  expect(normaliseRateLimit(left)).toBe(normaliseRateLimit(right));
});

test("Different limits stay different, and what is no limit is left as it is", () => {
  expect(normaliseRateLimit("10M/50M")).not.toBe(normaliseRateLimit("50M/10M"));
  expect(normaliseRateLimit("10M/50M 20M/80M")).not.toBe(normaliseRateLimit("10M/50M"));
  expect(normaliseRateLimit("something else")).toBe("something else");
  expect(normaliseRateLimit("")).toBe("");
});

test("Upload comes first, decimals of a megabit become kilobits", () => {
  expect(formatRateLimit({ upload_kbps: 10_000, download_kbps: 50_000 })).toBe("10M/50M");
  expect(formatRateLimit({ upload_kbps: 2_500, download_kbps: 2_500 })).toBe("2500k/2500k");
  expect(formatRateLimit({ upload_kbps: 1_000, download_kbps: 2_000, burst: "2M/4M" })).toBe("1M/2M 2M/4M");
});

test("Normalising twice changes nothing more", () => {
  const kbps = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(kbps, kbps, (upload_kbps, download_kbps) => {
      const once = normaliseRateLimit(formatRateLimit({ upload_kbps, download_kbps }));
      expect(once).toBe(`${upload_kbps * 1000}/${download_kbps * 1000}`);
      expect(normaliseRateLimit(once)).toBe(once);
    }),
  );
});
