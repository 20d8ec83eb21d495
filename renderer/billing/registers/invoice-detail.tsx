// A bill's page beyond its fields: its lines.
import { Paper, Stack } from "@mantine/core";
import type { Invoice } from "../../../shared/billing/index.ts";
import { BillUndo } from "../corrections/invoice-corrections.tsx";
import { InvoiceLines } from "../customer/account/figure-breakdown.tsx";

export function BillDetail({ record }: { record: Invoice }) {
  return (
    <Stack gap="md">
      <BillUndo invoice={record} />
      <Paper p="md" style={{ overflowX: "auto" }}>
        <InvoiceLines id={record.id} />
      </Paper>
    </Stack>
  );
}
