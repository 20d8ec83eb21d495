// A credit note's page beyond its fields: its lines, and its paper.
import { Group, Paper, Stack, Table } from "@mantine/core";
import { creditNoteSlip } from "../../../shared/billing/documents/slip.rules.ts";
import { type CreditNote, creditNoteLine } from "../../../shared/billing/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { SlipButton } from "../receipt/slip-button.tsx";
import { Download } from "../statements/download.tsx";

export function CreditNoteDetail({ record }: { record: CreditNote }) {
  const t = useWords();
  const words = useResourceWords(creditNoteLine);
  const format = useFormat();
  const rows = useRows("credit_note_lines", { selector: { credit_note: record.id } });
  const lines = [...(rows ?? [])].sort((a, b) => a.position - b.position);
  const { id, credit_note_number: number } = record;
  const customer = useRecord("customers", record.customer);
  const bill = useRecord("invoices", record.invoice);
  const note = { ...record, invoice_number: bill?.invoice_number ?? "", lines };
  return (
    <Stack gap="md">
      <Group>
        <Download
          path={`/api/v1/credit-notes/${id}/pdf/`}
          fileName={number}
          type="pdf"
          label={t("undo.pdf")}
        />
        {customer && rows ? (
          <SlipButton
            number={number}
            made_at={record.issued_at}
            slip={(style, is_copy) => creditNoteSlip(note, customer, is_copy, style)}
          />
        ) : null}
      </Group>
      <Paper style={{ overflowX: "auto" }}>
        <Table aria-label={words.many}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.field("description")}</Table.Th>
              <Table.Th ta="right">{words.field("quantity")}</Table.Th>
              <Table.Th ta="right">{words.field("tax_amount")}</Table.Th>
              <Table.Th ta="right">{words.field("amount")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>{line.description || t("undo.no_line")}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {line.quantity === null ? null : format.number(Number(line.quantity))}
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={line.tax_amount} />
                </Table.Td>
                <Table.Td ta="right" fw={600}>
                  <Money value={line.amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}
