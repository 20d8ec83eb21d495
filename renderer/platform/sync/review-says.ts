// Why something is on the review list, in the reader's language. Pure.
import { FAILURES } from "../../../shared/kernel/failure.ts";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import {
  type ReviewReason,
  reasonIn,
  reasonText,
  type Written,
} from "../../../shared/platform/review-reasons.ts";
import { commandWords, fieldNamed, type Translate, valueNamed } from "../../kernel/i18n/index.ts";
import { problemSays } from "../../kernel/problem-words.ts";
import type { Format } from "../../kernel/use-format.ts";

/** What an item says of itself: its reason, else the refusal that it keeps. */
type Said = Pick<ReviewItem, "kind" | "detail" | "payload" | "problem">;
type Value = string | number | null;
type Writing = Pick<Format, "currencyMoney" | "day" | "instant" | "number">;

/** The sync protocol's own kinds, which their payload tells of. */
function reasonOfSync({ kind, payload }: Said): ReviewReason | null {
  const { from, to, field } = payload ?? {};
  if (kind === "CLOCK") return { code: "CLOCK_WRONG", values: {} };
  if (kind === "GAP" && typeof from === "number" && typeof to === "number")
    return { code: "COMMANDS_MISSING", values: { from, to } };
  if (kind === "CONFLICT" && typeof field === "string") return { code: "EDITED_TWICE", values: { field } };
  return null;
}

const isFailure = (code: string): code is keyof typeof FAILURES => Object.hasOwn(FAILURES, code);

const writers: Readonly<Record<Written, (text: string, t: Translate, format: Writing) => string>> = {
  money: (amount, _t, format) => format.currencyMoney(amount),
  instant: (at, _t, format) => format.instant(at),
  day: (day, _t, format) => format.day(day),
  number: (count, _t, format) => format.number(Number(count)),
  field: (name, t) => fieldNamed(name, t.language).label,
  command: (kind, t) => commandWords(kind, t.language),
  "task status": (status, t) => valueNamed("status", status, t.language),
  failure: (code, t) => (isFailure(code) ? t(`error.${code}`) : code),
  person: (name) => name,
  text: (text) => text,
};

/** The text where no person, or no day, is named. */
const NONE = { person: "sync.review.nobody", day: "sync.review.no_day" } as const;

function write(value: Value, written: Written, t: Translate, format: Writing): string {
  if (value !== null) return writers[written](String(value), t, format);
  return written === "person" || written === "day" ? t(NONE[written]) : "";
}

/** Why an item is there, in words: by its code, by its refusal's code, else what the server says in English. */
export function reviewSays(item: Said, t: Translate, format: Writing): string {
  const say = (reason: ReviewReason) =>
    reasonText(reason, t.language, (value, written) => write(value, written, t, format));
  const named = reasonIn(item.payload);
  if (named) return say(named);
  const refused = problemSays(item.problem, t);
  if (refused) return refused;
  const told = t.language === "en" ? null : reasonOfSync(item);
  return told ? say(told) : item.detail;
}
