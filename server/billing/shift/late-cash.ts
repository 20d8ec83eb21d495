// Cash of a drawer that was counted already when this is told here (contract §4.12, §5.3): it is booked like any other, and
// who answers for the drawer puts its count right.
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import type { DrawerSpan } from "../../../shared/billing/shift/drawer.rules.ts";
import { instantText, moneyWithCurrency, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { add, type Minor, negate, subtract } from "../../../shared/kernel/money.ts";
import { because } from "../../../shared/platform/index.ts";
import { seeingAll } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { drawersOf, readDrawers } from "./came-in.ts";

/** What is told so soon after it was done finds the drawer as it was: nobody counted it in between. */
const AT_ONCE_MS = 1_000;

interface LateCash {
  at: Date;
  /** Above zero: came in. Below: left its holder. */
  amount: Minor;
  /** Left out of what is taken: a receipt is its taker's, wherever they sit. */
  holder?: string | null;
  /** Whose handover it is; left out: nobody's, it is a receipt or takes one back. */
  handed_over_by?: string;
  customer?: string;
  payment_transaction?: string;
}

type CountedDrawer = DrawerSpan & { closed_at: string };

/** What a plan moves of cash. */
export const cashOf = (postings: readonly Posting[]): Minor =>
  add(
    ...postings.flatMap(({ account, debit, credit }) =>
      account.kind === "system" && account.code === "CASH:CASH" ? [subtract(debit, credit)] : [],
    ),
  );

/** Who took the receipt that a move is, or takes back, and when. */
async function receiptOf(ctx: OperationContext, { at, amount, payment_transaction }: LateCash) {
  if (amount > 0n || !payment_transaction) return { by: ctx.actor.username, at: at.toISOString() };
  const [row] = await ctx.tx<{ by: string; at: string }[]>`
    select received_by as by, received_at as at from payment_transactions
    where tenant_id = ${ctx.tenant.id} and id = ${payment_transaction}`;
  return row ?? null;
}

/** The closed drawer that cash belongs to; null: it belongs to none, or to one that is open. */
async function closedDrawer(ctx: OperationContext, cash: LateCash): Promise<CountedDrawer | null> {
  const { tx, tenant, actor, call } = ctx;
  const at = cash.at.toISOString();
  const { holder, handed_over_by } = cash;
  const drawer = await seeingAll(tx, tenant, async () => {
    const drawers = await readDrawers(tx, tenant.id, { from: at, until: at });
    if (drawers.every(({ closed_at }) => closed_at === null)) return null;
    const move = {
      ...{ at, amount: cash.amount, method: "CASH", holder: holder ?? actor.username },
      by: handed_over_by ?? actor.username,
      sat_at: call.device?.device_code ?? null,
      receipt: handed_over_by === undefined ? await receiptOf(ctx, cash) : null,
      is_handover: handed_over_by !== undefined,
    };
    const [found] = await drawersOf(tx, tenant, [move], drawers);
    return found ?? null;
  });
  if (!drawer?.closed_at) return null;
  return { ...drawer, closed_at: drawer.closed_at };
}

/** Puts cash on the review list that belongs to a drawer that is closed by now. */
export async function reviewLateCash(ctx: OperationContext, cash: LateCash): Promise<void> {
  const { tenant, call } = ctx;
  const { at, amount, customer, payment_transaction } = cash;
  if (amount === 0n || call.received_at.getTime() - at.getTime() <= AT_ONCE_MS) return;
  const drawer = await closedDrawer(ctx, cash);
  if (!drawer) return;
  const { language } = tenant.settings;
  const format = tenantFormat(tenant.settings, language);
  const moved = amount > 0n ? amount : negate(amount);
  const names = { amount: ctx.money(moved), who: drawer.cashier, at: drawer.closed_at };
  const said = because(amount > 0n ? "CASH_CAME_LATE" : "CASH_LEFT_LATE", names, {
    payload: { shift: drawer.id },
    said: { amount: moneyWithCurrency(moved, format), at: instantText(drawer.closed_at, format) },
    language,
  });
  await addReviewItem(ctx, {
    ...{ customer, payment_transaction, kind: "DRAWER", ...said, amount: ctx.money(moved) },
  });
}
