// What an invoice charged by source and tax code, and how much of each goes back when a part of it is given up.
import { add, type Minor, max, min, parseMoney, subtract, ZERO } from "../../kernel/money.ts";
import { type LineSource, partOf } from "./tax.rules.ts";

/** What something is charged for; OPENING: a debt from before the books. */
export type ChargeSource = LineSource | "OPENING";

/** A part of what is given up, or of what was: `net` without its tax. */
export interface GivenUp {
  source: ChargeSource;
  tax_code: string | null;
  net: Minor;
  tax: Minor;
}

/** Why something is given up. */
export const GIVEN_UP_FOR = ["GOODWILL", "SLA", "ERROR", "BAD_DEBT"] as const;
export type GivenUpFor = (typeof GIVEN_UP_FOR)[number];

/** What was given up of one invoice's own charges. */
export interface WrittenOff {
  invoice: string;
  parts: readonly GivenUp[];
}

/** The same with its amounts as decimal texts. */
export type Written<P> = { readonly [F in keyof P]: P[F] extends Minor ? string : P[F] };

/** What an invoice itself charged for a source at a tax code, after discounts, and what was given back of it so far. */
export interface Charge extends GivenUp {
  net_back: Minor;
  tax_back: Minor;
}

/** Charges as records hold them. */
export function toCharges(stored: readonly Written<Charge>[], digits: number): Charge[] {
  return stored.map(({ source, tax_code, ...figures }) => ({
    source,
    tax_code,
    net: parseMoney(figures.net, digits),
    tax: parseMoney(figures.tax, digits),
    net_back: parseMoney(figures.net_back, digits),
    tax_back: parseMoney(figures.tax_back, digits),
  }));
}

export const isSameCharge = (
  a: Pick<GivenUp, "source" | "tax_code">,
  b: Pick<GivenUp, "source" | "tax_code">,
): boolean => a.source === b.source && a.tax_code === b.tax_code;

/** The same parts with one for each source and code; what charges nothing is left out. */
export function chargesOf(parts: readonly GivenUp[]): Charge[] {
  const charges: Charge[] = [];
  for (const part of parts) {
    const at = charges.findIndex((charge) => isSameCharge(charge, part));
    const had = charges[at];
    if (had) charges[at] = { ...had, net: add(had.net, part.net), tax: add(had.tax, part.tax) };
    else charges.push({ ...part, net_back: ZERO, tax_back: ZERO });
  }
  return charges.filter(({ net, tax }) => net >= 0n && tax >= 0n && add(net, tax) > 0n);
}

const left = ({ net, tax, net_back, tax_back }: Charge): Minor =>
  subtract(add(net, tax), add(net_back, tax_back));

/** What of the charges was not given back yet. */
export const chargesLeft = (charges: readonly Charge[]): Minor => add(...charges.map(left));

/**
 * Gives up a part of what an invoice charged: each of its nets and taxes in proportion, counted with what was given up
 * before and rounded half-up, so that giving up everything, in whatever parts, gives back exactly everything.
 * @param of only what was charged for this source at this code; left out: everything.
 * @returns the charges as they then are, and what goes back of each; the parts add up to `amount`, or to what was left
 * where that is less.
 */
export function giveUp(
  charges: readonly Charge[],
  amount: Minor,
  of?: Pick<GivenUp, "source" | "tax_code">,
): { charges: Charge[]; parts: GivenUp[] } {
  const open = charges.filter((charge) => !of || isSameCharge(charge, of));
  const whole = add(...open.map(({ net, tax }) => add(net, tax)));
  const up = min(amount, chargesLeft(open));
  const total = add(subtract(whole, chargesLeft(open)), up);
  let rest = up;
  /** Brings what was given back of a figure to its part of the total, as far as there is something left to give. */
  const take = (figure: Minor, back: Minor, target: Minor): Minor => {
    const wanted = target < back ? ZERO : subtract(target, back);
    const taken = min(min(wanted, subtract(figure, back)), rest);
    rest = subtract(rest, taken);
    return taken;
  };
  // Taxes first, which are what is rounded; the nets share what they leave, and whatever has room takes a last unit.
  const taxes = open.map(({ tax, tax_back }) => take(tax, tax_back, partOf(total, tax, whole)));
  const nets = open.map(({ net, net_back }) => take(net, net_back, partOf(total, net, whole)));
  for (const [at, { net, net_back }] of open.entries())
    nets[at] = add(nets[at] ?? ZERO, take(net, add(net_back, nets[at] ?? ZERO), net));
  for (const [at, { tax, tax_back }] of open.entries())
    taxes[at] = add(taxes[at] ?? ZERO, take(tax, add(tax_back, taxes[at] ?? ZERO), tax));
  const parts = open
    .map(({ source, tax_code }, at) => ({ source, tax_code, net: nets[at] ?? ZERO, tax: taxes[at] ?? ZERO }))
    .filter(({ net, tax }) => net !== 0n || tax !== 0n);
  return { charges: moved(charges, parts, 1n), parts };
}

/** The charges when parts of them were given back, by a document that says of itself what it gives back. */
export const giveBack = (charges: readonly Charge[], parts: readonly GivenUp[]): Charge[] =>
  moved(charges, parts, 1n);

/** The charges when what was given up of them is charged again. */
export const takeBack = (charges: readonly Charge[], parts: readonly GivenUp[]): Charge[] =>
  moved(charges, parts, -1n);

/** Write-offs as records hold them. */
export function toWrittenOff(
  stored: readonly { invoice: string; parts: readonly Written<GivenUp>[] }[],
  digits: number,
): WrittenOff[] {
  return stored.map(({ invoice, parts }) => ({
    invoice,
    parts: parts.map(({ net, tax, ...of }) => ({
      ...of,
      net: parseMoney(net, digits),
      tax: parseMoney(tax, digits),
    })),
  }));
}

/** What is left of a write-off when parts of what it gave up of one invoice are taken back. */
export function lessParts(
  written_off: readonly WrittenOff[],
  invoice: string,
  back: readonly GivenUp[],
): WrittenOff[] {
  const rest = back.map((part) => ({ ...part }));
  const less = (part: GivenUp): GivenUp => {
    const taken = rest.find((one) => isSameCharge(one, part));
    if (!taken) return part;
    const [net, tax] = [min(part.net, taken.net), min(part.tax, taken.tax)];
    taken.net = subtract(taken.net, net);
    taken.tax = subtract(taken.tax, tax);
    return { ...part, net: subtract(part.net, net), tax: subtract(part.tax, tax) };
  };
  return written_off
    .map((one) => (one.invoice === invoice ? { invoice, parts: one.parts.map(less) } : one))
    .map((one) => ({ ...one, parts: one.parts.filter(({ net, tax }) => net !== 0n || tax !== 0n) }))
    .filter(({ parts }) => parts.length > 0);
}

function moved(charges: readonly Charge[], parts: readonly GivenUp[], sign: 1n | -1n): Charge[] {
  return charges.map((charge) => {
    const those = parts.filter((part) => isSameCharge(part, charge));
    // Two documents may round the same figure apart by a unit: no more goes back than there was, and none is charged twice.
    const back = (had: Minor, whole: Minor, figures: readonly Minor[]) =>
      max(ZERO, min(whole, (had + sign * add(...figures)) as Minor));
    return {
      ...charge,
      net_back: back(
        charge.net_back,
        charge.net,
        those.map(({ net }) => net),
      ),
      tax_back: back(
        charge.tax_back,
        charge.tax,
        those.map(({ tax }) => tax),
      ),
    };
  });
}
