// Money, days and the line's state as people read them: exact, grouped by the country, in both languages.
import { expect, test } from "vitest";
import { type Connection, NO_CONNECTION } from "../../renderer/kernel/connection/connection.ts";
import type { Pair } from "../../renderer/kernel/i18n/index.ts";
import {
  agoText,
  bytesText,
  daysLeft,
  durationCsv,
  durationText,
  formatLocale,
  lastedText,
  minorOf,
  moneyText,
  moneyWithCurrency,
  numberText,
  plainDigits,
  tenantFormat,
  timeText,
  typeableMoney,
  typedMoney,
} from "../../renderer/kernel/money-format.ts";
import { connectionWords } from "../../renderer/kernel/shell/connection-words.ts";
import type { Minor } from "../../shared/kernel/money.ts";
import { BN, DICTIONARIES, EN } from "./known-words.ts";

const dhaka = { currency: "BDT", locale: "bn-BD", timezone: "Asia/Dhaka" };

test("Lakh grouping where the country has it, thousands elsewhere", () => {
  expect(moneyText("12345678.50", tenantFormat(dhaka, "en"))).toBe("1,23,45,678.50");
  expect(moneyText("12345678.50", tenantFormat(dhaka, "bn"))).toBe("১,২৩,৪৫,৬৭৮.৫০");
  expect(moneyText("12345678.50", tenantFormat({ ...dhaka, locale: "en-US" }, "en"))).toBe("12,345,678.50");
  expect(formatLocale("not a locale!", "en")).toBe("en");
});

test("Money is exact at any size and keeps the currency's own digits", () => {
  expect(moneyText("999999999999.99", tenantFormat({ currency: "USD", locale: "en-US" }, "en"))).toBe(
    "999,999,999,999.99",
  );
  expect(moneyText(minorOf("1200", 0), tenantFormat({ currency: "JPY", locale: "ja-JP" }, "en"))).toBe(
    "1,200",
  );
  expect(moneyText("1.5", tenantFormat({ currency: "KWD", locale: "ar-KW" }, "en"))).toBe("1.500");
  expect(moneyWithCurrency("800.00", tenantFormat(dhaka, "en"))).toContain("800.00");
});

test("Money is written with the standard's digits, also where Intl would round them away", () => {
  const pkr = tenantFormat({ currency: "PKR", locale: "en-PK" }, "en");
  expect(moneyText("1200.50", pkr)).toBe("1,200.50");
  // What was kept while rupees were taken to have none.
  expect(moneyText("1200", pkr)).toBe("1,200.00");
  expect(moneyWithCurrency("1200.50", pkr)).toMatch(/1,200\.50$/);
  expect(moneyWithCurrency("1200", pkr)).toMatch(/1,200\.00$/);
  const iqd = tenantFormat({ currency: "IQD", locale: "en-US" }, "en");
  expect(moneyWithCurrency("1.505", iqd)).toMatch(/1\.505$/);
});

test("A share on the same page has the decimal sign that amounts have, whatever the locale's own is", () => {
  const share = { style: "percent", maximumFractionDigits: 1 } as const;
  const oslo = { currency: "NOK", locale: "nb-NO" };
  expect(numberText(0.031, tenantFormat(oslo, "en"), share)).toMatch(/^3,1\s?%$/);
  const point = tenantFormat({ ...oslo, decimal_separator: "." }, "en");
  expect(moneyText("20663.00", point)).toMatch(/\.00$/);
  expect(numberText(0.031, point, share)).toMatch(/^3\.1\s?%$/);
  expect(numberText(1234.5, tenantFormat({ ...dhaka, decimal_separator: "," }, "en"))).toBe("1.234,5");
});

test("An amount finer than the currency is written as it is, never rounded", () => {
  const jpy = tenantFormat({ currency: "JPY", locale: "en-US" }, "en");
  expect(moneyText("9.99", jpy)).toBe("9.99");
  expect(moneyWithCurrency("9.99", jpy)).toMatch(/9\.99$/);
  expect(moneyText("9.00", jpy)).toBe("9");
});

const bdt = tenantFormat(dhaka, "en");
const uah = tenantFormat({ currency: "UAH", locale: "uk-UA" }, "en");
const pln = tenantFormat({ currency: "PLN", locale: "pl-PL", decimal_separator: "," }, "en");
const ugx = tenantFormat({ currency: "UGX", locale: "en-UG" }, "en");
const kwd = tenantFormat({ currency: "KWD", locale: "en-US" }, "en");

test("An amount may be typed with the locale's grouping and in Bengali digits; anything else is none", () => {
  expect(typedMoney("1,23,450.5", bdt)).toBe(12345050n);
  expect(typedMoney("123,450", bdt)).toBe(12345000n);
  expect(typedMoney("৮০০", bdt)).toBe(80000n);
  expect(typedMoney("১,২৩,৪৫০.৫০", bdt)).toBe(12345050n);
  expect(typedMoney("1 200", bdt)).toBe(120000n);
  for (const none of ["", ".", "12.345", "1e3", "1.200", "-5", "+5", "1.2.3", "0x10"])
    expect(typedMoney(none, bdt), none).toBeNull();
  expect(plainDigits("१२३")).toBe("123");
});

test("A comma that groups nothing is refused, never dropped: 12,5 does not become 125", () => {
  for (const none of ["12,5", "1,2345", "12,34", "1,23,45", ",5", "5,", "1,,200", "1,200.5,0"])
    expect(typedMoney(none, bdt), none).toBeNull();
  expect(typedMoney("1,23,450", ugx)).toBeNull();
  expect(typedMoney("2,500", ugx)).toBe(2500n);
});

test("Where the comma is the decimal separator it is read as one, and the point only groups", () => {
  expect(typedMoney("12,5", pln)).toBe(1250n);
  expect(typedMoney("1.200,50", pln)).toBe(120050n);
  expect(typedMoney("12.5", pln)).toBeNull();
  expect(typedMoney("1,200", pln)).toBeNull();
  // The setting decides, also against the locale of the reader's language; what is shown can be typed.
  expect(moneyText("1234567.50", pln)).toBe("1.234.567,50");
  expect(typeableMoney(120050n as Minor, pln)).toBe("1200,50");
  expect(moneyText("1234567.50", tenantFormat({ ...dhaka, decimal_separator: "," }, "bn"))).toBe(
    "১২.৩৪.৫৬৭,৫০",
  );
  expect(uah.decimal).toBe(moneyText("0.5", uah)[1]);
});

test("Every amount that is shown is read back as itself, and a moved or lost separator never is another amount", () => {
  let seed = 20_261;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (const format of [bdt, tenantFormat(dhaka, "bn"), uah, pln, ugx, kwd]) {
    for (let turn = 0; turn < 400; turn++) {
      const amount = BigInt(random(10 ** (1 + random(9)))) as Minor;
      const shown = moneyText(amount, format);
      expect(typedMoney(shown, format), shown).toBe(amount);
      expect(typedMoney(typeableMoney(amount, format), format)).toBe(amount);
      // One separator put anywhere into the bare digits: its own amount, or none, but never as if it were not there.
      const bare = String(random(10 ** (2 + random(6))));
      const at = 1 + random(bare.length);
      const odd = bare.length - at !== 3 || at > 3;
      for (const sign of [",", "."]) {
        const typed = `${bare.slice(0, at)}${sign}${bare.slice(at)}`;
        const read = typedMoney(typed, format);
        if (odd)
          expect(read === null || read !== typedMoney(bare, format) || /[.,]0*$/.test(typed), typed).toBe(
            true,
          );
      }
    }
  }
});

test("Times are the tenant's own, durations are short", () => {
  expect(timeText("2026-11-20T08:05:00Z", tenantFormat(dhaka, "en"))).toBe("14:05");
  expect(durationText(60 * 60 * 27, "en")).toBe("1d 3h");
  expect(durationText(3660, "en")).toBe("1h 01m");
  expect(durationText(22 * 60, "bn-BD"), "no Latin unit or digit is left in Bengali").not.toMatch(
    /[a-z0-9]/i,
  );
  expect(durationText(59, "en")).toBe("0m");
  expect(lastedText(42, "en")).toBe("42s");
  expect(lastedText(45 * 60, "en")).toBe("45m");
  expect(durationCsv(3 * 3600 + 5 * 60 + 7)).toBe("3:05:07");
  expect(agoText("2026-11-20T10:00:00Z", new Date("2026-11-20T13:10:00Z"), "en")).toBe("3 hours ago");
  expect(daysLeft("2026-11-30", "2026-11-20")).toBe(10);
  expect(daysLeft(null, "2026-11-20")).toBeNull();
});

test("The header says since when the line is gone, what waits and what needs somebody", () => {
  const offline: Connection = {
    state: "offline",
    since: "2026-11-20T08:05:00Z",
    last_in_sync_at: null,
    waiting: 7,
    photos: 0,
    need_you: 0,
    problem: null,
    clock_ahead_ms: null,
    late: false,
    disk_full: false,
  };
  const time = () => "14:05";
  expect(connectionWords(offline, EN, time).text).toBe("Offline since 14:05 · 7 waiting");
  expect(connectionWords({ ...offline, state: "online", waiting: 0, need_you: 2 }, EN, time)).toEqual({
    text: "Online · 2 waiting for you",
    color: "red",
  });
});

test("A clock that is wrong by most of a day is said in hours, in the reader's digits", () => {
  const ahead: Connection = { ...NO_CONNECTION, state: "online", clock_ahead_ms: 1_355 * 60_000 };
  expect(connectionWords(ahead, EN, String).text).toBe("Online · Clock 22h 35m fast");
  expect(connectionWords(ahead, BN, String).text).not.toMatch(/\d/);
  expect(bytesText(1_234_567_890, "en")).toBe("1.2 GB");
  expect(bytesText(5_400_000, "bn")).toBe("৫.৪ MB");
});

test("Bengali is written in its own letters: names of things and makers alone stay as they are", () => {
  const texts = DICTIONARIES.flatMap((each) => Object.entries<Pair>(each));
  const english = texts.flatMap(([key, [, bengali]]) => {
    const said = bengali.replace(/\{\{\w+\}\}/g, "");
    return /(?<![A-Za-z])[a-z]{3}/.test(said) && !/[\u0980-\u09ff]/.test(said) ? [`${key}: ${bengali}`] : [];
  });
  expect(english).toEqual([]);
});

test("Bengali has every word, with the same places to fill", () => {
  const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
  for (const [key, [english, bengali]] of DICTIONARIES.flatMap((texts) => Object.entries<Pair>(texts))) {
    expect(bengali, key).not.toBe("");
    // A number that is written out in one language may be missing in the other, never one that is not given.
    const given = new Set(places(english));
    expect(
      places(bengali).filter((place) => !given.has(place)),
      key,
    ).toEqual([]);
  }
});
