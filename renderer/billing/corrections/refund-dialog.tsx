// Paying an advance out: how much, by which way, why; and what it will change before it is done.
import { Group, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  type PreviewChanges,
  type Refund,
  refund,
  refundCustomer,
  type Transaction,
} from "../../../shared/billing/index.ts";
import { RECEIVED_METHODS } from "../../../shared/billing/payment/payment.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import { usePreview } from "../../kernel/connection/server-answers.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { typeableMoney, typedMoney } from "../../kernel/money-format.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { ChangesPreview } from "./changes-preview.tsx";

const REASONS = ["undo.reason.overpaid", "undo.reason.left", "undo.reason.agreed"] as const;
/** A preview is asked for when the typing has paused this long. */
const PAUSE_MS = 300;

/** By which way the newest money came of which something is left; cash where nobody knows. */
function wayBack(came: readonly Transaction[]): string {
  const ways: readonly string[] = RECEIVED_METHODS;
  const left = came
    .filter(({ method, unallocated_amount }) => ways.includes(method) && /[1-9]/.test(unallocated_amount))
    .sort((a, b) => (a.received_at < b.received_at ? 1 : -1));
  return left[0]?.method ?? "CASH";
}

export function RefundDialog({ account, onClose }: { account: CustomerAccount; onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(refund);
  const format = useFormat();
  const { run } = useOperate();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("refunds/:id");
  const { customer, snapshot } = account;
  const advance = snapshot.customer.advance_amount;
  const [typed, setTyped] = useState(() => typeableMoney(advance, format));
  // It goes back the way by which the money came, unless somebody says otherwise.
  const came = useRows("transactions", { selector: { customer: customer.id } });
  const [chosen, setMethod] = useState<string | null>(null);
  const method = chosen ?? wayBack(came ?? []);
  const amount = typedMoney(typed, format);
  const over = amount !== null && amount > advance;
  const wanted =
    amount !== null && amount > 0n && !over ? { amount: formatMoney(amount, format.digits), method } : null;
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const path = `/customers/${customer.id}/refund`;
  const preview = usePreview<{ changes: PreviewChanges }>(`/api/v1${path}/preview/`, asked);
  const current = wanted !== null && asked?.amount === wanted.amount && asked.method === wanted.method;
  return (
    <ReasonDialog
      title={t("undo.refund.title", { name: customer.name })}
      reasons={REASONS.map((key) => t(key))}
      required
      danger
      starts_above
      confirm={t("undo.refund.confirm", { amount: format.currencyMoney(amount ?? advance) })}
      blocked={!current || !preview.data}
      onConfirm={async (reason) => {
        const made = (await run(refundCustomer, customer.id, { ...wanted, reason })) as Refund;
        const said = { number: made.refund_number, amount: format.currencyMoney(made.amount) };
        notifications.show({ color: "green", message: t("undo.refund.done", said) });
        // Who gets the money signs its slip, which stands there.
        if (mayOpen) void navigate(`/refunds/${made.id}`);
      }}
      onClose={onClose}
    >
      <Text fz="sm">{t("undo.advance_left", { amount: format.currencyMoney(advance) })}</Text>
      <Group grow align="flex-start">
        <TextInput
          label={words.field("amount")}
          inputMode="decimal"
          className="figures"
          value={typed}
          error={
            over ? t("undo.over", { amount: format.currencyMoney(advance) }) : amount === null && typed !== ""
          }
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          data-autofocus
        />
        <Select
          label={t("undo.method")}
          data={RECEIVED_METHODS.map((value) => ({ value, label: words.choice("method", value) }))}
          value={method}
          allowDeselect={false}
          onChange={setMethod}
        />
      </Group>
      {wanted ? <ChangesPreview changes={preview.data?.changes} error={preview.error} /> : null}
    </ReasonDialog>
  );
}
