// The page of money handed over beyond its fields: the slip that both sides sign.
import { Group } from "@mantine/core";
import type { CashHolders } from "../../../shared/billing/cash/cash-reports.ts";
import type { SlipStyle } from "../../../shared/billing/documents/slip.rules.ts";
import { handoverSlip } from "../../../shared/billing/documents/slip.rules.ts";
import type { CashTransfer } from "../../../shared/billing/index.ts";
import { textIn } from "../../../shared/kernel/formatting/language.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { PART_WORDS } from "../accounts/words.ts";
import { SlipButton } from "../receipt/slip-button.tsx";

export function HandoverDetail({ record }: { record: CashTransfer }) {
  // Without a line an end is named by its code.
  const { data } = useAsk<CashHolders>("/api/v1/cash-holders/");
  const nameOf = (code: string, { language }: SlipStyle) => {
    const name = data?.results.find(({ holder }) => holder === code)?.name;
    const word = own(PART_WORDS, code);
    return word ? textIn(language, word) : name && name !== code ? `${name} (${code})` : code;
  };
  return (
    <Group>
      <SlipButton
        number={record.transfer_number}
        made_at={record.sent_at}
        slip={(style, is_copy) => {
          const named = { from: nameOf(record.from, style), to: nameOf(record.to, style) };
          return handoverSlip(record, named, is_copy, style);
        }}
      />
    </Group>
  );
}
