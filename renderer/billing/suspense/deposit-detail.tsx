// A deposit's page beyond its fields: its receipt, to be printed or saved.
import { Group } from "@mantine/core";
import { depositSlip } from "../../../shared/billing/documents/slip.rules.ts";
import type { Deposit } from "../../../shared/billing/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { SlipButton } from "../receipt/slip-button.tsx";

export function DepositDetail({ record }: { record: Deposit }) {
  const customer = useRecord("customers", record.customer);
  if (!customer) return null;
  return (
    <Group>
      <SlipButton
        number={record.deposit_number}
        made_at={record.occurred_at}
        slip={(style, is_copy) => depositSlip(record, customer, is_copy, style)}
      />
    </Group>
  );
}
