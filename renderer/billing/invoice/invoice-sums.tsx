// What a bill comes to while it is typed: its discount, its tax, its total.

import { Group, Text } from "@mantine/core";
import { invoiceLine, invoice as invoiceResource } from "../../../shared/billing/index.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { type BillTerms, draftSums, type ReadLine } from "./invoice-draft.ts";

interface BillSumsProps {
  lines: readonly ReadLine[];
  terms: BillTerms;
}

/** A discount or tax of nothing explains nothing and is left out. */
export function BillSums({ lines, terms }: BillSumsProps) {
  const bill = useResourceWords(invoiceResource);
  const line = useResourceWords(invoiceLine);
  const { discount, tax, total } = draftSums(lines, terms);
  return (
    <Group justify="flex-end" gap="lg">
      {discount > 0n ? (
        <Text fz="sm">
          {bill.field("discount")} <Money value={discount} />
        </Text>
      ) : null}
      {tax === 0n ? null : (
        <Text fz="sm">
          {line.field("tax_amount")} <Money value={tax} />
        </Text>
      )}
      <Text fw={600}>
        {bill.field("total_payable")} <Money value={total} currency />
      </Text>
    </Group>
  );
}
