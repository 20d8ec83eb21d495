// RouterOS text as numbers: counts, durations and rate limits. What no device can mean is no number.
import { own } from "../kernel/safe-lookup.ts";
import type { RateLimit } from "./agent-wire.ts";

const UNIT_SECONDS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };
const UNIT_FACTOR: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };

/** A count such as a byte counter or a percentage; null: the text is none, or says more than `most`. */
export function parseCount(text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null;
  const count = Number(text);
  return count <= most ? count : null;
}

/** A hundred years: no device has run for longer, and no session lasted. */
const LONGEST_SECONDS = 3_155_760_000;

/**
 * Seconds in a RouterOS duration: `2w1d20h12m20s`, `20m`, `0s`, fractions and `ms` cut off, or `1d02:03:04`.
 * Null when the text is none.
 * @example parseDuration("2d20h12m20s") // 245540
 */
export function parseDuration(text: string): number | null {
  const seconds = secondsIn(text);
  return seconds !== null && seconds <= LONGEST_SECONDS ? seconds : null;
}

function secondsIn(text: string): number | null {
  const clock = /^(?:(\d+)w)?(?:(\d+)d)?(\d{1,3}):(\d{2}):(\d{2})(?:\.\d+)?$/.exec(text);
  if (clock) {
    const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = clock
      .slice(1)
      .map((part) => Number(part ?? 0));
    return weeks * 604_800 + days * 86_400 + hours * 3600 + minutes * 60 + seconds;
  }
  if (!/^(\d+w)?(\d+d)?(\d+h)?(\d+m(?!s))?(\d+(\.\d+)?s)?(\d+ms)?(\d+us)?$/.test(text) || text === "")
    return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(?:\.\d+)?(w|d|h|ms|us|m|s)/g))
    total += Number(count) * (own(UNIT_SECONDS, unit ?? "") ?? 0);
  return total;
}

/** Bits per second of `10M`, `2500k`, `50000000`, `1G`; null when the text is no rate. */
export function parseRate(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text);
  if (!match) return null;
  return Math.round(Number(match[1]) * (own(UNIT_FACTOR, match[2] ?? "") ?? 1));
}

/** `8M/10M` or `8M` (both ways) as numbers; null when it is neither. */
function parsePair(text: string, read: (part: string) => number | null): [number, number] | null {
  const parts = text.split("/");
  if (parts.length > 2) return null;
  const first = read(parts[0] ?? "");
  const second = parts.length === 2 ? read(parts[1] ?? "") : first;
  return first === null || second === null ? null : [first, second];
}

/** What RouterOS assumes for the groups after the rate: burst, threshold, time, priority, minimum. */
const isDefault = (group: string, index: number): boolean => (index === 4 ? group === "8" : group === "0/0");

/**
 * A rate-limit in one canonical spelling, so that `10M/50M`, `10000k/50M` and `10000000/50000000 0/0 0/0` compare
 * equal. Text that is no rate-limit comes back as it is.
 */
export function normaliseRateLimit(text: string): string {
  const groups = text.trim().split(/\s+/);
  if (text.trim() === "") return "";
  const result: string[] = [];
  for (const [index, group] of groups.entries()) {
    if (index === 4) {
      if (!/^[1-8]$/.test(group)) return text.trim();
      result.push(group);
      continue;
    }
    const pair = parsePair(
      group,
      index === 3 ? (part) => (/^\d+$/.test(part) ? Number(part) : parseDuration(part)) : parseRate,
    );
    if (pair === null) return text.trim();
    result.push(pair.join("/"));
  }
  while (result.length > 1 && isDefault(result.at(-1) ?? "", result.length - 1)) result.pop();
  return result.join(" ");
}

const spell = (kbps: number): string => (kbps % 1000 === 0 ? `${kbps / 1000}M` : `${kbps}k`);

/**
 * The rate-limit to write. RouterOS speaks from its own side: rx (the customer's upload) comes first.
 * https://help.mikrotik.com/docs/display/ROS/PPP+AAA
 * @example formatRateLimit({ upload_kbps: 10000, download_kbps: 50000 }) // "10M/50M"
 */
export function formatRateLimit(limit: RateLimit): string {
  const rate = `${spell(limit.upload_kbps)}/${spell(limit.download_kbps)}`;
  const burst = limit.burst?.trim() ?? "";
  return burst === "" ? rate : `${rate} ${burst}`;
}

/** `a` or `a/b` with each side in one spelling; equal sides once. */
export function normalisePair(text: string, spell: (part: string) => string): string {
  const [first = "", second = first] = text.split("/").map(spell);
  return first === second ? first : `${first}/${second}`;
}

/**
 * A rate-limit as the fields of a simple queue, which says the same things one by one. What RouterOS assumes for a
 * rate-limit (threshold: the rate; time: a second) is spelled out, what it assumes for a queue is written as such.
 * @example queueLimits("10M/50M 20M/80M") // max-limit 10M/50M, burst-limit 20M/80M, burst-threshold 10M/50M, …
 */
export function queueLimits(rate_limit: string): Readonly<Record<string, string>> {
  const [rate = "", burst = "0/0", threshold, time, priority = "8"] = rate_limit.split(" ");
  const bursts = burst !== "0/0";
  return {
    "max-limit": rate,
    "burst-limit": burst,
    "burst-threshold": threshold ?? (bursts ? rate : "0/0"),
    "burst-time": spellTimes(time ?? (bursts ? "1/1" : "0/0")),
    priority: `${priority}/${priority}`,
  };
}

/** Seconds with their unit, which a queue wants: `16/16` → `16s/16s`. */
const spellTimes = (times: string): string =>
  times
    .split("/")
    .map((part) => (/^\d+$/.test(part) ? `${part}s` : part))
    .join("/");
