// Reading what providers send: amounts in their currency's own digits, JSON as they write it.
import { z } from "zod";
import { formatMoney, keptDigits, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { parseWithDigits } from "../../kernel/http/jsonb-safe.ts";
import { GatewaySilent, type ProviderAnswer } from "./adapter.ts";

/**
 * An amount in minor units (paisa, cents), with its currency's digits: 50050 INR → "500.50", 500 JPY → "500".
 * @throws Error where it is no whole number.
 */
export function fromMinorUnits(amount: number, currency: string): string {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not an amount in minor units: ${amount}`);
  return formatMoney(BigInt(amount) as Minor, keptDigits(currency));
}

/** An amount as a number of minor units, as providers take it. @throws RangeError where it is none of the currency. */
export const toMinorUnits = (amount: string, currency: string): number =>
  Number(parseMoney(amount, keptDigits(currency)));

/** A decimal amount of a provider, that writes 100, "100", "100.0" or "100.00". */
export const decimalAmount = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/));

/** The JSON of a callback's body. @throws Error where it is none of this form. */
export const readJson = <S extends z.ZodType>(schema: S, raw: Buffer): z.infer<S> =>
  schema.parse(parseWithDigits(raw.toString("utf8")));

/**
 * The JSON of an answer. @throws GatewaySilent where the provider says 5xx or what is not its form: what it means is not known.
 */
export function readAnswer<S extends z.ZodType>(schema: S, { status, body }: ProviderAnswer): z.infer<S> {
  if (status >= 500 || status === 429) throw new GatewaySilent(`HTTP ${status}`);
  try {
    return schema.parse(parseWithDigits(body));
  } catch {
    throw new GatewaySilent(`HTTP ${status}, not the provider's form`);
  }
}

/** A moment from a form YYYYMMDDHHMMSS or "YYYY-MM-DD HH:MM:SS", written in a zone of so many hours. @throws Error */
export function localMoment(text: string, hours: number): Date {
  const [, ...parts] = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)/.exec(text) ?? [];
  if (parts.length !== 6) throw new Error(`Not a moment: ${text}`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour - hours, minute, second));
}

/** The reverse of `localMoment`: "YYYY-MM-DD HH:MM:SS" in a zone of so many hours. */
export const writeMoment = (at: Date, hours: number): string =>
  new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
