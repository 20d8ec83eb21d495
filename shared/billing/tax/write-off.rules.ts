// What is given up of what is owed: which invoice first charged it, and the tax of it that goes back (contract §4.14).
import { add, type Minor, negate, subtract, ZERO } from "../../kernel/money.ts";
import { firstCharges } from "../ledger/ageing.rules.ts";
import type { InvoiceMoney } from "../ledger/money-records.ts";
import type { PostingDraft } from "../ledger/posting.rules.ts";
import { type GivenUp, type GivenUpFor, giveUp, type WrittenOff } from "./credit-split.rules.ts";

/** A stretch of an invoice's total, measured from its oldest due. */
export interface Stretch {
  invoice: string;
  from: Minor;
  to: Minor;
}

export interface WriteOff {
  written_off: WrittenOff[];
  /** Every invoice that was handed in, with its charges as they then are. */
  invoices: InvoiceMoney[];
  /** The invoices among them whose charges moved. */
  moved: ReadonlySet<string>;
}

/**
 * Gives up stretches of invoices' totals: what was carried into one is followed to the invoices that first charged it,
 * and of each the tax goes back in proportion.
 * @param invoices those, and every one that they took over something of.
 */
export function writeOff(invoices: readonly InvoiceMoney[], stretches: readonly Stretch[]): WriteOff {
  const known = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const written_off: WrittenOff[] = [];
  const moved = new Set<string>();
  for (const { invoice: id, from, to } of stretches) {
    for (const { invoice, amount } of firstCharges(invoices, id, from, to)) {
      const charged = known.get(invoice);
      if (!charged) continue;
      const { charges, parts } = giveUp(charged.charges, amount);
      if (parts.length === 0) continue;
      known.set(invoice, { ...charged, charges });
      written_off.push({ invoice, parts });
      moved.add(invoice);
    }
  }
  return { written_off, invoices: [...known.values()], moved };
}

/** The accounts that bear what is given up: TAX its taxes, WAIVER or BAD_DEBT the rest, what no charge explains included. */
export function givenUpDrafts(
  amount: Minor,
  parts: readonly GivenUp[],
  why: GivenUpFor,
  posting: Pick<PostingDraft, "entry_type" | "source">,
): PostingDraft[] {
  const account = why === "BAD_DEBT" ? "BAD_DEBT" : "WAIVER";
  const debit = (of: PostingDraft["account"], debited: Minor, dims: PostingDraft["dims"]): PostingDraft => ({
    ...posting,
    account: of,
    credit: negate(debited),
    dims,
  });
  const unexplained = subtract(amount, add(...parts.flatMap(({ net, tax }) => [net, tax])));
  return [
    ...parts.map(({ tax_code, net }) => debit(account, net, { source: why, tax_code })),
    debit(account, unexplained, { source: why, tax_code: null }),
    ...parts.map(({ tax_code, tax }) => debit("TAX", tax, { tax_code })),
  ];
}

/** Drafts that differ in nothing but the amount as one, in the order of the first; credits and debits stay apart. */
export function joined(drafts: readonly PostingDraft[]): PostingDraft[] {
  const found = new Map<string, PostingDraft>();
  for (const draft of drafts) {
    const { account, entry_type, credit, dims } = draft;
    if (credit === 0n) continue;
    const key = JSON.stringify([
      account,
      entry_type,
      credit > 0n,
      dims?.source ?? null,
      dims?.tax_code ?? null,
    ]);
    found.set(key, { ...draft, credit: add(found.get(key)?.credit ?? ZERO, credit) });
  }
  return [...found.values()];
}
