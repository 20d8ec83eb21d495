// Money, days and the line's state as people read them: exact, grouped by the country, in both languages.
import { expect, test } from "vitest";
import type { Connection } from "../../renderer/kernel/connection.ts";
import { bn } from "../../renderer/kernel/i18n/bn.ts";
import { en, type Key } from "../../renderer/kernel/i18n/en.ts";
import type { Translate } from "../../renderer/kernel/i18n/index.ts";
import {
  agoText,
  daysLeft,
  durationText,
  formatLocale,
  minorOf,
  moneyText,
  moneyWithCurrency,
  plainDigits,
  tenantFormat,
  timeText,
  typedMoney,
} from "../../renderer/kernel/money-format.ts";
import { connectionWords } from "../../renderer/kernel/screen/connection-words.ts";

const dhaka = { currency: "BDT", locale: "bn-BD", timezone: "Asia/Dhaka" };

test("lakh grouping where the country has it, thousands elsewhere", () => {
  expect(moneyText("12345678.50", tenantFormat(dhaka, "en"))).toBe("1,23,45,678.50");
  expect(moneyText("12345678.50", tenantFormat(dhaka, "bn"))).toBe("১,২৩,৪৫,৬৭৮.৫০");
  expect(moneyText("12345678.50", tenantFormat({ ...dhaka, locale: "en-US" }, "en"))).toBe("12,345,678.50");
  expect(formatLocale("not a locale!", "en")).toBe("en");
});

test("money is exact at any size and keeps the currency's own digits", () => {
  expect(moneyText("999999999999.99", tenantFormat({ currency: "USD", locale: "en-US" }, "en"))).toBe(
    "999,999,999,999.99",
  );
  expect(moneyText(minorOf("1200", 0), tenantFormat({ currency: "JPY", locale: "ja-JP" }, "en"))).toBe(
    "1,200",
  );
  expect(moneyText("1.5", tenantFormat({ currency: "KWD", locale: "ar-KW" }, "en"))).toBe("1.500");
  expect(moneyWithCurrency("800.00", tenantFormat(dhaka, "en"))).toContain("800.00");
});

test("an amount may be typed with grouping and in Bengali digits; anything else is none", () => {
  expect(typedMoney("1,23,450.5", 2)).toBe(12345050n);
  expect(typedMoney("৮০০", 2)).toBe(80000n);
  expect(typedMoney("", 2)).toBeNull();
  expect(typedMoney("12.345", 2)).toBeNull();
  expect(typedMoney("1e3", 2)).toBeNull();
  expect(plainDigits("१२३")).toBe("123");
});

test("times are the tenant's own, durations are short", () => {
  expect(timeText("2026-11-20T08:05:00Z", tenantFormat(dhaka, "en"))).toBe("14:05");
  expect(durationText(60 * 60 * 27)).toBe("1d 3h");
  expect(durationText(3660)).toBe("1h 01m");
  expect(durationText(59)).toBe("0m");
  expect(agoText("2026-11-20T10:00:00Z", new Date("2026-11-20T13:10:00Z"), "en")).toBe("3 hours ago");
  expect(daysLeft("2026-11-30", "2026-11-20")).toBe(10);
  expect(daysLeft(null, "2026-11-20")).toBeNull();
});

const words: Translate = (key, values = {}) =>
  Object.entries(values).reduce<string>(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    en[key],
  );

test("the header says since when the line is gone, what waits and what needs somebody", () => {
  const offline: Connection = {
    state: "offline",
    since: "2026-11-20T08:05:00Z",
    last_in_sync_at: null,
    waiting: 7,
    need_you: 0,
    problem: null,
  };
  const time = () => "14:05";
  expect(connectionWords(offline, words, time).text).toBe("Offline since 14:05 · 7 waiting");
  expect(connectionWords({ ...offline, state: "online", waiting: 0, need_you: 2 }, words, time)).toEqual({
    text: "On-line · 2 need you",
    color: "red",
  });
});

test("Bengali has every word, with the same places to fill", () => {
  const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
  for (const key of Object.keys(en) as Key[]) {
    expect(bn[key], key).not.toBe("");
    // A number that is written out in one language may be missing in the other, never one that is not given.
    const given = new Set(places(en[key]));
    expect(
      places(bn[key]).filter((place) => !given.has(place)),
      key,
    ).toEqual([]);
  }
});
