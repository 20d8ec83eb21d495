// What an invoice charged by its lines, each with the accounts that it went to: what a credit note gives back of (contract §4.11).

import { add, type Minor, max, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { PostedPart } from "../ledger/posting.rules.ts";
import { distribute, sumOf } from "../ledger/reversing-entry.rules.ts";

/** A line of an invoice as it is stored. */
export interface StoredLine {
  id: string;
  description: string;
  /** Decimal text with at most six digits behind the point. */
  quantity: string;
  tax_amount: Minor;
  total: Minor;
  source?: string | null;
  tax_code?: string | null;
}

/** What a line comes to after its share of the invoice's discount and of what the invoice gave up. */
export interface ChargeLine {
  /** Null: what no line explains: debts from before, a total by hand. */
  invoice_line: string | null;
  description: string;
  /** Null where no line explains it. */
  quantity: string | null;
  /** What the line was charged for. */
  source: string | null;
  /** With tax. */
  amount: Minor;
  tax_amount: Minor;
  /** Where it went; they add up to the amount. */
  parts: PostedPart[];
}

/** The lines that a posting speaks of: of its source and tax code, else of its tax code, else all. */
function linesOf(lines: readonly StoredLine[], { dims }: PostedPart): boolean[] {
  const source = dims?.source ?? null;
  const tax_code = dims?.tax_code ?? null;
  const ofCode = lines.map((line) => (line.tax_code ?? null) === tax_code);
  const ofBoth = lines.map((line, at) => ofCode[at] === true && (line.source ?? null) === source);
  if (ofBoth.includes(true)) return ofBoth;
  return ofCode.includes(true) ? ofCode : lines.map(() => true);
}

class Charging {
  readonly #lines: readonly StoredLine[];
  readonly #parts: PostedPart[][];
  readonly #unexplained: PostedPart[] = [];

  constructor(lines: readonly StoredLine[]) {
    this.#lines = lines;
    this.#parts = lines.map(() => []);
  }

  /** What a line has of an account so far, or of all. */
  #so_far(at: number, account?: PostedPart["account"]): Minor {
    const parts = this.#parts[at] ?? [];
    return sumOf(account ? parts.filter((part) => part.account === account) : parts);
  }

  /** Gives a posting to the lines that it speaks of, by the first weights that any of them has. */
  #give(part: PostedPart, ...choices: readonly ((line: StoredLine, at: number) => Minor)[]): void {
    const concerned = linesOf(this.#lines, part);
    for (const among of [concerned, concerned.map(() => true)]) {
      for (const weigh of choices) {
        const weights = this.#lines.map((line, at) => (among[at] ? max(weigh(line, at), ZERO) : ZERO));
        // What is taken off goes only where there is as much: no line becomes less than nothing.
        if (part.credit < 0n && negate(part.credit) > add(...weights)) continue;
        const shares = distribute(part.credit, weights);
        if (!shares) continue;
        for (const [at, credit] of shares.entries()) {
          if (credit !== 0n) this.#parts[at]?.push({ ...part, credit });
        }
        return;
      }
    }
    const left = this.#lines.map((_line, at) => max(this.#so_far(at), ZERO));
    const most = part.credit < 0n ? negate(add(...left)) : ZERO;
    // More was given up than the lines charged: what was owed before goes with it.
    for (const [at, credit] of left.entries()) {
      if (most !== 0n && credit !== 0n) this.#parts[at]?.push({ ...part, credit: negate(credit) });
    }
    this.#unexplained.push({ ...part, credit: subtract(part.credit, most) });
  }

  /** In this order: tax by what the lines say, revenue by their price, discounts by revenue, what was given up by all. */
  post(posted: readonly PostedPart[]): void {
    const of = (account: PostedPart["account"]) =>
      posted.filter((part) => part.account === account && (part.credit > 0n || account === "DISCOUNTS"));
    const known = [...of("TAX"), ...of("REVENUE"), ...of("DISCOUNTS"), ...of("OPENING")];
    for (const part of of("TAX")) this.#give(part, (line) => line.tax_amount);
    for (const part of of("REVENUE")) this.#give(part, (line) => subtract(line.total, line.tax_amount));
    const all = (_line: StoredLine, at: number) => this.#so_far(at);
    for (const part of of("DISCOUNTS")) this.#give(part, (_line, at) => this.#so_far(at, "REVENUE"), all);
    this.#unexplained.push(...of("OPENING"));
    for (const part of posted) if (!known.includes(part)) this.#give(part, all);
  }

  get lines(): ChargeLine[] {
    const lines = this.#lines.map(({ id, description, quantity, source = null }, at): ChargeLine => {
      const parts = this.#parts[at] ?? [];
      const tax_amount = this.#so_far(at, "TAX");
      return { invoice_line: id, description, quantity, source, amount: sumOf(parts), tax_amount, parts };
    });
    const parts = this.#unexplained;
    if (parts.length === 0) return lines;
    const tax_amount = sumOf(parts.filter(({ account }) => account === "TAX"));
    const rest = { invoice_line: null, description: "", quantity: null, source: null, amount: sumOf(parts) };
    return [...lines, { ...rest, tax_amount, parts }];
  }
}

/**
 * Parts an invoice's own journal by its lines, to the minor unit: what they come to adds up to what the invoice charged, dues
 * that it took over apart.
 * @param posted the journal's lines on the system accounts.
 */
export function chargeLines(lines: readonly StoredLine[], posted: readonly PostedPart[]): ChargeLine[] {
  const charging = new Charging(lines);
  charging.post(posted);
  return charging.lines;
}
