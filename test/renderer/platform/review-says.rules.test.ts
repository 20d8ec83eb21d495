// Why something is on the review list, in the reader's language: by its code, by its refusal, last of all in the server's English.
import { expect, test } from "vitest";
import { reviewSays } from "../../../renderer/platform/sync/review-says.ts";
import { FAILURES } from "../../../shared/kernel/failure.ts";
import {
  because,
  REVIEW_REASONS,
  type ReviewReasonCode,
  reasonIn,
  reasonText,
} from "../../../shared/platform/review-reasons.ts";
import { BN, EN } from "../known-words.ts";

const BENGALI = /[\u0980-\u09ff]/;
const codes = Object.keys(REVIEW_REASONS) as ReviewReasonCode[];
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();

const format = {
  currencyMoney: (amount: unknown) => `৳${String(amount)}`,
  day: (day: string | null | undefined) => `day ${day}`,
  instant: (at: string | null | undefined) => `at ${at}`,
  number: (count: number) => `#${count}`,
};

const item = (more: Partial<Parameters<typeof reviewSays>[0]>) => ({
  ...{ kind: "CONFLICT" as const, detail: "The server's own words", payload: null, problem: null },
  ...more,
});

test.each(codes)("The reason %s names the same things in both languages", (code) => {
  const [english, bengali] = REVIEW_REASONS[code];
  expect(placesOf(bengali)).toEqual(placesOf(english));
  const words = bengali.replaceAll(/\{\w+\}/g, "").replaceAll(/[\s:,.()]/g, "");
  if (words !== "") expect(bengali).toMatch(BENGALI);
});

test("A reason is said in the reader's language, with its money, days and steps as the reader writes them", () => {
  const { detail, payload } = because("BELOW_PRICE", { amount: "50.00", days: 30 }, { payload: { id: "x" } });
  expect(detail).toContain("50.00 is below the price of 30 days");
  expect(payload.id).toBe("x");
  expect(reviewSays(item({ detail, payload }), EN, format)).toContain(
    "৳50.00 is below the price of #30 days",
  );
  expect(reviewSays(item({ detail, payload }), BN, format)).toMatch(/৳50\.00 #30 দিনের দামের চেয়ে কম/);
  const late = because(
    "STEP_LATE",
    { title: "No internet", step: "task.complete", status: "CANCELLED" },
    { said: { step: "complete" } },
  );
  expect(late.detail).toBe('No internet: "complete" came when it was CANCELLED already');
  expect(reviewSays(item(late), BN, format)).not.toMatch(/task\.complete|CANCELLED|complete/);
});

test("Nobody and no day are words, and a refusal inside a reason is said by its code", () => {
  const moved = because("MOVED_BEFORE", { title: "Cable", who: null, day: null });
  expect(moved.detail).toContain("(nobody, no day)");
  expect(reviewSays(item(moved), BN, format)).not.toMatch(/nobody|null/);
  const refused = because(
    "STEP_REFUSED",
    { title: "Cable", why: "SIGNAL_TOO_WEAK" },
    { said: { why: "The light is too weak" } },
  );
  expect(refused.detail).toBe("Cable: The light is too weak");
  expect(reviewSays(item(refused), BN, format)).toBe(`Cable: ${BN("error.SIGNAL_TOO_WEAK")}`);
});

test.each(Object.keys(FAILURES))("Money refused with %s is reviewed in Bengali words", (code) => {
  const problem = { code, title: "A title", status: 400, detail: "The server's own words", type: "x" };
  const text = reviewSays(item({ kind: "REFUSED", problem }), BN, format);
  expect(text).toMatch(BENGALI);
  expect(text).not.toContain("own words");
});

test.each([
  ["CLOCK", { amount: "1" }],
  ["GAP", { from: 3, to: 5 }],
  ["CONFLICT", { id: "x", field: "phone" }],
] as const)("What the sync protocol itself reviews as %s is said in Bengali", (kind, payload) => {
  expect(reviewSays(item({ kind, payload }), BN, format)).toMatch(BENGALI);
  expect(reviewSays(item({ kind, payload }), BN, format)).not.toContain("own words");
  expect(reviewSays(item({ kind, payload }), EN, format)).toBe("The server's own words");
});

test("Two clocks and two edits are told in either language by what each said, never as machines write it", () => {
  const times = { told_at: "2026-11-27T18:01:06.438Z", used_at: "2026-11-26T19:26:23.000Z" };
  const clock = because("CLOCK_TOLD", times);
  const edits = because("EDITED_BY_TWO", { field: "area", winner: "counter", loser: "admin" });
  for (const words of [EN, BN]) {
    const said = reviewSays(item({ kind: "CLOCK", ...clock }), words, format);
    for (const at of Object.values(times)) expect(said).toContain(`at ${at}`);
    const edited = reviewSays(item(edits), words, format);
    expect(edited).toMatch(/counter.*admin/);
    expect(edited).not.toMatch(/\barea\b/);
  }
});

test("What a newer server says by a code of its own is shown in its words", () => {
  const payload = { because: { code: "NEWS", values: {} } };
  expect(reasonIn(payload)).toBeNull();
  expect(reviewSays(item({ payload }), BN, format)).toBe("The server's own words");
});

test("A place that a newer server names otherwise stays empty, and breaks nothing", () => {
  expect(reasonText({ code: "BELOW_PRICE", values: {} }, "en", (value) => String(value ?? ""))).toContain(
    " is below the price of  days",
  );
});
