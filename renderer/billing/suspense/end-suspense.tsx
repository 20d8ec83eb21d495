// Money in suspense that goes to no customer: paid back to who brought it, or kept as income; with a reason.

import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type SyntheticEvent, useState } from "react";
import { refund } from "../../../shared/billing/index.ts";
import { RECEIVED_METHODS } from "../../../shared/billing/payment/payment.ts";
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { JournalLines } from "../corrections/journal-lines.tsx";
import { endingJournal } from "./suspense-effect.ts";

interface EndSuspenseProps {
  item: ReviewItem;
  how: "refund" | "write_off";
  onDone: () => void;
}

export function EndSuspense({ item, how, onDone }: EndSuspenseProps) {
  const t = useWords();
  const words = useResourceWords(refund);
  const { currencyMoney, digits } = useFormat();
  const replica = useReplica();
  const online = useOnline();
  // Back the way by which it came, unless somebody says otherwise.
  const came = useRecord("transactions", item.payment_transaction);
  const [chosen, setMethod] = useState<string | null>(null);
  const method =
    RECEIVED_METHODS.find((way) => way === chosen) ??
    RECEIVED_METHODS.find((way) => way === came?.method) ??
    "CASH";
  const end = how === "refund" ? { refund: method } : "WRITTEN_OFF";
  const [reason, setReason] = useState("");
  const said = { amount: currencyMoney(item.amount ?? "0") };
  const ending = useCall(async () => {
    const decision = how === "refund" ? { refund: { method } } : { write_off: true };
    await replica.client.rest("POST", `/api/v1/review-items/${item.id}/resolve/`, {
      ...decision,
      reason: printable(reason),
    });
    replica.syncNow();
    notifications.show({ color: "green", message: t(`suspense.${how}.done`, said) });
    onDone();
  });
  const missing = reason.trim() === "" || !online;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!missing && !ending.busy) void ending.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text fz="sm">{t(`suspense.${how}.hint`, said)}</Text>
        {how === "refund" ? (
          <Select
            label={t("undo.method")}
            data={RECEIVED_METHODS.map((value) => ({ value, label: words.choice("method", value) }))}
            value={method}
            allowDeselect={false}
            onChange={setMethod}
          />
        ) : null}
        <Textarea
          label={words.field("reason")}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
        />
        <JournalLines lines={endingJournal(item.amount ?? "0", end, digits)} />
        {online ? null : (
          <Text fz="sm" c="dimmed">
            {t("undo.needs_line")}
          </Text>
        )}
        <Trouble error={ending.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" color="red" loading={ending.busy} disabled={missing}>
            {t(`suspense.${how}.do`, said)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
