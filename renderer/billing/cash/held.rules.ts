// What somebody holds as the report of cash has it, for who hands money over. Pure.
import type { CashReport } from "../../../shared/billing/cash/cash-reports.ts";
import { BANK } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { minorOf } from "../../kernel/money-format.ts";

/** Of one holder, in one method; who is not in the report holds nothing. */
export function heldBy(
  { holders }: Pick<CashReport, "holders">,
  from: string,
  method: string,
  digits: number,
): Minor {
  const way = from === BANK ? "BANK" : method;
  const row = holders.find((one) => one.holder === from && one.method === way);
  return minorOf(row?.held, digits);
}

/** Of one's own holders, the one to hand cash over from: where one sits, unless nothing lies there and something does elsewhere. */
export function whereToTakeFrom(own: CashReport["holders"], here: string, digits: number): string {
  const cash = own
    .filter(({ method }) => method === "CASH")
    .map(({ holder, held }) => ({ holder, held: minorOf(held, digits) }));
  if (cash.some(({ holder, held }) => holder === here && held > 0n)) return here;
  const most = cash.reduce((found, one) => (one.held > found.held ? one : found), {
    holder: here,
    held: ZERO,
  });
  return most.holder;
}
