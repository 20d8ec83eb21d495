// What a pause comes to, said in its dialog: its days, how many are left this year, until when the paid days last then, what it costs.
import { Paper, Stack, Text } from "@mantine/core";
import { servicePause } from "../../../shared/billing/index.ts";
import { expiryAfterPause, lengthOf, pausedIn } from "../../../shared/billing/service/pause.rules.ts";
import { addDays, isDay } from "../../../shared/kernel/day.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { PreviewProps } from "../../kernel/resource/operation/action.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useCompanySettings } from "../receipt/use-printed.ts";

const dayIn = (value: unknown): string | null => (typeof value === "string" && isDay(value) ? value : null);

export function PausePreview({ record, input }: PreviewProps) {
  const t = useWords();
  const format = useFormat();
  const settings = useCompanySettings();
  const pauses = useExpectedRows(servicePause, { selector: { customer: record.id } });
  const from = dayIn(input.from) ?? addDays(format.today(), 1);
  const to = dayIn(input.to);
  if (!pauses || !to || to < from) return null;
  const year = from.slice(0, 4);
  const had = pauses
    .filter(({ state }) => state !== "CANCELLED")
    .map(({ from_date, to_date, resumed_on }) => ({
      from: from_date,
      to: resumed_on ? addDays(resumed_on, -1) : to_date,
    }));
  const left = Number(settings.pause_max_days_a_year ?? 0) - pausedIn([...had, { from, to }], year);
  const expiry = dayIn(record.expiry_date);
  const then = record.billing_mode === "POSTPAID" ? expiry : expiryAfterPause(expiry, { from, to });
  const fee = minorOf(String(settings.pause_fee ?? "0"), format.digits);
  const days = { from: format.day(from), to: format.day(to), days: format.number(lengthOf({ from, to })) };
  return (
    <Paper withBorder p="sm" role="group" aria-label={t("pause.comes_to")}>
      <Stack gap={4}>
        <Text fz="sm">{t("pause.days", days)}</Text>
        <Text fz="sm" c={left < 0 ? "var(--signal-warn)" : undefined}>
          {t("pause.left", { year, left: format.number(Math.max(left, 0)) })}
        </Text>
        {then !== null && then !== expiry ? (
          <Text fz="sm">{t("pause.until", { day: format.day(then) })}</Text>
        ) : null}
        <Text fz="sm">
          {fee > 0n ? t("pause.fee", { amount: format.currencyMoney(fee) }) : t("pause.free")}
        </Text>
      </Stack>
    </Paper>
  );
}
