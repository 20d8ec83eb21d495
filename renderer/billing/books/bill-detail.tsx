// A bill's page beyond its fields: its lines.
import { Paper } from "@mantine/core";
import type { Invoice } from "../../../shared/billing/index.ts";
import { InvoiceLines } from "../customer/account/figure-breakdown.tsx";

export function BillDetail({ record }: { record: Invoice }) {
  return (
    <Paper p="md" style={{ overflowX: "auto" }}>
      <InvoiceLines id={record.id} />
    </Paper>
  );
}
