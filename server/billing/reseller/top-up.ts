// POST /resellers/{id}/top-up/: cash in, and the same on the reseller's balance.
import { topUpReseller } from "../../../shared/billing/index.ts";
import { journalOf, type PostingSource } from "../../../shared/billing/ledger/ledger.rules.ts";
import { reseller } from "../../../shared/identity/index.ts";
import { add, negate } from "../../../shared/kernel/money.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { postedBy, postJournals, systemAccounts } from "../ledger/journal.ts";
import { lockReseller, moveBalance } from "./wallet.ts";

export const topUpOperation = implement(topUpReseller, async (ctx, input, id) => {
  const amount = ctx.minor(input.amount);
  const { method = "CASH", reference = null } = input;
  const accounts = await systemAccounts(ctx.services.db, ctx.tenant);
  const { balance } = await lockReseller(ctx, id);
  const entry = ctx.newId();
  const source: PostingSource = { source_type: "reseller_ledger", source_id: entry };
  const lines = journalOf([
    { account: `CASH:${method}`, entry_type: "PAYMENT", credit: negate(amount), source },
    { account: "RESELLER", entry_type: "PAYMENT", credit: amount, source },
  ]);
  const balance_after = add(balance, amount);
  await Promise.all([
    moveBalance(ctx, id, { id: entry, entry_type: "TOPUP", amount, balance_after, method, reference }),
    postJournals(ctx.tx, ctx.tenant, accounts, postedBy(ctx), [{ id: ctx.newId(), customer: null, lines }]),
  ]);
  ctx.markChanged("ledger_entries");
  ctx.audit(topUpReseller, {
    id,
    before: { balance: ctx.money(balance) },
    after: { balance: ctx.money(balance_after), amount: ctx.money(amount), method, reference },
  });
  return requireRecord(ctx, reseller, id);
});
