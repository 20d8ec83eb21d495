// What is credited of a bill, as it is typed, and as the server takes it. Pure.
import { formatMoney } from "../../../shared/kernel/money.ts";
import { type MoneyFormat, typedDecimal, typedMoney } from "../../kernel/money-format.ts";

export const CREDIT_MODES = ["all", "lines", "amount"] as const;
export type CreditMode = (typeof CREDIT_MODES)[number];

/** What was typed beside a line: by quantity or by amount, never both. */
export interface LineDraft {
  readonly by: "quantity" | "amount";
  readonly text: string;
}

export interface CreditDraft {
  readonly mode: CreditMode;
  /** By the bill's lines. */
  readonly lines: Readonly<Record<string, LineDraft>>;
  readonly amount: string;
}

export interface CreditBody {
  readonly invoice: string;
  readonly lines?: readonly { invoice_line: string; quantity?: string; amount?: string }[];
  readonly amount?: string;
}

const positive = (text: string | null): string | null => (text !== null && Number(text) > 0 ? text : null);

/** Typed text as the wire has it; null where it is nothing above zero. */
export function creditValue({ by, text }: LineDraft, format: MoneyFormat): string | null {
  if (by === "quantity") return positive(typedDecimal(text, format));
  const amount = typedMoney(text, format);
  return positive(amount === null ? null : formatMoney(amount, format.digits));
}

/** The credit note as it stands; null while something of it is missing or can't be read. */
export function creditBody(invoice: string, draft: CreditDraft, format: MoneyFormat): CreditBody | null {
  if (draft.mode === "all") return { invoice };
  if (draft.mode === "amount") {
    const amount = creditValue({ by: "amount", text: draft.amount }, format);
    return amount === null ? null : { invoice, amount };
  }
  const typed = Object.entries(draft.lines).filter(([, { text }]) => text.trim() !== "");
  const lines = typed.map(([invoice_line, line]) => {
    const value = creditValue(line, format);
    return value === null ? null : { invoice_line, [line.by]: value };
  });
  const whole = lines.filter((line) => line !== null);
  return whole.length > 0 && whole.length === lines.length ? { invoice, lines: whole } : null;
}
