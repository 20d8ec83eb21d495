// A refund's page beyond its fields: its slip, and the payments whose advance was paid out.
import { Group, Paper, Stack, Table } from "@mantine/core";
import { refundSlip } from "../../../shared/billing/documents/slip.rules.ts";
import type { Refund } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { SlipButton } from "../receipt/slip-button.tsx";
import { PaymentName } from "../registers/payment-name.tsx";

export function RefundDetail({ record }: { record: Refund }) {
  const t = useWords();
  const customer = useRecord("customers", record.customer);
  return (
    <Stack gap="md">
      {customer ? (
        <Group>
          <SlipButton
            number={record.refund_number}
            made_at={record.occurred_at}
            slip={(style, is_copy) => refundSlip(record, customer, is_copy, style)}
          />
        </Group>
      ) : null}
      <Paper style={{ overflowX: "auto" }} maw={720}>
        <Table aria-label={t("undo.refund.parts")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("undo.refund.parts")}</Table.Th>
              <Table.Th ta="right">{t("undo.amount")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {record.parts.map(({ payment_transaction, amount }) => (
              <Table.Tr key={payment_transaction}>
                <Table.Td>
                  <PaymentName id={payment_transaction} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}
