// A bill in short, beside the list: whose, how much of it is due, and what stands on it.
import { Anchor, Group, SimpleGrid, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { type Invoice, invoice } from "../../../shared/billing/index.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { InvoiceLines } from "../customer/account/figure-breakdown.tsx";
import { InvoiceStatus } from "../invoice/invoice-status.tsx";

export function BillPreview({ record }: { record: Invoice }) {
  const words = useResourceWords(invoice);
  const format = useFormat();
  const customer = useRecord("customers", record.customer);
  return (
    <Stack gap="md">
      <Group gap={8} wrap="nowrap">
        <Title order={2} className="cut">
          {record.invoice_number}
        </Title>
        <InvoiceStatus invoice={record} />
      </Group>
      <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
        <Fact label={words.field("customer")}>
          <Anchor component={Link} to={`/customers/${record.customer}`} inherit>
            {customer?.name ?? "—"}
          </Anchor>
        </Fact>
        <Fact label={words.field("due_date")}>{format.day(record.due_date)}</Fact>
        <Fact label={words.field("total_payable")}>
          <Money value={record.total_payable} currency />
        </Fact>
        <Fact label={words.field("due_amount")}>
          <Money value={record.due_amount} currency />
        </Fact>
      </SimpleGrid>
      <div style={{ overflowX: "auto" }}>
        <InvoiceLines id={record.id} />
      </div>
    </Stack>
  );
}
