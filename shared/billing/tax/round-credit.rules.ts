// What is taken back of an invoice's lines, brought in line with what is left of its charges: a line is rounded for itself, the
// tax of a code is given back once (contract §4.14).
import { add, type Minor, max, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import type { PostedPart } from "../ledger/posting.rules.ts";
import {
  type Charge,
  type ChargeSource,
  chargesLeft,
  type GivenUp,
  isSameCharge,
} from "./credit-split.rules.ts";

/** What is taken back of a line. */
export interface Mirrored {
  /** What the line was charged for; null: no line explains it. */
  source: string | null;
  parts: readonly PostedPart[];
}

const isOpening = ({ parts }: Mirrored) => parts.some(({ account }) => account === "OPENING");

const sourceOf = (line: Mirrored): ChargeSource =>
  (line.source ?? (isOpening(line) ? "OPENING" : "OTHER")) as ChargeSource;

/** The same as parts of the invoice's charges: a line's tax goes with what it was charged for. */
export function givenBackBy(lines: readonly Mirrored[]): GivenUp[] {
  return lines.flatMap((line) =>
    line.parts.map(({ account, credit, dims }) => {
      const of = { source: sourceOf(line), tax_code: dims?.tax_code ?? null };
      return account === "TAX" ? { ...of, net: ZERO, tax: credit } : { ...of, net: credit, tax: ZERO };
    }),
  );
}

/** What parts come to of one charge. */
export function sumsOf(parts: readonly GivenUp[], charge: Pick<GivenUp, "source" | "tax_code">) {
  const own = parts.filter((part) => isSameCharge(part, charge));
  return { net: add(...own.map(({ net }) => net)), tax: add(...own.map(({ tax }) => tax)) };
}

/** The code that a line was taxed at. */
const codeOf = ({ parts }: Mirrored): string | null =>
  (parts.find(({ account }) => account === "TAX") ?? parts.find(({ account }) => account === "REVENUE"))?.dims
    ?.tax_code ?? null;

/**
 * Of each line no more than is left of what it was charged for: what a later invoice's total by hand gave up of it is given up
 * already; what waivers hold comes back with it.
 */
export function capped<L extends Mirrored & { left: Minor }>(
  lines: readonly L[],
  charges: readonly Charge[],
  waived: readonly GivenUp[],
): L[] {
  const rooms = charges.map((charge) => {
    const held = sumsOf(waived, charge);
    return { charge, left: add(chargesLeft([charge]), held.net, held.tax) };
  });
  return lines.map((line) => {
    const of = { source: sourceOf(line), tax_code: codeOf(line) };
    const room = rooms.find(({ charge }) => isSameCharge(charge, of));
    if (!room) return line;
    const left = min(line.left, room.left);
    room.left = subtract(room.left, max(left, ZERO));
    return { ...line, left };
  });
}

/** Moves an amount between a line's tax at a code and what it charged without it: above zero out of the tax. */
function shifted<L extends Mirrored>(line: L, tax_code: string | null, amount: Minor): L {
  const isOf = ({ dims }: PostedPart) => (dims?.tax_code ?? null) === tax_code;
  const tax = line.parts.find((part) => part.account === "TAX" && isOf(part));
  const net =
    line.parts.find((part) => part.account === "REVENUE" && isOf(part)) ??
    line.parts.find((part) => part.account !== "TAX");
  if (!net || amount === 0n) return line;
  const parts = line.parts.map((part) => {
    if (part === tax) return { ...part, credit: subtract(part.credit, amount) };
    return part === net ? { ...part, credit: add(part.credit, amount) } : part;
  });
  if (tax) return { ...line, parts };
  return { ...line, parts: [...parts, { account: "TAX", credit: negate(amount), dims: { tax_code } }] };
}

/** How much of a line can move that way without its figure turning round. */
function roomOf(line: Mirrored, tax_code: string | null, out_of_tax: boolean): Minor {
  const own = line.parts.filter(({ dims }) => (dims?.tax_code ?? null) === tax_code);
  const side = own.filter(({ account }) => (account === "TAX") === out_of_tax);
  return max(add(...side.map(({ credit }) => credit)), ZERO);
}

/**
 * Lines round their tax each for itself, and what was given up before was rounded over the whole invoice: where a code's tax
 * would go back beyond what is left of it, the difference goes with the net, and the other way round. Amounts of lines stay.
 * @param waived what waivers hold of the same charges, and give back with the lines.
 */
export function fitted<L extends Mirrored>(
  lines: readonly L[],
  charges: readonly Charge[],
  waived: readonly GivenUp[],
): L[] {
  let result = [...lines];
  for (const charge of charges) {
    const { tax_code } = charge;
    const back = sumsOf(givenBackBy(result), charge);
    const held = sumsOf(waived, charge);
    const over_tax = subtract(back.tax, add(subtract(charge.tax, charge.tax_back), held.tax));
    const over_net = subtract(back.net, add(subtract(charge.net, charge.net_back), held.net));
    const out_of_tax = over_tax > 0n;
    let rest = out_of_tax
      ? min(over_tax, max(negate(over_net), ZERO))
      : min(max(over_net, ZERO), negate(over_tax));
    result = result.map((line) => {
      if (sourceOf(line) !== charge.source || rest <= 0n) return line;
      const moved = min(rest, roomOf(line, tax_code, out_of_tax));
      rest = subtract(rest, moved);
      return shifted(line, tax_code, out_of_tax ? moved : negate(moved));
    });
  }
  return result;
}
