// What a move of a reseller's balance by hand will do before it is made: the balance after it, and what it books, by the
// rules that the server books it by.
import { Stack, Text } from "@mantine/core";
import { resellerLedger } from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import { journalOf } from "../../../shared/billing/ledger/posting.rules.ts";
import { RECEIVED_METHODS } from "../../../shared/billing/payment/payment.ts";
import { describeJournal } from "../../../shared/billing/payment/preview.rules.ts";
import { postWalletMove, type WalletMove } from "../../../shared/billing/reseller/wallet.rules.ts";
import type { reseller } from "../../../shared/identity/index.ts";
import { add, type Minor, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import type { PreviewProps } from "../../kernel/resource/operation/action.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { JournalLines } from "../corrections/journal-lines.tsx";

/** The amount as far as it is typed: what is none yet moves nothing. */
function typedAmount({ amount }: PreviewProps["input"], digits: number): Minor {
  try {
    return typeof amount === "string" ? parseMoney(amount, digits) : ZERO;
  } catch {
    // The form's own field says what is wrong with it.
    return ZERO;
  }
}

function Moved({ record, move }: { record: AnyRecord; move: WalletMove }) {
  const words = useResourceWords(resellerLedger);
  const { minor } = useFormat();
  const { id, balance } = record as AnyRecord & RecordOf<typeof reseller>;
  if (move.amount === ZERO) return null;
  const source = { source_type: "reseller_ledger", source_id: id } as const;
  return (
    <Stack gap="xs">
      <Text fz="sm">
        {words.field("balance_after")}: <Money value={add(minor(balance), move.amount)} currency />
      </Text>
      <JournalLines lines={describeJournal(journalOf(postWalletMove(move, source)))} />
    </Stack>
  );
}

/** Before money that a reseller pays in is taken. */
export function TopUpBooks({ record, input }: PreviewProps) {
  const { digits } = useFormat();
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const method = RECEIVED_METHODS.find((way) => way === input.method) ?? "CASH";
  const holder = holderOf(method, { username, till: null });
  return <Moved record={record} move={{ amount: typedAmount(input, digits), method, holder }} />;
}

/** Before a balance is put right by hand. */
export function AdjustmentBooks({ record, input }: PreviewProps) {
  const { digits } = useFormat();
  return <Moved record={record} move={{ amount: typedAmount(input, digits), method: null, holder: null }} />;
}
