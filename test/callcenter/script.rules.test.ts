// What an automated call says of one customer.
import { expect, test } from "vitest";
import { fillScript } from "../../shared/callcenter/script.rules.ts";

const rahim = { name: "Rahim Uddin", due_amount: "700.50", expiry_date: "2026-12-24", company_name: "Padma" };
const POINT = { decimal: "." } as const;
const endless = { ...rahim, expiry_date: null };

test("An automated call says each value in its place", () => {
  const said = fillScript(
    "Dear {name}, {due_amount} is due. Your line is open until {expiry_date}.",
    rahim,
    POINT,
  );
  expect(said).toBe("Dear Rahim Uddin, 700.50 is due. Your line is open until 2026-12-24.");
});

test("An automated call does not say the sentence about an expiry of who has none, in either script", () => {
  const script = "Dear {name}, {due_amount} is due to {company_name}. Your line is open until {expiry_date}.";
  expect(fillScript(script, endless, POINT)).toBe("Dear Rahim Uddin, 700.50 is due to Padma.");
  expect(fillScript("মেয়াদ {expiry_date} পর্যন্ত। {name}, ধন্যবাদ।", endless, POINT)).toBe("Rahim Uddin, ধন্যবাদ।");
});

test("An automated call says what is left of a single sentence rather than nothing at all", () => {
  expect(fillScript("{name}: open until {expiry_date}", endless, POINT)).toBe("Rahim Uddin: open until ");
});

test("A script leaves what is no placeholder as it stands, also a name that every object has", () => {
  expect(fillScript("{name} {constructor}", rahim, POINT)).toBe("Rahim Uddin {constructor}");
});

test("An automated call says an amount with the company's decimal sign", () => {
  const comma = { decimal: "," } as const;
  expect(fillScript("{due_amount}", { ...rahim, due_amount: "1200.50" }, comma)).toBe("1200,50");
});
