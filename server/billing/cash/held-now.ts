// Who holds how much now.
import { add, formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { cashMoved } from "./cash-sums.ts";
import { holderNames } from "./named-holders.ts";

/** What the dashboard says of cash. */
export interface HeldNow {
  total: string;
  holders: { holder: string; name: string | null; amount: string }[];
}

/** All of one moment: the same as /reports/cash/ adds up to. The most first. */
export async function readHeldNow(tx: Tx, tenant: Tenant): Promise<HeldNow> {
  const { id, digits } = tenant;
  const { cash } = await cashMoved(tx, tenant, { later: null, holders: null });
  const [rows, nameOf] = await Promise.all([
    tx<{ holder: string; amount: string }[]>`
      select holder, sum(debit - credit)::text as amount from (${cash}) part
      group by 1 having sum(debit - credit) <> 0 order by sum(debit - credit) desc, holder`,
    holderNames(tx, id),
  ]);
  const amounts = rows.map(({ amount }) => parseMoney(amount, digits));
  return {
    total: formatMoney(add(...amounts), digits),
    holders: rows.map(({ holder, amount }) => ({
      ...{ holder, name: nameOf(holder).name },
      amount: formatMoney(parseMoney(amount, digits), digits),
    })),
  };
}
