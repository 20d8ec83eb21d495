// The text of an automated call, and who is to hear it. Pure.
import { invalid } from "../kernel/failure.ts";
import type { MoneyFormat } from "../kernel/formatting/localized.ts";

const PLACEHOLDERS = ["name", "due_amount", "expiry_date", "company_name"] as const;

/** What a script may say of a customer. */
export interface Spoken {
  name: string;
  /** Decimal text. */
  due_amount: string;
  /** YYYY-MM-DD; null: no time limit, of which nothing is said. */
  expiry_date: string | null;
  company_name: string;
}

/**
 * A brace that opens or closes no known placeholder would be read aloud.
 * @throws Failure VALIDATION.
 */
export function checkScript(script: string): void {
  const left = script.replace(/\{(\w+)\}/g, (whole, name) => (PLACEHOLDERS.includes(name) ? "" : whole));
  const [unknown] = /\{[^{}]*\}?|\}/.exec(left) ?? [];
  if (unknown === undefined) return;
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(" ");
  throw invalid("script_text", `There is no ${unknown.slice(0, 40)}; there are ${known}`);
}

const PLACEHOLDER = /\{(\w+)\}/g;
/** After the end of a sentence, in either script. */
const BETWEEN_SENTENCES = /(?<=[.!?।])(?=\s)/;

/**
 * The script with what it says of one customer. A sentence that speaks of a day there is none of is not said, unless nothing
 * would be left to say.
 * @param decimal the company's decimal sign.
 */
export function fillScript(
  script: string,
  spoken: Spoken,
  { decimal }: Pick<MoneyFormat, "decimal">,
): string {
  const said = { ...spoken, due_amount: spoken.due_amount.replace(".", decimal) };
  const spokenFor = (name: string) => (Object.hasOwn(said, name) ? said[name as keyof Spoken] : undefined);
  const fill = (text: string) =>
    text.replace(PLACEHOLDER, (whole, name) => {
      const value = spokenFor(name);
      return value === undefined ? whole : (value ?? "");
    });
  const sentences = script
    .split(BETWEEN_SENTENCES)
    .filter(
      (sentence) => ![...sentence.matchAll(PLACEHOLDER)].some(([, name = ""]) => spokenFor(name) === null),
    )
    .join("")
    .trim();
  return fill(sentences === "" ? script : sentences);
}

export const TEMPLATE_TYPES = ["BILL_DUE", "WELCOME", "OUTAGE"] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Why a customer is not called. */
export type Skipped = "NO_PHONE" | "NOTHING_DUE" | "LEFT";

const LEAST_DIGITS = 5;

/** Whether a customer is not to be called now, and why: they may have paid since the broadcast began. */
export function skippedFor(
  type: TemplateType,
  { phone, due_amount, status }: { phone: string; due_amount: string; status: string },
): Skipped | null {
  if (phone.replace(/\P{Nd}/gu, "").length < LEAST_DIGITS) return "NO_PHONE";
  if (type === "BILL_DUE")
    return /[1-9]/.test(due_amount) && !due_amount.startsWith("-") ? null : "NOTHING_DUE";
  return status === "TERMINATED" ? "LEFT" : null;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;
/** About two minutes with the waits between them: a gateway that restarts. */
const TRIES = 8;

/**
 * After how long a call that failed for the gateway's sake is tried again; null: no more.
 * @param tries how often it was tried.
 * @param wished what the gateway itself asked for, in milliseconds.
 */
export function retryAfter(tries: number, wished = 0): number | null {
  if (tries >= TRIES) return null;
  return Math.min(LONGEST_WAIT_MS, Math.max(wished, FIRST_WAIT_MS * 2 ** (tries - 1)));
}
