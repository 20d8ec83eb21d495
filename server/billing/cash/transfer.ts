// Cash transfers: money leaves one holder, is in transit, and arrives at another when somebody else says so.
import {
  isToMove,
  postCancelled,
  postConfirmed,
  postSent,
  type Transfer,
} from "../../../shared/billing/cash/cash-transfer.rules.ts";
import { type CashTransfer, cancelCash, confirmCash, sendCash } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { negate, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { withColumns } from "../../kernel/resource/draft.ts";
import { changeRecord, createRecord } from "../../kernel/resource/write-record.ts";
import { reviewClock, takenAt } from "../payment/taken-at.ts";
import { refuseBackdating } from "../period/backdate.ts";
import { reviewLateCash } from "../shift/late-cash.ts";
import { personAt, refuseOthers, requireHolder } from "./holders.ts";
import { postOnHolders } from "./post.ts";

/** A transfer as the rules take it. */
const asTransfer = (ctx: OperationContext, { id, from, to, amount, method }: CashTransfer): Transfer => ({
  ...{ id, from, to, method },
  amount: parseMoney(amount, ctx.tenant.digits),
});

/** What of a transfer is cash: other money is in no drawer. */
const cashIn = ({ amount, method }: Transfer) => (method === "CASH" ? amount : ZERO);

const send = implement(sendCash, async (ctx, { occurred_at: given, ...input }) => {
  const { from, to } = input;
  if (from === to) throw invalid("to", "Money is handed to somebody else", "CONFLICTING");
  refuseBackdating(ctx, "occurred_at", given ? new Date(given) : null);
  const occurred = takenAt(ctx, given);
  await refuseOthers(ctx, from, "You hand over what is in your own tills, or with you");
  await Promise.all([requireHolder(ctx, "from", from), requireHolder(ctx, "to", to)]);
  // The other side of what goes to no person: at whose till it was.
  const concerns = await personAt(ctx, to === OFFICE || to === BANK ? from : to);
  const columns = {
    ...{ status: "IN_TRANSIT", sent_by: ctx.actor.username, sent_at: occurred.at.toISOString() },
    ...{ user: ctx.actor.user_id, concerns, device: ctx.call.device?.id ?? null },
  };
  return createRecord(ctx, sendCash.on, input, {
    before: (_ctx, draft) => withColumns(draft, columns),
    async after(_ctx, record) {
      const transfer = asTransfer(ctx, record);
      await postOnHolders(ctx, postSent(transfer), occurred.at);
      const left = { amount: negate(cashIn(transfer)), holder: from, handed_over_by: record.sent_by };
      await reviewLateCash(ctx, { ...left, at: occurred.at });
      await reviewClock(ctx, occurred, given, { amount: record.amount });
    },
  });
});

/** Who sent money does not say that it has arrived. @throws Failure OWN_REQUEST. */
function refuseSender({ actor }: OperationContext, { user, sent_by }: CashTransfer): void {
  const isSender = user === null ? sent_by === actor.username : user === actor.user_id;
  if (isSender) throw new Failure("OWN_REQUEST", "Somebody else says that the money has arrived");
}

const isReceiver = ({ actor }: OperationContext, { to, concerns }: CashTransfer): boolean =>
  to !== OFFICE && to !== BANK && concerns !== null && concerns === actor.user_id;

const confirm = implement(confirmCash, (ctx, _input, id) =>
  changeRecord(ctx, confirmCash, id, async (record) => {
    refuseSender(ctx, record);
    if (!isReceiver(ctx, record))
      await refuseOthers(ctx, record.to, "You say of money that came to you that it has arrived");
    if (!isToMove(record.status, "CONFIRMED")) return null;
    const at = ctx.call.occurred_at;
    return {
      set: { status: "CONFIRMED", confirmed_by: ctx.actor.username, confirmed_at: at.toISOString() },
      async after() {
        const transfer = asTransfer(ctx, record);
        await postOnHolders(ctx, postConfirmed(transfer), at);
        const came = { amount: cashIn(transfer), holder: record.to, handed_over_by: ctx.actor.username };
        await reviewLateCash(ctx, { ...came, at });
      },
    };
  }),
);

const cancel = implement(cancelCash, (ctx, { reason = null }, id) =>
  changeRecord(ctx, cancelCash, id, (record) => {
    if (!isToMove(record.status, "CANCELLED")) return null;
    const at = ctx.call.occurred_at;
    return {
      set: {
        ...{ status: "CANCELLED", cancelled_by: ctx.actor.username, cancelled_at: at.toISOString() },
        cancellation_reason: reason,
      },
      note: reason,
      async after() {
        const transfer = asTransfer(ctx, record);
        await postOnHolders(ctx, postCancelled(transfer), at);
        const back = { amount: cashIn(transfer), holder: record.from, handed_over_by: record.sent_by };
        await reviewLateCash(ctx, { ...back, at });
      },
    };
  }),
);

export const cashTransferOperations = [send, confirm, cancel];
