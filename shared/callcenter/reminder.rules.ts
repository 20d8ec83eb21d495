// What a mail about dues says, and who gets none. Pure.

import { type Language, type Pair, textIn } from "../kernel/formatting/language.ts";
import { MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";

/** More are reminded in parts. */
export const MOST_REMINDED = 2_000;

/** Why a customer gets no mail. */
export type NotMailed = "NO_ADDRESS" | "NOTHING_DUE";

/** Whether a customer is not to be mailed now, and why: they may have paid since they were chosen. */
export function notMailed({
  email,
  due_amount,
}: {
  email: string | null;
  due_amount: string;
}): NotMailed | null {
  if (!/[1-9]/.test(due_amount) || due_amount.startsWith("-")) return "NOTHING_DUE";
  return email !== null && MAIL_ADDRESS.test(email) ? null : "NO_ADDRESS";
}

const SUBJECT: Pair = ["{company}: {amount} is due", "{company}: {amount} বকেয়া"];
const TEXT: Pair = [
  "Dear {name},\n\n{amount} is due for your internet connection. If you have paid in the meantime, please take no notice of this mail.\n\n{company}",
  "প্রিয় {name},\n\nআপনার ইন্টারনেট সংযোগের {amount} বকেয়া আছে। এর মধ্যে পরিশোধ করে থাকলে এই মেইলটি উপেক্ষা করুন।\n\n{company}",
];

export interface Reminded {
  name: string;
  /** With the currency, as the company writes it. */
  amount: string;
  company: string;
  /** Where customers ask. */
  support_phone: string | null;
}

/** The mail to one customer. */
export function reminderMail(language: Language, said: Reminded): { subject: string; text: string } {
  const filled = (pair: Pair) =>
    textIn(language, pair)
      .replaceAll("{company}", () => said.company)
      .replaceAll("{amount}", () => said.amount)
      .replaceAll("{name}", () => said.name);
  const phone = said.support_phone ? `\n${said.support_phone}` : "";
  return { subject: filled(SUBJECT), text: filled(TEXT) + phone };
}
