// Resellers' balances moved by hand: money paid in, a balance put right, and either of them taken back.
import {
  adjustReseller,
  resellerLedger,
  reverseResellerEntry,
  topUpReseller,
} from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import { mirrored, postWalletMove, type WalletMove } from "../../../shared/billing/reseller/wallet.rules.ts";
import { balanceAfterCharge } from "../../../shared/billing/reseller/wholesale.rules.ts";
import { reseller } from "../../../shared/identity/index.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { add, negate, parseMoney } from "../../../shared/kernel/money.ts";
import type { Act, OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { postOnHolders } from "../cash/post.ts";
import { postedBy } from "../ledger/journal.ts";
import { type LockedReseller, lockReseller, type Move, moveBalance } from "./wallet.ts";

type Entry = Pick<Move, "entry_type" | "reference" | "reason" | "reverses">;

/**
 * Writes a move of a locked reseller's balance, in their ledger and in the books; answers the entry's id.
 * @throws Failure CREDIT_LIMIT_EXCEEDED where what is taken off goes beyond it.
 */
async function write(
  ctx: OperationContext,
  act: Act,
  wallet: LockedReseller,
  move: WalletMove,
  entry: Entry,
): Promise<string> {
  const { amount, method, holder } = move;
  const id = ctx.newId();
  const balance_after =
    amount < 0n ? balanceAfterCharge(wallet, negate(amount)) : add(wallet.balance, amount);
  const source = { source_type: "reseller_ledger", source_id: id } as const;
  await Promise.all([
    moveBalance(ctx, wallet.id, { ...entry, id, amount, balance_after, method, holder }),
    postOnHolders(ctx, postWalletMove(move, source), ctx.call.occurred_at),
  ]);
  const { reference = null, reverses = null } = entry;
  ctx.audit(act, {
    id: reverses ?? wallet.id,
    before: { balance: ctx.money(wallet.balance) },
    after: { balance: ctx.money(balance_after), amount: ctx.money(amount), method, reference, reverses },
    note: entry.reason,
  });
  return id;
}

const topUp = implement(topUpReseller, async (ctx, input, id) => {
  const { method = "CASH", reference = null } = input;
  const amount = ctx.minor(input.amount);
  const move = { amount, method, holder: holderOf(method, postedBy(ctx)) };
  await write(ctx, topUpReseller, await lockReseller(ctx, id), move, { entry_type: "TOPUP", reference });
  return requireRecord(ctx, reseller, id);
});

const adjust = implement(adjustReseller, async (ctx, input, id) => {
  const amount = ctx.minor(input.amount);
  if (amount === 0n) throw invalid("amount", "Above or below 0", "INVALID");
  const move = { amount, method: null, holder: null };
  const entry = { entry_type: "ADJUSTMENT", reason: input.reason } as const;
  await write(ctx, adjustReseller, await lockReseller(ctx, id), move, entry);
  return requireRecord(ctx, reseller, id);
});

const reverse = implement(reverseResellerEntry, async (ctx, { reason }, id) => {
  const { tx, tenant } = ctx;
  const entry = await requireRecord(ctx, resellerLedger, id);
  if (entry.reverses !== null || !["TOPUP", "ADJUSTMENT"].includes(entry.entry_type))
    throw new Failure("NOT_REVERSIBLE", "Take back the payment that it belongs to");
  const wallet = await lockReseller(ctx, entry.reseller);
  // Under the lock: whoever took it back at the same moment is through by now.
  const [done] = await tx<{ id: string }[]>`
    select id from reseller_ledger where tenant_id = ${tenant.id} and reverses = ${id}`;
  if (done) return requireRecord(ctx, resellerLedger, done.id);
  const { method, holder } = entry;
  const move = mirrored({ amount: parseMoney(entry.amount, tenant.digits), method, holder });
  const made = { entry_type: "ADJUSTMENT", reference: entry.reference, reason, reverses: id } as const;
  return requireRecord(ctx, resellerLedger, await write(ctx, reverseResellerEntry, wallet, move, made));
});

export const walletOperations = [topUp, adjust, reverse];
