// The diagnosis of a line as it is read: both languages, times as people say them, and a word for every verdict.
import fc from "fast-check";
import { expect, test } from "vitest";
import { tenantFormat } from "../../../renderer/kernel/money-format.ts";
import { saidText, sinceText } from "../../../renderer/network/diagnosis/verdict-text.ts";
import { type Told, VERDICTS, type VerdictCode } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import { BN, EN } from "../known-words.ts";

const now = new Date("2026-11-20T10:00:00Z");
const settings = { currency: "BDT", locale: "bn-BD", timezone: "Asia/Dhaka" };
const en = { t: EN, format: tenantFormat(settings, "en"), now };
const bn = { t: BN, format: tenantFormat(settings, "bn"), now };
const CODES = Object.keys(VERDICTS) as VerdictCode[];

test.each<[VerdictCode, Told, string, string]>([
  ["UNPAID", { day: "2026-11-01" }, "Unpaid, cut on 1 Nov 2026", "টাকা দেওয়া হয়নি, ১ নভে, ২০২৬ তারিখে বন্ধ"],
  ["WRONG_PASSWORD", { since: "2026-11-20T08:02:00Z" }, "Wrong password since 14:02", "১৪:০২ থেকে ভুল পাসওয়ার্ড"],
  [
    "FIBRE_WEAK",
    { rx: -26.1, since: "2026-11-17T05:00:00Z" },
    "Fibre: weak, −26.1 dBm since Tuesday",
    "মঙ্গলবার থেকে ফাইবার: দুর্বল, −২৬.১ dBm",
  ],
  [
    "POWER_CUT",
    { since: "2026-11-20T02:10:00Z" },
    "Power cut at the customer since 08:10",
    "০৮:১০ থেকে গ্রাহকের বাসায় বিদ্যুৎ নেই",
  ],
  [
    "PORT_DOWN",
    { port: "0/1/3", down: 14, total: 15 },
    "The whole port 0/1/3 is down: 14 of 15 customers",
    "পুরো পোর্ট 0/1/3 বন্ধ: ১৫ জনের ১৪ জন",
  ],
  [
    "AGENT_OFFLINE",
    { router: "Core 1", since: "2026-11-20T09:40:00Z" },
    "The office computer that reads Core 1 is offline: last known 20 minutes ago",
    "Core 1 পড়ে এমন অফিস কম্পিউটার অফলাইন: শেষ জানা ২০ মিনিট আগে",
  ],
])("%s is said in both languages", (code, told, english, bengali) => {
  expect(saidText(code, told, en)).toBe(english);
  expect(saidText(code, told, bn)).toBe(bengali);
});

test("Since when is a time today, a weekday within a week, else a date", () => {
  expect(sinceText("2026-11-19T18:30:00Z", en)).toBe("00:30");
  expect(sinceText("2026-11-19T12:00:00Z", en)).toBe("Thursday");
  expect(sinceText("2026-11-14T12:00:00Z", en)).toBe("Saturday");
  expect(sinceText("2026-11-13T12:00:00Z", en)).toBe("13 Nov 2026");
});

test("Every verdict has words and advice in both languages, with no place left unfilled", () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const told = fc.record(
    {
      since: maybe(fc.constant("2026-11-20T08:02:00Z")),
      day: maybe(fc.constant("2026-11-01")),
      rx: maybe(fc.double({ min: -35, max: 0, noNaN: true })),
      router: fc.constant("Core 1"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...CODES), told, fc.constantFrom(en, bn), (code, values, reader) => {
      for (const text of [saidText(code, values, reader), reader.t(`diag.next.${code}`)])
        expect(text).not.toMatch(/\{\{|^$|diag\./);
    }),
  );
});
