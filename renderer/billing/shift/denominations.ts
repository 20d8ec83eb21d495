// Which banknotes and coins lie in a drawer, by the tenant's currency. Pure.
import { own } from "../../../shared/kernel/safe-lookup.ts";

/** In circulation, the largest first; coins of less than one as decimals. */
const PIECES: Readonly<Record<string, string>> = {
  AED: "1000 500 200 100 50 20 10 5 1 0.5 0.25",
  BDT: "1000 500 200 100 50 20 10 5 2 1",
  EUR: "200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01",
  GBP: "50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01",
  IDR: "100000 50000 20000 10000 5000 2000 1000 500 200 100",
  INR: "500 200 100 50 20 10 5 2 1",
  JPY: "10000 5000 2000 1000 500 100 50 10 5 1",
  KES: "1000 500 200 100 50 40 20 10 5 1",
  KWD: "20 10 5 1 0.5 0.25 0.1 0.05 0.02 0.01 0.005",
  LKR: "5000 1000 500 100 50 20 10 5 2 1",
  MYR: "100 50 20 10 5 1 0.5 0.2 0.1 0.05",
  NGN: "1000 500 200 100 50 20 10 5",
  NOK: "1000 500 200 100 50 20 10 5 1",
  NPR: "1000 500 100 50 20 10 5 2 1",
  PHP: "1000 500 200 100 50 20 10 5 1 0.25 0.05 0.01",
  PKR: "5000 1000 500 100 50 20 10 5 2 1",
  USD: "100 50 20 10 5 2 1 0.25 0.1 0.05 0.01",
};

/** Most currencies go by one, two and five. */
const USUAL = "1000 500 200 100 50 20 10 5 2 1";
const USUAL_COINS = "0.5 0.2 0.1 0.05 0.02 0.01";

/**
 * The pieces of a currency as the count's API names them: "1000", "0.25".
 * @param digits decimals of the currency
 */
export function denominationsOf(currency: string, digits: number): readonly string[] {
  const known = own(PIECES, currency);
  return (known ?? (digits > 0 ? `${USUAL} ${USUAL_COINS}` : USUAL)).split(" ");
}
