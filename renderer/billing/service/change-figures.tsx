// What a change of package comes to, as the server works it out.
import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChangePreview } from "../../../shared/billing/service/service-change.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

/** "pay 200.00 · until 30 Dec": what the clerk reads out of one package or one way. */
export function useSaid(): (figures: Pick<ChangePreview, "to_pay" | "new_expiry_date">) => string {
  const t = useWords();
  const format = useFormat();
  return ({ to_pay, new_expiry_date }) => {
    const pay = /[1-9]/.test(to_pay)
      ? t("change.pay", { amount: format.currencyMoney(to_pay) })
      : t("change.nothing_to_pay");
    return new_expiry_date ? `${pay} · ${t("change.until", { day: format.day(new_expiry_date) })}` : pay;
  };
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text fz="sm">{label}</Text>
      <Text fz="sm" className="figures">
        {children}
      </Text>
    </Group>
  );
}

export function ChangeFigures({ preview }: { preview: ChangePreview }) {
  const t = useWords();
  const format = useFormat();
  const { lines, freed, next_bill, network, warnings } = preview;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("change.lines")}>
      <Stack gap={4}>
        {lines.map(({ text, days, amount }) => (
          <Line
            key={`${text} ${days} ${amount}`}
            label={t("change.lines_days", { text, days: format.number(days) })}
          >
            <Money value={amount} />
          </Line>
        ))}
        {/[1-9]/.test(freed) ? (
          <Line label={t("change.freed")}>
            <Money value={freed} tone="credit" />
          </Line>
        ) : null}
        {next_bill.date ? (
          <Line label={t("change.next_bill")}>
            {t("change.next_bill_from", {
              amount: format.currencyMoney(next_bill.amount),
              day: format.day(next_bill.date),
            })}
          </Line>
        ) : null}
        {network ? (
          <Text fz="xs" c="dimmed">
            {t("change.at_once")}
          </Text>
        ) : null}
        {warnings.includes("BILLS_AT_SERVER") ? (
          <Text fz="xs" c="dimmed">
            {t("change.bills_at_server")}
          </Text>
        ) : null}
        {warnings.includes("DAYS_WORTH_NOTHING") ? (
          <Alert color="orange" variant="light" p="xs">
            {t("change.days_worth_nothing")}
          </Alert>
        ) : null}
      </Stack>
    </Paper>
  );
}
