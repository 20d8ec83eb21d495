// What taking an entry of a reseller's balance back will book.

import type { resellerLedger } from "../../../shared/billing/index.ts";
import { journalOf } from "../../../shared/billing/ledger/posting.rules.ts";
import { describeJournal } from "../../../shared/billing/payment/preview.rules.ts";
import { mirrored, postWalletMove } from "../../../shared/billing/reseller/wallet.rules.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { JournalLines } from "../corrections/journal-lines.tsx";

export function EntryReversal({ record }: { record: AnyRecord }) {
  const { minor } = useFormat();
  const { id, amount, method, holder } = record as AnyRecord & RecordOf<typeof resellerLedger>;
  const move = { amount: minor(amount), method, holder };
  const source = { source_type: "reseller_ledger", source_id: id } as const;
  return <JournalLines lines={describeJournal(journalOf(postWalletMove(mirrored(move), source)))} />;
}
