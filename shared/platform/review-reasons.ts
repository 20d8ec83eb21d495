// Why an item is on the review list, by code, in every language: the server keeps the code with what it names in the item's
// payload and its English as the item's detail; a screen says the code in its reader's language.

import { type Language, type Pair, textIn } from "../kernel/formatting/language.ts";
import { own } from "../kernel/safe-lookup.ts";

/** A place `{…}` is written by its name: see PLACES. Both languages fill the same places. */
export const REVIEW_REASONS = {
  AUTHOR_UNPROVEN: [
    "It says that {author} did it, without a proof: it counts as done by {who}, who handed it in",
    "বলা হয়েছে {author} করেছেন, কিন্তু প্রমাণ নেই: যিনি জমা দিয়েছেন সেই {who}-এর কাজ হিসেবে ধরা হয়েছে",
  ],
  BELOW_PRICE: [
    "{amount} is below the price of {days} days: it was booked as a payment, and the service was not extended",
    "{amount} {days} দিনের দামের চেয়ে কম: পেমেন্ট হিসেবে লেখা হয়েছে, মেয়াদ বাড়ানো হয়নি",
  ],
  BOOKED_LATER: [
    "Done on {done}, in books that are closed by now: it was booked on {booked}",
    "{done} তারিখে করা, সেই সময়ের খাতা এখন বন্ধ: {booked} তারিখে লেখা হয়েছে",
  ],
  BOOKS_DIFFER: ["The kept balance differs from the records", "রাখা ব্যালেন্স রেকর্ডের সাথে মেলে না"],
  CALLBACK_UNREADABLE: ["{provider} called in with what can't be read", "{provider} থেকে যা এসেছে তা পড়া যায় না"],
  CAME_BACK_TOO_MUCH: [
    "{item}: {more} {unit} more came back than the books had with {who}",
    "{item}: {who}-এর কাছে খাতায় যা ছিল তার চেয়ে {more} {unit} বেশি ফেরত এসেছে",
  ],
  CAME_WHILE_ABSENT: [
    "{who} came to work on {day}, marked absent meanwhile",
    "{who} {day} তারিখে কাজে এসেছেন, এর মধ্যে অনুপস্থিত লেখা হয়েছে",
  ],
  CASH_CAME_LATE: [
    "{amount} in cash that {who} took into the drawer counted on {at} came in after the count: put the count right",
    "{who}-এর {at} তারিখে গোনা ড্রয়ারের {amount} নগদ টাকা গোনার পরে হিসাবে এসেছে: গোনা ঠিক করুন",
  ],
  CASH_LEFT_LATE: [
    "{amount} in cash that left the drawer that {who} counted on {at} was told after the count: put the count right",
    "{who}-এর {at} তারিখে গোনা ড্রয়ার থেকে যাওয়া {amount} নগদ টাকা গোনার পরে জানা গেছে: গোনা ঠিক করুন",
  ],
  CHANGE_DIFFERS: [
    "The till showed {shown} to pay and days until {shown_until}; settled were {amount} to pay and days until {until}",
    "টিলে দেখানো হয়েছিল দিতে হবে {shown}, মেয়াদ {shown_until} পর্যন্ত; হিসাবে হয়েছে দিতে হবে {amount}, মেয়াদ {until} পর্যন্ত",
  ],
  CLOCK_WRONG: ["A clock was wrong: the time of receipt was used", "একটি ঘড়ি ভুল ছিল: পাওয়ার সময়টি ধরা হয়েছে"],
  CLOCK_TOLD: ["The clock said {told_at}; {used_at} was used", "ঘড়িতে ছিল {told_at}; ধরা হয়েছে {used_at}"],
  COMMANDS_MISSING: [
    "Commands {from} to {to} never came in; what the device did after was applied",
    "{from} থেকে {to} নম্বর কাজ কখনো আসেনি; যন্ত্রটির পরের কাজগুলো প্রয়োগ হয়েছে",
  ],
  DRAWER_COUNTED_AGAIN: [
    "{who}'s drawer was counted again offline after it had been closed: {amount}",
    "{who}-এর ড্রয়ার বন্ধ হওয়ার পরে লাইন ছাড়া আবার গোনা হয়েছে: {amount}",
  ],
  DRAWER_OPENED_TWICE: [
    "{who} opened a drawer offline while another one was open",
    "{who} লাইন ছাড়া একটি ড্রয়ার খুলেছেন, তখন আরেকটি খোলা ছিল",
  ],
  EDITED_BY_TWO: [
    "{field}: {winner}'s later edit stands, {loser}'s is in the history",
    "{field}: {winner}-এর পরের বদলটি থাকল, {loser}-এরটি ইতিহাসে আছে",
  ],
  /** Of items written before they named the two. */
  EDITED_TWICE: [
    "{field}: two people changed it; the later edit stands, the other is in the history",
    "{field}: দুজন বদলেছেন; পরেরটি থাকল, অন্যটি ইতিহাসে আছে",
  ],
  EVENT_AMOUNT_DIFFERS: [
    "{provider} reported {currency} {sum} for a payment that it had reported before, with another amount",
    "{provider} আগে জানানো একটি পেমেন্ট এখন অন্য অঙ্কে জানিয়েছে: {currency} {sum}",
  ],
  EVENT_CURRENCY: ["The money is {currency}, ours is {own}", "টাকাটি {currency}-এ, আমাদের {own}"],
  EVENT_CUSTOMER_LEFT: ["The customer has left", "গ্রাহক চলে গেছেন"],
  EVENT_NOBODY: [
    "No one customer has this code, username or phone",
    "এই কোড, ইউজারনেম বা ফোনে একজন নির্দিষ্ট গ্রাহক নেই",
  ],
  EXPIRY_HELD: [
    "The access of {count} customers would end today, {day}, more than usual or by a clock that jumped: nobody was cut off. If the date is right, take this off the list, and they expire",
    "আজ {day} তারিখে {count} জন গ্রাহকের মেয়াদ শেষ হতো, স্বাভাবিকের চেয়ে বেশি বা ঘড়ি লাফ দিয়েছে: কারও লাইন কাটা হয়নি। তারিখ ঠিক থাকলে এটি তালিকা থেকে সরান, তখন মেয়াদ শেষ হবে",
  ],
  GIVEN_AGAIN: [
    "{item}: {serials} was given out, but has {again} already in the books",
    "{item}: {serials} দেওয়া হয়েছে, কিন্তু খাতায় {again} আগেই দেওয়া আছে",
  ],
  GIVEN_TO_TWO: [
    "{item}: {serials} was given out, but {who} has it in the books",
    "{item}: {serials} দেওয়া হয়েছে, কিন্তু খাতায় সেটি {who}-এর কাছে",
  ],
  LATE_AFTER_DEVICE: [
    "{who} told of this after the computer {device} had been revoked: ask whether the money is there",
    "{device} কম্পিউটার বাতিল হওয়ার পরে {who} এটি জানিয়েছেন: টাকাটি আছে কি না জিজ্ঞেস করুন",
  ],
  LATE_AFTER_END: [
    "This came in after the membership of {who} had ended: ask whether the money is there",
    "{who}-এর সদস্যপদ শেষ হওয়ার পরে এটি এসেছে: টাকাটি আছে কি না জিজ্ঞেস করুন",
  ],
  LATE_AFTER_RIGHT: [
    "This came in after {who} had lost the right to it: ask whether the money is there",
    "{who} এর অধিকার হারানোর পরে এটি এসেছে: টাকাটি আছে কি না জিজ্ঞেস করুন",
  ],
  LEAVE_IN_APPROVED_DAYS: [
    "{who} asks for leave in days of an approved one",
    "{who} অনুমোদিত ছুটির দিনগুলোতে আবার ছুটি চেয়েছেন",
  ],
  LEFT_WITHOUT_COMING: [
    "{who} left work on {day}, and nobody knows when they came",
    "{who} {day} তারিখে কাজ থেকে গেছেন, কখন এসেছিলেন কেউ জানে না",
  ],
  MOVED_BEFORE: [
    "{title}: not moved: somebody moved it later, and that stands ({who}, {day})",
    "{title}: সরানো হয়নি: পরে আরেকজন সরিয়েছেন, সেটিই থাকল ({who}, {day})",
  ],
  MOVED_BY_TWO: [
    "{title}: moved by two at once: the later move stands ({who}, {day}), not {who_before}, {day_before}",
    "{title}: দুজন একসাথে সরিয়েছেন: পরেরটি থাকল ({who}, {day}), {who_before}, {day_before} নয়",
  ],
  NOT_MOVED: ["{title}: not moved: {why} ({status}, {who})", "{title}: সরানো হয়নি: {why} ({status}, {who})"],
  NOT_MOVED_BEGUN: [
    "{title}: not moved: {who} had begun it already: it stays with them",
    "{title}: সরানো হয়নি: {who} আগেই শুরু করেছেন: তাঁর কাছেই থাকল",
  ],
  NO_EMPLOYEE_LINKED: [
    "{who}, {step}: no employee is linked to this account",
    "{who}, {step}: এই অ্যাকাউন্টের সাথে কোনো কর্মী যুক্ত নেই",
  ],
  ONU_AT_TWO: [
    "{serials} was used at this customer's, and stands in the books of {who} as well",
    "{serials} এই গ্রাহকের কাছে ব্যবহার হয়েছে, খাতায় {who}-এর কাছেও আছে",
  ],
  PART_BACK_AFTER_END: [
    "{item}: {count} {unit} taken back. The work for which it was used is over",
    "{item}: {count} {unit} ফেরত নেওয়া হয়েছে। যে কাজে ব্যবহার হয়েছিল সেটি শেষ",
  ],
  PERSON_LEFT: [
    "{title}: whom it was given is not of the staff any more",
    "{title}: যাঁকে দেওয়া হয়েছিল তিনি আর কর্মী নন",
  ],
  PIECES_USED_TOO_MUCH: [
    "{item}: {count} {unit} were used, {more} more than the books had with {who}, {serials}",
    "{item}: {count} {unit} ব্যবহার হয়েছে, {who}-এর কাছে খাতায় যা ছিল তার চেয়ে {more} বেশি, {serials}",
  ],
  REVERSAL_REQUESTED: [
    "{who} asks for {number} of {amount} to be reversed: {wish}",
    "{who} {amount} টাকার {number} ফেরত চেয়েছেন: {wish}",
  ],
  RECEIPT_REPLACED: [
    "Receipt {given} exists already; this payment has number {number}",
    "{given} নম্বর রসিদ আগেই আছে; এই পেমেন্টের নম্বর {number}",
  ],
  PIECES_TAKEN_BACK: [
    "{item}: {who} took {serials} back, but by the books it is elsewhere",
    "{item}: {who} {serials} ফেরত নিয়েছেন, কিন্তু খাতায় সেটি অন্য জায়গায়",
  ],
  PIECES_IN_STORE_AGAIN: [
    "{item}: {serials} came into the store, where it is already in the books",
    "{item}: {serials} স্টোরে এসেছে, খাতায় সেটি আগেই স্টোরে আছে",
  ],
  PIECES_IN_STORE_OF: [
    "{item}: {serials} is in the store, but {who} has it in the books",
    "{item}: {serials} স্টোরে আছে, কিন্তু খাতায় সেটি {who}-এর কাছে",
  ],
  PIECES_NOT_IN_STORE: [
    "{item}: {serials} was taken out, but was not in the store in the books",
    "{item}: {serials} নেওয়া হয়েছে, কিন্তু খাতায় সেটি স্টোরে ছিল না",
  ],
  PIECES_UNNAMED: [
    "{item}: of the pieces that the books name, {count} {unit} are not in the store any more: say which",
    "{item}: খাতায় যেগুলোর নম্বর আছে তার {count} {unit} আর স্টোরে নেই: কোনগুলো তা বলুন",
  ],
  /** Of items written before they named both times. */
  REQUEST_CLOCK_WRONG: [
    "The request said {given}; the time of receipt was used",
    "অনুরোধে লেখা ছিল {given}; পাওয়ার সময়টি ধরা হয়েছে",
  ],
  STEP_LATE: [
    '{title}: "{step}" came when it was {status} already',
    "{title}: “{step}” যখন এল তখন কাজটি {status}",
  ],
  STEP_OF_ANOTHERS: [
    '{title}: "{step}" came when it was somebody else\'s already',
    "{title}: “{step}” যখন এল তখন কাজটি অন্যের হাতে",
  ],
  STEP_REFUSED: ["{title}: {why}", "{title}: {why}"],
  TAKEN_TOO_MUCH: [
    "{item}: {count} {unit} were taken, {more} more than the books had",
    "{item}: {count} {unit} নেওয়া হয়েছে, খাতায় যা ছিল তার চেয়ে {more} বেশি",
  ],
  USED_TOO_MUCH: [
    "{item}: {count} {unit} were used, {more} more than the books had with {who}",
    "{item}: {count} {unit} ব্যবহার হয়েছে, {who}-এর কাছে খাতায় যা ছিল তার চেয়ে {more} বেশি",
  ],
  WEBHOOK_FAILING: [
    "{url} was switched off: for five days nothing that was sent there arrived",
    "{url} বন্ধ করা হয়েছে: পাঁচ দিন ধরে সেখানে পাঠানো কিছুই পৌঁছায়নি",
  ],
  WEBHOOK_GONE: [
    "{url} was switched off: it answered that there is nothing any more (410)",
    "{url} বন্ধ করা হয়েছে: সেখান থেকে জানানো হয়েছে আর কিছু নেই (410)",
  ],
} as const satisfies Record<string, Pair>;

export type ReviewReasonCode = keyof typeof REVIEW_REASONS;

/** How what stands in a place is written; what is not named here is text. */
export const PLACES = {
  amount: "money",
  at: "instant",
  author: "person",
  booked: "day",
  count: "number",
  day: "day",
  day_before: "day",
  days: "number",
  done: "day",
  field: "field",
  from: "number",
  loser: "person",
  more: "number",
  status: "task status",
  shown: "money",
  shown_until: "day",
  step: "command",
  to: "number",
  told_at: "instant",
  until: "day",
  used_at: "instant",
  who: "person",
  who_before: "person",
  why: "failure",
  winner: "person",
} as const;

export type Written = (typeof PLACES)[keyof typeof PLACES] | "text";

type PlacesIn<T extends string> = T extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never;
type Value = string | number | null;
type ValuesOf<C extends ReviewReasonCode> = Readonly<Record<PlacesIn<(typeof REVIEW_REASONS)[C][0]>, Value>>;

/** A reason with what it names. */
export interface ReviewReason {
  readonly code: ReviewReasonCode;
  readonly values: Readonly<Record<string, Value>>;
}

/** A reason in words; `write` says what stands in a place. */
export function reasonText(
  { code, values }: ReviewReason,
  language: Language,
  write: (value: Value, written: Written, place: string) => string,
): string {
  return textIn(language, REVIEW_REASONS[code]).replaceAll(/\{(\w+)\}/g, (_, place: string) =>
    write(own(values, place) ?? null, own(PLACES, place) ?? "text", place),
  );
}

const NOBODY: Readonly<Partial<Record<Written, string>>> = { person: "nobody", day: "no day" };

/**
 * What an item of the review list says: its detail, and in its payload its reason by code.
 * @param said how the detail writes a place, where that is not simply what stands in it.
 */
export function because<C extends ReviewReasonCode>(
  code: C,
  values: ValuesOf<C>,
  {
    payload = {},
    said = {},
    language = "en",
  }: {
    payload?: Readonly<Record<string, unknown>>;
    said?: Readonly<Record<string, string>>;
    language?: Language;
  } = {},
): { detail: string; payload: Record<string, unknown> } {
  const reason = { code, values };
  const detail = reasonText(reason, language, (value, written, place) =>
    String(own(said, place) ?? value ?? own(NOBODY, written) ?? ""),
  );
  return { detail, payload: { ...payload, because: reason } };
}

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === "string" || typeof value === "number";

/** The reason that an item's payload names; null where it names none that is known here, such as a newer server's. */
export function reasonIn(payload: Readonly<Record<string, unknown>> | null): ReviewReason | null {
  const kept = payload?.because;
  if (typeof kept !== "object" || kept === null) return null;
  const { code, values } = kept as Readonly<Record<string, unknown>>;
  if (typeof code !== "string" || !Object.hasOwn(REVIEW_REASONS, code)) return null;
  const named = Object.entries(values ?? {}).filter(([, value]) => isValue(value)) as [string, Value][];
  return { code: code as ReviewReasonCode, values: Object.fromEntries(named) };
}
