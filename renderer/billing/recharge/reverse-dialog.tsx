// Reversing a recharge: first what will change, then a reason, then the deed.
import { Alert, Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { type FormEvent, useMemo, useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useCall } from "../../kernel/use-line.ts";
import type { Recharge } from "../../records.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { reversalEffect } from "./reversal.ts";

interface ReverseDialogProps {
  account: CustomerAccount;
  recharge: Recharge;
  onClose: () => void;
}

function useReversalEffect({ customer, invoices }: CustomerAccount, recharge: Recharge) {
  const { digits, today } = useFormat();
  const transactions = useRows("transactions", { selector: { customer: customer.id } });
  const transaction = transactions?.find((row) => row.id === recharge.payment_transaction);
  const allocations = useRows(
    "payment_allocations",
    transaction ? { selector: { payment_transaction: transaction.id } } : null,
  );
  return useMemo(() => {
    if (!transaction || !allocations) return null;
    const moment = { today: today(), now: new Date().toISOString() };
    return reversalEffect({ customer, recharge, transaction, allocations, invoices }, digits, moment);
  }, [customer, invoices, recharge, transaction, allocations, digits, today]);
}

export function ReverseDialog({ account, recharge, onClose }: ReverseDialogProps) {
  const t = useWords();
  const replica = useReplica();
  const effect = useReversalEffect(account, recharge);
  const [reason, setReason] = useState("");
  const reversing = useCall(async () => {
    const target = { collection: "customers", id: account.customer.id };
    const payload = { id: recharge.id, reason: reason.trim() };
    await replica.send("recharge.reverse", payload, effect?.expected ?? null, { targets: [target] });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") void reversing.run();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t("reverse.title", { number: recharge.receipt_number })}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {effect ? (
            <PlanPreview plan={effect.description} title={t("reverse.effect")} />
          ) : (
            <Alert color="gray" icon={<IconInfoCircle size={18} />}>
              {t("reverse.unknown")}
            </Alert>
          )}
          <Textarea
            label={t("reverse.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
          />
          <Trouble error={reversing.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" color="red" loading={reversing.busy} disabled={reason.trim() === ""}>
              {t("reverse.confirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
