// A payment's page beyond its fields: what it settled, and its receipt once more.
import { Button, Group, Paper, Stack } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useState } from "react";
import type { Transaction } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { PaidInvoices } from "../customer/account/figure-breakdown.tsx";
import { booked } from "../customer/payment-list.ts";
import { ReceiptCopy } from "../receipt/receipt-copy.tsx";

/** What was printed as the money was taken, as a copy. */
function Receipt({ transaction }: { transaction: Transaction }) {
  const t = useWords();
  const { digits } = useFormat();
  const customer = useRecord("customers", transaction.customer);
  const recharge = useRecord("recharges", transaction.recharge);
  const [open, setOpen] = useState(false);
  const { receipt } = transaction;
  if (!customer || !receipt) return null;
  const payment = { ...booked(transaction, recharge ?? null, digits), receipt };
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconReceipt size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("recharge.reprint")}
      </Button>
      {open ? <ReceiptCopy customer={customer} payment={payment} onClose={() => setOpen(false)} /> : null}
    </Group>
  );
}

export function PaymentDetail({ record }: { record: Transaction }) {
  return (
    <Stack gap="md">
      <Paper p="md">
        <PaidInvoices reversible={{ kind: "transaction", id: record.id }} />
      </Paper>
      <Receipt transaction={record} />
    </Stack>
  );
}
