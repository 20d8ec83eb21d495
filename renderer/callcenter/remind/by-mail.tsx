// Reminding chosen customers by mail: how many get one, who gets none and why, and what the first of them reads.
import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCloudOff } from "@tabler/icons-react";
import { MOST_REMINDED, notMailed, remindCustomers, reminderMail } from "../../../shared/callcenter/index.ts";
import { moneyWithCurrency, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

/** The very mail that the server writes. */
function Read({ customer }: { customer: Customer }) {
  const t = useWords();
  const [settings] = useRows("settings") ?? [];
  if (!settings) return null;
  const { language, company_name: company, support_phone } = settings;
  const amount = moneyWithCurrency(customer.due_amount, tenantFormat(settings, language));
  const { subject, text } = reminderMail(language, { name: customer.name, amount, company, support_phone });
  return (
    <Paper p="sm" withBorder>
      <Text fz="xs" c="dimmed">
        {t("remind.reads", { name: customer.name, address: customer.email ?? "" })}
      </Text>
      <Text fz="sm" fw={600}>
        {subject}
      </Text>
      <Text fz="sm" style={{ whiteSpace: "pre-wrap" }}>
        {text}
      </Text>
    </Paper>
  );
}

interface ByMailProps {
  customers: readonly Customer[];
  onSent: () => void;
  onClose: () => void;
}

export function ByMail({ customers, onSent, onClose }: ByMailProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { run } = useOperate();
  const mailed = customers.filter((customer) => notMailed(customer) === null);
  const n = (reason: "NO_ADDRESS" | "NOTHING_DUE") =>
    customers.filter((customer) => notMailed(customer) === reason).length;
  const [no_address, nothing_due] = [n("NO_ADDRESS"), n("NOTHING_DUE")];
  const [first] = mailed;
  const sending = useCall(async () => {
    const customer_ids = mailed.map(({ id }) => id);
    const answer = (await run(remindCustomers, "", { customer_ids })) as { mailed: number };
    const said = { count: answer.mailed, n: format.number(answer.mailed) };
    notifications.show({ color: "green", message: t("remind.mailed", said) });
    onSent();
  });
  const too_many = mailed.length > MOST_REMINDED;
  const blocked = !online || mailed.length === 0 || too_many;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked && !sending.busy) void sending.run();
      }}
    >
      <Stack gap="md">
        <Text fw={600} role="status">
          {t(first ? "remind.will_mail" : "remind.mails_nobody", {
            count: mailed.length,
            n: format.number(mailed.length),
          })}
        </Text>
        {first ? <Read customer={first} /> : null}
        {no_address > 0 ? (
          <Text fz="sm">{t("remind.no_address", { count: no_address, n: format.number(no_address) })}</Text>
        ) : null}
        {nothing_due > 0 ? (
          <Text fz="sm">
            {t("remind.nothing_due", { count: nothing_due, n: format.number(nothing_due) })}
          </Text>
        ) : null}
        {too_many ? (
          <Text fz="sm">{t("remind.too_many_mails", { most: format.number(MOST_REMINDED) })}</Text>
        ) : null}
        {online ? null : (
          <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
            {t("record.needs_line")}
          </Alert>
        )}
        <Trouble error={sending.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={blocked || undefined}>
            {t("action.cancel")}
          </Button>
          <Button
            type="submit"
            loading={sending.busy}
            disabled={blocked}
            data-autofocus={blocked ? undefined : true}
          >
            {t("remind.send", { count: mailed.length || 1, n: format.number(mailed.length) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
