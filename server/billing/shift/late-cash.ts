// Cash of a drawer that was counted already when this is told here (contract §4.12, §5.3): it is booked like any other, and
// who answers for the drawer puts its count right.
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import { add, type Minor, negate, subtract } from "../../../shared/kernel/money.ts";
import { instantText, moneyWithCurrency, tenantFormat } from "../../../shared/kernel/writing/writing.ts";
import { because } from "../../../shared/platform/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";

/** What is told so soon after it was done finds the drawer as it was: nobody counted it in between. */
const AT_ONCE_MS = 1_000;

interface LateCash {
  at: Date;
  /** Above zero: taken by whoever acts. Below: it left the holder's drawer. */
  amount: Minor;
  holder?: string | null;
  customer?: string;
  payment_transaction?: string;
}

/** What a plan moves of cash. */
export const cashOf = (postings: readonly Posting[]): Minor =>
  add(
    ...postings.flatMap(({ account, debit, credit }) =>
      account.kind === "system" && account.code === "CASH:CASH" ? [subtract(debit, credit)] : [],
    ),
  );

/** Puts cash on the review list that belongs to a drawer that is closed by now. */
export async function reviewLateCash(ctx: OperationContext, cash: LateCash): Promise<void> {
  const { tx, tenant, call, actor } = ctx;
  const { at, amount, holder = null, ...of } = cash;
  if (amount === 0n || call.received_at.getTime() - at.getTime() <= AT_ONCE_MS) return;
  const whose = amount > 0n ? tx`cashier = ${actor.username}` : tx`holder = ${holder}`;
  const [drawer] = await tx<{ id: string; cashier: string; closed_at: string }[]>`
    select id, cashier, closed_at from shifts
    where tenant_id = ${tenant.id} and ${whose} and status = 'CLOSED' and opened_at <= ${at} and closed_at > ${at}
    order by (cashier = ${actor.username}) desc, opened_at desc limit 1`;
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
    ...of,
    ...{ kind: "DRAWER", ...said, amount: ctx.money(moved) },
  });
}
