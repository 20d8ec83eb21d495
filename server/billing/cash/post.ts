// Posts what moves between holders of cash: a journal of system accounts alone.
import { journalOf, type PostingDraft } from "../../../shared/billing/ledger/posting.rules.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { postedBy, postJournals, systemAccounts } from "../ledger/journal.ts";

/** @throws Failure PERIOD_LOCKED where the day's books are closed. */
export async function postOnHolders(
  ctx: OperationContext,
  drafts: readonly PostingDraft[],
  occurred_at: Date,
): Promise<void> {
  const { tx, tenant } = ctx;
  const accounts = await systemAccounts(ctx.services.db, tenant);
  const journal = { id: ctx.newId(), customer: null, lines: journalOf(drafts) };
  ctx.markChanged("ledger_entries");
  await postJournals(tx, tenant, accounts, postedBy(ctx, occurred_at), [journal]);
}
